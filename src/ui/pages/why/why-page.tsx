// Why: what a message would bring back, and why; what an answer to it would be worth.
import { useLoad } from "../../load.ts";
import { Badge, Card, Figure, PageHead, Shown } from "../../parts/basics.tsx";
import { coreOf, usePlace } from "../../place.ts";
import { useSession } from "../../session.ts";
import { words } from "../../words/words.ts";
import "../../styles/why.css";
import { AskForm } from "./ask-form.tsx";
import { BriefCard, RulesCard } from "./brief-card.tsx";
import { type Asked, type Look, look } from "./load-why.ts";
import { ModesCard } from "./modes-card.tsx";
import { TryAnswer } from "./try-answer.tsx";

export function WhyPage() {
  const place = usePlace();
  const session = useSession();
  const brain = { core: coreOf(place), user: session.user ?? (place.query.get("user") || null) };
  const asked = { brain, message: place.query.get("q") ?? "", session: place.query.get("session") ?? "" };
  return (
    <>
      <PageHead title={words.why.title} lead={words.why.lead}>
        <Badge tone="good">{words.why.onlyLooks}</Badge>
      </PageHead>
      <AskForm key={JSON.stringify(asked)} asked={asked} />
      {asked.message.trim() !== "" && <Looked asked={asked} />}
    </>
  );
}

function Looked(props: { asked: Asked }) {
  const { asked } = props;
  const session = useSession();
  const looked = useLoad(() => look(asked, session), [asked]);
  return (
    <Shown of={looked}>
      {(found) => (
        <>
          <Summary found={found} />
          {found.turn.allowed && (
            <>
              <ModesCard brain={asked.brain} found={found} isInSession={asked.session !== ""} />
              <RulesCard brain={asked.brain} found={found} />
              <BriefCard messages={found.turn.messages} />
              <TryAnswer key={JSON.stringify(asked)} asked={asked} lessons={found.lessons} />
            </>
          )}
        </>
      )}
    </Shown>
  );
}

function Summary(props: { found: Look }) {
  const { turn, modeInUse } = props.found;
  const { figures } = words.why;
  if (!turn.allowed) {
    return (
      <Card title={words.why.gated}>
        <p class="gate">{turn.reason}</p>
        <p class="hint">{words.why.gatedHint}</p>
      </Card>
    );
  }
  return (
    <div class="card figures why-figures">
      <Figure label={figures.sources} value={turn.sources.length} />
      <Figure
        label={figures.coherence}
        value={turn.coherence === null ? words.common.none : turn.coherence.toFixed(2)}
        note={figures.coherenceNote}
      />
      {modeInUse !== null && <Figure label={figures.mode} value={words.why.modes[modeInUse]} />}
    </div>
  );
}
