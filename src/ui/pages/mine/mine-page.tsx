// My memory: what an end user sees of their own.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function MinePage() {
  return <PageHead title={words.mine.title} />;
}
