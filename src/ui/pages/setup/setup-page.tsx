// Setting up: cores, keys, constitutions, settings, plans.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function SetupPage() {
  return <PageHead title={words.setup.title} />;
}
