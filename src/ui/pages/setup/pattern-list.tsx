// Gates or prohibitions: patterns with their reasons, one a row.
import type { Model } from "../../api.ts";
import { words } from "../../words/words.ts";

const told = words.setup.constitutions;
type Pattern = Model["GuardPattern"];
export type PatternKind = keyof typeof told.kinds;

const LEADS: Readonly<Record<PatternKind, string>> = {
  gates: told.gatesLead,
  prohibitions: told.prohibitionsLead,
};

export function PatternList(props: {
  kind: PatternKind;
  patterns: readonly Pattern[];
  onChange: (patterns: Pattern[]) => void;
}) {
  const { kind, patterns, onChange } = props;
  const change = (at: number, to: Pattern) => onChange(patterns.map((each, index) => (index === at ? to : each)));
  return (
    <fieldset class="patterns">
      <legend>{told[kind]}</legend>
      <p class="hint">
        {LEADS[kind]} {told.patternHint}
      </p>
      {patterns.length === 0 && <p class="muted">{told.noPatterns}</p>}
      {patterns.map((pattern, at) => (
        <PatternRow
          // Rows have no name of their own, and only the last is ever added.
          key={`${kind}-${at}`}
          kind={kind}
          at={at + 1}
          pattern={pattern}
          onChange={(to) => change(at, to)}
          onRemove={() => onChange(patterns.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <button type="button" onClick={() => onChange([...patterns, { pattern: "", reason: "" }])}>
          {told.add[kind]}
        </button>
      </div>
    </fieldset>
  );
}

function PatternRow(props: {
  kind: PatternKind;
  at: number;
  pattern: Pattern;
  onChange: (pattern: Pattern) => void;
  onRemove: () => void;
}) {
  const { at, pattern, onChange, onRemove } = props;
  const kind = told.kinds[props.kind];
  return (
    <div class="pattern-row">
      <input
        class="mono"
        required
        spellcheck={false}
        aria-label={told.pattern(kind, at)}
        placeholder={told.patternShort}
        value={pattern.pattern}
        onInput={(event) => onChange({ ...pattern, pattern: event.currentTarget.value })}
      />
      <input
        required
        dir="auto"
        aria-label={told.reason(kind, at)}
        placeholder={told.reasonShort}
        value={pattern.reason}
        onInput={(event) => onChange({ ...pattern, reason: event.currentTarget.value })}
      />
      <button type="button" class="quiet" aria-label={told.removeOf(kind, at)} onClick={onRemove}>
        {told.remove}
      </button>
    </div>
  );
}
