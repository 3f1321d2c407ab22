// People: whose memory there is, and what it holds.
import { PageHead } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function PeoplePage() {
  return <PageHead title={words.people.title} />;
}
