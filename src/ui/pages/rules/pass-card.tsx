// What a learning pass would do now, and one that is run.
import type { Brain } from "../../api.ts";
import { Card } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";

export function PassCard(_props: { brain: Brain; onLearned: () => void }) {
  return <Card title={words.rules.pass.title}>{words.rules.pass.lead}</Card>;
}
