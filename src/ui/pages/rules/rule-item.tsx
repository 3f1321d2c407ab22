// One rule: its wording, its life, where it came from, and what can be done with it.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Brain, Model } from "../../api.ts";
import { Badge, MemoryText, Time } from "../../parts/basics.tsx";
import { hrefOf } from "../../place.ts";
import { words } from "../../words/words.ts";
import { isSoonOver } from "./rule-groups.ts";
import { RuleSources } from "./rule-sources.tsx";
import type { RuleTask } from "./rule-task.ts";

type Lesson = Model["Lesson"];

interface RuleChanges {
  readonly busy: boolean;
  readonly onPin: () => void;
  readonly onTask: (task: RuleTask) => void;
}

export function RuleItem(props: {
  brain: Brain;
  lesson: Lesson;
  now: number;
  /** The address names it. */
  isNamed: boolean;
  /** What took its place. */
  replacement: Lesson | null;
  /** null: it is only looked at. */
  changes: RuleChanges | null;
}) {
  const { brain, lesson, now, isNamed, replacement, changes } = props;
  const [isOpen, setOpen] = useState(isNamed);
  const item = useRef<HTMLLIElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isNamed) return;
    setOpen(true);
    item.current?.scrollIntoView({ block: "center" });
  }, [isNamed]);
  return (
    <li ref={item} class={isNamed ? "rule is-named" : "rule"} aria-labelledby={id}>
      <div id={id}>
        <MemoryText class="rule-text" text={lesson.response_text} />
      </div>
      <RuleLife lesson={lesson} now={now} />
      {lesson.superseded_by !== null && <Replacement brain={brain} by={replacement} />}
      <div class="row rule-actions">
        {lesson.source_link.length > 0 && (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.rules.open}
          </button>
        )}
        {changes !== null && <Changes lesson={lesson} {...changes} />}
      </div>
      {isOpen && lesson.source_link.length > 0 && <RuleSources brain={brain} ids={lesson.source_link} />}
    </li>
  );
}

function RuleLife(props: { lesson: Lesson; now: number }) {
  const { lesson, now } = props;
  const { general } = words.rules;
  const isReplaced = lesson.superseded_by !== null;
  return (
    <p class="rule-life hint">
      {lesson.pinned && <Badge tone="accent">{words.rules.pinned}</Badge>}
      {isReplaced && <Badge>{words.rules.replaced}</Badge>}
      {!isReplaced && isSoonOver(lesson, now) && <Badge tone="warn">{words.rules.soon}</Badge>}
      <span>{general.used(lesson.use_count)}</span>
      <span>
        {general.made} <Time at={lesson.created_at} as="ago" />
      </span>
      <LifeEnd lesson={lesson} />
      <span>{originOf(lesson)}</span>
    </p>
  );
}

/** A superseded rule ended when it was replaced. */
function LifeEnd(props: { lesson: Lesson }) {
  const { pinned, expires_at: at, superseded_by: by } = props.lesson;
  const { general } = words.rules;
  if (pinned && by === null) return <span>{general.neverExpires}</span>;
  return (
    <span>
      {by === null ? general.expires : general.replaced} <Time at={at} as="ago" />
    </span>
  );
}

function originOf({ source_link: sources, llm_cost: cost }: Lesson): string {
  if (sources.length > 0) return words.rules.general.from(sources.length);
  // Of a rule by hand no cost is known; what was learned loses its sources where they are erased.
  return cost === null ? words.rules.general.byHand : words.rules.general.sourcesGone;
}

function Replacement(props: { brain: Brain; by: Lesson | null }) {
  const { by, brain } = props;
  if (by === null) return <p class="hint">{words.rules.replacedByGone}</p>;
  const tab = by.superseded_by === null ? null : "superseded";
  return (
    <p class="rule-replaced">
      {words.rules.replacedBy} <a href={hrefOf(["rules"], { ...brain, tab, rule: by.id })}>{by.response_text}</a>
    </p>
  );
}

/** Of a label that a screen reader reads out. */
const LABEL_CHARS = 80;

function Changes(props: { lesson: Lesson } & RuleChanges) {
  const { lesson, busy, onPin, onTask } = props;
  const label = (action: string) => words.rules.named(action, lesson.response_text.slice(0, LABEL_CHARS));
  const pin = lesson.pinned ? words.rules.unpin : words.rules.pin;
  return (
    <>
      <button type="button" class="quiet" disabled={busy} aria-label={label(pin)} onClick={onPin}>
        {pin}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={label(words.common.edit)}
        onClick={() => onTask({ kind: "edit", lesson })}
      >
        {words.common.edit}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={label(words.common.delete)}
        onClick={() => onTask({ kind: "delete", lesson })}
      >
        {words.common.delete}
      </button>
    </>
  );
}
