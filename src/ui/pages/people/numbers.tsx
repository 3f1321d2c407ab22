// The numbers of one brain.
import type { Brain } from "../../api.ts";
import { readMetrics, readProfile } from "../../brain-requests.ts";
import { useLoad } from "../../load.ts";
import { Card, Figure, Shown } from "../../parts/basics.tsx";
import { numberOf } from "../../times.ts";
import { words } from "../../words/words.ts";

export function Numbers(props: { brain: Brain; revision: number }) {
  const { brain, revision } = props;
  const numbers = useLoad(async () => {
    const [metrics, { counts }] = await Promise.all([readMetrics(brain), readProfile(brain)]);
    return { ...metrics, sessions: counts.sessions };
  }, [brain, revision]);
  const told = words.people.numbers;
  return (
    <Card title={words.people.tabs.numbers}>
      <Shown of={numbers}>
        {({ turns, memory_size: size, lessons, sessions, avg_coherence: coherence }) => (
          <div class="figures">
            <Figure label={told.held} value={numberOf(size)} note={told.heldNote} />
            <Figure label={told.turns} value={numberOf(turns)} note={told.turnsNote} />
            <Figure label={told.sessions} value={numberOf(sessions)} />
            <Figure label={told.lessons} value={numberOf(lessons)} />
            <Figure label={told.coherence} value={coherence.toFixed(3)} note={told.coherenceNote} />
          </div>
        )}
      </Shown>
    </Card>
  );
}
