// How much there is, and what waits.
import type { Model } from "../../api.ts";
import { Card, Figure } from "../../parts/basics.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

const told = words.overview.numbers;

export function Numbers({ status }: { status: Model["Status"] }) {
  const { memories, turns, lessons, users, accounts, backlog } = status;
  return (
    <Card title={told.title}>
      <div class="figures">
        <Figure label={told.memories} value={numberOf(memories)} note={told.memoriesNote} />
        <Figure label={told.turns} value={numberOf(turns)} note={told.turnsNote} />
        <Figure label={told.lessons} value={numberOf(lessons)} />
        <Figure label={told.users} value={numberOf(users)} note={told.accounts(accounts)} />
        <Figure label={told.waiting} value={numberOf(backlog.embeddings)} />
        <Figure label={told.toLearn} value={numberOf(backlog.brains_to_learn)} note={told.toLearnNote} />
      </div>
    </Card>
  );
}
