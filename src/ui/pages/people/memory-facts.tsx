// All that is kept of one memory.
import type { ComponentChildren } from "preact";
import type { Brain, Model } from "../../api.ts";
import { CopyButton, MemoryText, Time } from "../../parts/basics.tsx";
import { words } from "../../words/words.ts";
import { sessionHref } from "./person-place.ts";
import { Kinds, MetadataChips } from "./turn-item.tsx";

export function MemoryFacts({ brain, turn }: { brain: Brain; turn: Model["MemoryDetail"] }) {
  const told = words.people;
  return (
    <>
      <WholeText label={told.input} text={turn.input} />
      {turn.answer !== "" && <WholeText label={told.answer} text={turn.answer} />}
      <dl class="facts">
        <KindFact turn={turn} />
        {turn.occurred_at !== null && (
          <Fact label={told.memory.happened}>
            <Time at={turn.occurred_at} />
          </Fact>
        )}
        <Fact label={told.memory.recorded}>
          <Time at={turn.created_at} />
        </Fact>
        {turn.session !== null && (
          <Fact label={told.session}>
            <a href={sessionHref(brain, turn.session)}>
              <bdi>{turn.session}</bdi>
            </a>
          </Fact>
        )}
        <Fact label={told.memory.confidence}>
          {turn.confidence.toFixed(2)} <span class="muted">{told.memory.confidenceHint}</span>
        </Fact>
        {turn.cues.length > 0 && <Fact label={told.memory.cues}>{turn.cues.join(", ")}</Fact>}
        {Object.keys(turn.metadata).length > 0 && (
          <Fact label={told.memory.metadata}>
            <span class="row">
              <MetadataChips metadata={turn.metadata} />
            </span>
          </Fact>
        )}
        <Fact label={told.memory.id}>
          <span class="row">
            <code>{turn.id}</code> <CopyButton text={turn.id} />
          </span>
        </Fact>
      </dl>
    </>
  );
}

function WholeText({ label, text }: { label: string; text: string }) {
  return (
    <div class="whole-text">
      <h3>{label}</h3>
      <MemoryText text={text} class="whole" />
    </div>
  );
}

function KindFact({ turn }: { turn: Model["MemoryDetail"] }) {
  const told = words.people;
  const isPlain = turn.packet_type === "raw" && !turn.unconfirmed_overwrite;
  return (
    <Fact label={told.memory.kind}>
      {isPlain ? (
        told.kinds.plain
      ) : (
        <span class="row">
          <Kinds turn={turn} />
          <span class="muted">
            {turn.unconfirmed_overwrite ? told.kinds.unconfirmedHint : told.kinds.correctionHint}
          </span>
        </span>
      )}
    </Fact>
  );
}

function Fact(props: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
