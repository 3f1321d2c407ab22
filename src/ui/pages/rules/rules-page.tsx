// Rules: what a brain has learned.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function RulesPage() {
  return <PageHead title={words.rules.title} />;
}
