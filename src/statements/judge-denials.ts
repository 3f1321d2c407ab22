// Finds the statement of memory that a draft denies, or that denies what the draft says, clause by clause, by their words.
import { oncePer } from "../base/once-per.ts";
import { isDirective } from "./directives.ts";
import type { Draft } from "./draft.ts";
import { clausesOf, isNegated } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

/** Two clauses with fewer words in common are about two things. */
const SHARED_STEMS_LEAST = 2;
/** And these are at least this share of the longer one's words: the same is said of the same. */
const SHARED_LEAST = 0.6;
/** Clauses of a statement that are looked at. */
const CLAUSES_MAX = 12;

/** A part of a statement that says yes or no of one thing. */
interface Clause {
  readonly stems: ReadonlySet<string>;
  readonly negated: boolean;
}

/** null where a statement that is at least as near says the same. */
export function judgeDenial({ memory, question }: Draft, statement: Statement): RememberedStatement | null {
  if (statement.general || question.general || statement.tellsHistory || statement.stems.size < SHARED_STEMS_LEAST)
    return null;
  const said = clausesIn(statement);
  let against: { readonly remembered: RememberedStatement; readonly shared: number } | null = null;
  let supported = 0;
  for (const [at, all] of memory.sharing(statement.stems)) {
    const remembered = memory.all[at]!;
    if (all < SHARED_STEMS_LEAST && remembered.negated !== statement.negated) continue;
    if (!denies(remembered) && !denies(statement)) {
      supported = Math.max(supported, all);
      continue;
    }
    for (const known of clausesIn(remembered)) {
      for (const clause of said) {
        const shared = [...clause.stems].filter((stem) => known.stems.has(stem)).length;
        if (known.negated === clause.negated) supported = Math.max(supported, shared);
        else if (remembered.claims && isSame(clause, known, shared) && shared >= (against?.shared ?? 0))
          against = { remembered, shared };
      }
    }
  }
  return against === null || supported >= against.shared ? null : against.remembered;
}

const clausesIn = oncePer((statement: Statement): readonly Clause[] =>
  clausesOf(statement)
    .slice(0, CLAUSES_MAX)
    .filter((tokens) => !isDirective(tokens))
    .map((tokens) => {
      const isShut = tokens.some(({ lower }) => SHUT.test(lower));
      return { stems: stemsOf(tokens), negated: isNegated(tokens) !== isShut };
    }),
);

function denies({ negated, tokens }: Statement): boolean {
  return negated || tokens.some(({ lower }) => SHUT.test(lower));
}

/** Whether it is open is denied by it. */
const SHUT = /^(?:closed|shut)$/;

function stemsOf(tokens: readonly Token[]): ReadonlySet<string> {
  const words = tokens.flatMap((token) =>
    token.kind === "word" ? [SHUT.test(token.lower) ? "open" : plainWord(token)] : [],
  );
  return new Set(words.flatMap((word) => contentStem(word) ?? []));
}

function isSame(one: Clause, other: Clause, shared: number): boolean {
  return shared >= SHARED_STEMS_LEAST && shared >= SHARED_LEAST * Math.max(one.stems.size, other.stems.size);
}
