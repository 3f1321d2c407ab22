// First turn: the way in where nothing is remembered yet.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function StartPage() {
  return <PageHead title={words.start.title} />;
}
