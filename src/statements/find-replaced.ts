// Finds the turns that a later one replaced, whole or in part.
import type { Steps } from "../base/steps.ts";
import type { ReplacedTurn } from "../domain/ports/text-reading.ts";
import { type Ending, findEnded } from "./ended-statements.ts";
import { FormerStates } from "./former-states.ts";
import { isOneOfMany } from "./may-replace.ts";
import { clausesOf, QUESTION_SENTENCES_MAX, readStatements } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { RememberedStatements, type RememberedTurn } from "./remembered-statements.ts";
import { contentStem, type SentenceReader } from "./sentence-reader.ts";
import { plainWord } from "./statement.ts";
import type { Token } from "./tokens.ts";
import type { Value } from "./value.ts";

/** A turn of which less is replaced stands, for the rest of it, unless the question is about what is replaced. */
const REPLACED_SHARE = 0.5;

/** What is known of one turn. */
interface Told {
  /** Values and ended things that the user stated, and those of them that stand no more. */
  stated: number;
  replaced: number;
  /** The last turn that replaced some of it; -1: none. */
  by: number;
  /** What stands no more, by its tokens. */
  readonly stale: Set<Token>;
}

/** Of each turn, in the order of time, the one that replaced what the user stated in it; null: it stands. `question`: what they are shown for. */
export function* findReplaced(
  reader: SentenceReader,
  turns: readonly RememberedTurn[],
  question: string,
): Steps<(ReplacedTurn | null)[]> {
  const memory = yield* RememberedStatements.read(reader, turns);
  const asked = yield* readStatements(reader, question, QUESTION_SENTENCES_MAX);
  const stems = new Set(asked.flatMap((statement) => [...statement.stems]));
  const told = turns.map((): Told => ({ stated: 0, replaced: 0, by: -1, stale: new Set() }));
  for (const statement of memory.all) if (statement.byUser) addValues(told[statement.turn]!, statement);
  for (const { words, ...ending } of new FormerStates(memory).all())
    addEnded(told, ending, (token) => words.has(plainWord(token)));
  for (const { ended, things, by, kind } of yield* findEnded(memory)) {
    const names = (token: Token) => things.has(contentStem(plainWord(token)) ?? "");
    const values = kind === "gone" ? ended.values : [];
    addEnded(told, { ended, by, values }, ended.tokens.some(names) ? names : () => true);
  }
  return told.map((turn, at) => {
    if (turn.by < 0) return null;
    const said = memory.all.filter((statement) => statement.byUser && statement.turn === at);
    return {
      by: turn.by,
      isWhole: isAskedFor(said, turn.stale, stems) ?? turn.replaced >= REPLACED_SHARE * turn.stated,
    };
  });
}

function addValues(turn: Told, statement: RememberedStatement): void {
  for (const value of statement.values) {
    if (isOneOfMany(value)) continue;
    const end = statement.replaced.get(value);
    // What a statement takes back in itself was never stated by it.
    if (end?.turn === statement.turn) continue;
    // What a question names is hardly stated.
    if (end !== undefined || statement.claims) turn.stated++;
    if (end === undefined) continue;
    turn.replaced++;
    turn.by = Math.max(turn.by, end.turn);
    for (const token of statement.tokens.slice(value.from, value.to)) turn.stale.add(token);
  }
}

/** `values`: what was told of it goes with it. */
interface EndedThing extends Pick<Ending, "ended" | "by"> {
  readonly values: readonly Value[];
}

function addEnded(told: readonly Told[], { ended, by, values }: EndedThing, isNamed: (token: Token) => boolean): void {
  const turn = told[ended.turn]!;
  const gone = values.filter((value) => !isOneOfMany(value) && !ended.replaced.has(value));
  turn.stated++;
  turn.replaced += 1 + gone.length;
  turn.by = Math.max(turn.by, by.turn);
  const tokens = [...ended.tokens.filter(isNamed), ...gone.flatMap(({ from, to }) => ended.tokens.slice(from, to))];
  for (const token of tokens) turn.stale.add(token);
}

/** Whether the question is about what stands no more, and not about the rest; null: about both, or neither. */
function isAskedFor(
  said: readonly RememberedStatement[],
  stale: ReadonlySet<Token>,
  asked: ReadonlySet<string>,
): boolean | null {
  let [ofStale, ofRest] = [false, false];
  for (const clause of said.flatMap(clausesOf)) {
    if (!clause.some((token) => asked.has(contentStem(plainWord(token)) ?? ""))) continue;
    if (clause.some((token) => stale.has(token))) ofStale = true;
    else ofRest = true;
  }
  return ofStale === ofRest ? null : ofStale;
}
