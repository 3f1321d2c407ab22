// One memory in one mode: its text, its place here and there, and what its score is made of.
import { useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { Badge, Bar, MemoryText } from "../../parts/basics.tsx";
import { MemoryLink } from "../../parts/memory-link.tsx";
import { words } from "../../words/words.ts";
import type { Mode } from "./load-why.ts";
import type { Place } from "./places.ts";
import { placeSteps, shownParts } from "./score-parts.ts";

const CUT_CHARS = 320;

export interface EntryCardProps {
  readonly brain: Brain;
  readonly entry: Model["SourceEntry"] | Model["EntryBelow"];
  readonly tag: string;
  readonly mode: Mode;
  readonly otherMode: Mode;
  readonly here: Place;
  readonly there: Place;
  /** The letter of the memory that replaced what it states. */
  readonly outdatedBy: string | null;
  readonly isLit: boolean;
  readonly onLit: (id: string | null) => void;
}

export function EntryCard(props: EntryCardProps) {
  const { brain, entry, mode, here, onLit } = props;
  const { explain } = entry;
  const lit = { onMouseEnter: () => onLit(entry.id), onMouseLeave: () => onLit(null) };
  return (
    <li class={`why-entry ${here.kind} ${props.isLit ? "is-lit" : ""}`} data-tag={props.tag} {...lit}>
      <EntryHead {...props} />
      <CutText text={entry.text} />
      {explain !== undefined && (
        <>
          <div class="why-bars">
            {shownParts(explain, mode).map(([part, value]) => (
              <Bar
                key={part}
                label={words.why.parts[part]}
                value={value}
                tone={part === "confidence" ? "plain" : "accent"}
              />
            ))}
          </div>
          <Steps ranks={explain.ranks} at={here.kind === "brief" ? here.at : null} />
        </>
      )}
      <p class="row hint">
        <span>{words.why.there(words.why.modes[props.otherMode], props.there)}</span>
        <MemoryLink brain={brain} id={entry.id} />
      </p>
    </li>
  );
}

function EntryHead(props: EntryCardProps) {
  const { entry, tag, here, outdatedBy } = props;
  const entered = entry.explain !== undefined && "entered_by" in entry.explain ? entry.explain.entered_by : null;
  return (
    <div class="row why-entry-head">
      <span class="tag">
        <span class="visually-hidden">{words.why.memory} </span>
        {tag}
      </span>
      {here.kind === "brief" && <strong>{words.why.place(here.at)}</strong>}
      {entered !== null && <Badge tone="good">{words.why.entered[entered]}</Badge>}
      {here.kind === "below" && <Badge>{words.why.notEntered}</Badge>}
      {outdatedBy !== null && <Badge tone="warn">{words.why.outdated(outdatedBy)}</Badge>}
      <span class="why-score">{words.why.score(entry.score)}</span>
    </div>
  );
}

/** Of a long text the beginning; the rest when asked. */
function CutText(props: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const points = [...props.text];
  const isLong = points.length > CUT_CHARS;
  return (
    <>
      <MemoryText text={isLong && !isWhole ? `${points.slice(0, CUT_CHARS).join("")}…` : props.text} />
      {isLong && (
        <button type="button" class="quiet why-whole" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.why.less : words.why.whole}
        </button>
      )}
    </>
  );
}

/** Of what kept its place nothing is told. */
function Steps(props: { ranks: Model["ExplanationRanks"]; at: number | null }) {
  const steps = placeSteps(props.ranks, props.at);
  if (steps.length < 2) return null;
  return <p class="hint why-steps">{words.why.steps(steps.map(([step, rank]) => words.why.step[step](rank)))}</p>;
}
