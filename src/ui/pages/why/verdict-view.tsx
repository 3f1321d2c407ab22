// What /verify says of an answer: as a whole, and sentence by sentence with the memory that each hangs on.
import type { Brain, Model } from "../../api.ts";
import { Badge, MemoryText, type Tone } from "../../parts/basics.tsx";
import { Remembered } from "../../parts/remembered.tsx";
import { hrefOf } from "../../place.ts";
import { words } from "../../words/words.ts";
import { endsWithText } from "./brief-blocks.ts";

type Verdict = Model["VerifyResult"];
type Judged = NonNullable<Verdict["sentences"]>[number];

const TONES: Readonly<Record<Judged["verdict"], Tone>> = { supported: "good", contradicted: "bad", unknown: "plain" };

export function VerdictView(props: { brain: Brain; verdict: Verdict; lessons: readonly Model["Lesson"][] }) {
  const { brain, verdict } = props;
  const { sentences = [], contradictions } = verdict;
  const told = words.why.verdict;
  // The reason ends with the wording of the rule that is broken.
  const broken = props.lessons.find(({ response_text: rule }) => endsWithText(verdict.reason, rule));
  const known = new Set(sentences.map(({ sentence }) => sentence));
  return (
    <div class="verdict">
      <div class={`verdict-head ${verdict.ok ? "good" : "bad"}`}>
        <strong>{verdict.ok ? told.ok : told.refused}</strong>
        {!verdict.ok && <MemoryText text={verdict.reason} />}
        {broken !== undefined && <a href={hrefOf(["rules"], { ...brain, rule: broken.id })}>{words.why.openRule}</a>}
        <span class="hint">{told.coherence(verdict.coherence)}</span>
      </div>
      {sentences.length === 0 && <p class="hint">{told.noClaims}</p>}
      <ol class="sentences">
        {sentences.map((judged, at) => (
          <Sentence key={at} brain={brain} judged={judged} {...contradictionOf(judged, contradictions)} />
        ))}
        {contradictions
          .filter(({ sentence }) => !known.has(sentence) && !sentences.some((each) => each.sentence.includes(sentence)))
          .map((each) => (
            <Sentence
              key={each.sentence}
              brain={brain}
              judged={{ sentence: each.sentence, verdict: "contradicted", source_id: each.source_id }}
              contradiction={each}
            />
          ))}
      </ol>
    </div>
  );
}

function contradictionOf({ sentence, verdict }: Judged, contradictions: Verdict["contradictions"]) {
  if (verdict !== "contradicted") return {};
  const contradiction =
    contradictions.find((each) => each.sentence === sentence) ??
    contradictions.find((each) => sentence.includes(each.sentence));
  return contradiction === undefined ? {} : { contradiction };
}

function Sentence(props: { brain: Brain; judged: Judged; contradiction?: Verdict["contradictions"][number] }) {
  const { brain, judged, contradiction } = props;
  const { sentence, verdict, source_id: source } = judged;
  const told = words.why.verdict;
  return (
    <li class={`sentence ${verdict}`}>
      <div class="row sentence-head">
        <Badge tone={TONES[verdict]}>{told.of[verdict]}</Badge>
        {contradiction !== undefined && <Badge>{told.kinds[contradiction.kind]}</Badge>}
      </div>
      <MemoryText text={sentence} class="sentence-text" />
      {contradiction !== undefined && (
        <p class="hint">
          {told.remembered} <q dir="auto">{contradiction.remembered}</q>
        </p>
      )}
      {source !== null && <Remembered brain={brain} id={source} />}
      {source === null && verdict === "contradicted" && <p class="hint">{told.confirmed}</p>}
    </li>
  );
}
