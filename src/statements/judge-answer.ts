// Finds the sentences of a draft answer that say otherwise than memory does.
import type { Steps } from "../base/steps.ts";
import type { FoundContradiction } from "../domain/ports/text-reading.ts";
import { type Difference, Draft } from "./draft.ts";
import { judgeAttitude } from "./judge-attitudes.ts";
import { judgeDenial } from "./judge-denials.ts";
import { judgeName } from "./judge-names.ts";
import { judgeSlip } from "./judge-slips.ts";
import { asksFor, judgeDays, judgeValue } from "./judge-values.ts";
import { readStatements } from "./read-statements.ts";
import { RememberedStatements, type RememberedTurn } from "./remembered-statements.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import type { Value } from "./value.ts";

export interface JudgedTexts {
  /** What the answer answers; null: unknown. */
  readonly question: string | null;
  readonly answer: string;
  /** In the order of time. */
  readonly memories: readonly RememberedTurn[];
}

export interface JudgedAnswer {
  /** At most 5, one a sentence, in the order of the answer. */
  readonly contradictions: readonly FoundContradiction[];
  /** What words alone do not settle. At most 4. */
  readonly suspects: readonly FoundContradiction[];
}

/** Sentences that are compared; a longer answer is a text of its own. */
const SENTENCES_MAX = 4_096;
const QUESTION_SENTENCES_MAX = 32;
/** Values that are compared, in all. */
const VALUES_MAX = 256;
const CONTRADICTIONS_MAX = 5;
const SUSPECTS_MAX = 4;

export function* judgeAnswer(reader: SentenceReader, texts: JudgedTexts): Steps<JudgedAnswer> {
  const memory = yield* RememberedStatements.read(reader, texts.memories);
  const asked = yield* readStatements(reader, texts.question ?? "", QUESTION_SENTENCES_MAX);
  const draft = new Draft(memory, asked, yield* readStatements(reader, texts.answer, SENTENCES_MAX), texts.answer);
  const contradictions: FoundContradiction[] = [];
  const suspects: FoundContradiction[] = [];
  if (draft.question.hypothetical) return { contradictions, suspects };
  let valuesLeft = VALUES_MAX;
  const answering = answeringStatement(draft);
  for (const [at, statement] of draft.claims.entries()) {
    const answers = statement === answering ? asksFor(draft, statement) : NO_VALUES;
    const difference = judgeStatement(draft, statement, at === 0, answers, valuesLeft);
    valuesLeft -= Math.min(valuesLeft, statement.values.length);
    if (difference !== null) contradictions.push(found(statement, difference));
    if (contradictions.length === CONTRADICTIONS_MAX) break;
    const denial = difference === null && suspects.length < SUSPECTS_MAX ? judgeDenial(draft, statement) : null;
    if (denial !== null) suspects.push(found(statement, denial));
    yield;
  }
  return { contradictions, suspects };
}

/** The question is answered by the first claim, unless it asked for a list or a letter. */
function answeringStatement({ claims, isComposed }: Draft): Statement | undefined {
  return isComposed ? undefined : claims[0];
}

const NO_VALUES: ReadonlySet<Value> = new Set();

function found({ text }: Statement, { kind, remembered }: Difference): FoundContradiction {
  return { sentence: text, memory: remembered.turn, remembered: remembered.text, kind };
}

/** `first`: it is what the answer begins with. `answers`: the values of it that answer the question. */
function judgeStatement(
  draft: Draft,
  statement: Statement,
  first: boolean,
  answers: ReadonlySet<Value>,
  valuesMax: number,
): Difference | null {
  const own = statement.ofSpeaker && !draft.isComposed;
  const named =
    first && !own && !draft.isComposed && statement === draft.statements[0] ? judgeName(draft, statement) : null;
  const differs = named ?? (own ? null : judgeAttitude(draft, statement)) ?? judgeDays(draft, statement);
  if (differs !== null) return differs;
  for (const value of statement.values.slice(0, valuesMax)) {
    const difference = judgeValue(draft, statement, value, answers.has(value));
    if (difference !== null) return difference;
  }
  return judgeSlip(draft, statement);
}
