// Why: how a message finds memory, and an answer stands to it.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function WhyPage() {
  return <PageHead title={words.why.title} />;
}
