// Finds the sentences of a draft answer that say otherwise than memory does.
import type { Steps } from "../base/steps.ts";
import type { ContradictionKind } from "../domain/contradiction.ts";
import type { ComparedSentence, FoundContradiction } from "../domain/ports/text-reading.ts";
import type { Candidate } from "./candidate.ts";
import { deniedAllergy } from "./denied-allergy.ts";
import { deniedHabit } from "./denied-habit.ts";
import { deniedTrait } from "./denied-trait.ts";
import { Draft } from "./draft.ts";
import { type Ending, findEnded, isOfPast, saysEnded, tellsEnd } from "./ended-statements.ts";
import { findCandidates } from "./find-candidates.ts";
import { findSupport, hasSupportedValues } from "./find-support.ts";
import { FormerStates } from "./former-states.ts";
import { judgeDenial } from "./judge-denials.ts";
import { opposedAttitude } from "./opposed-attitude.ts";
import { isOfOtherThing } from "./other-thing.ts";
import { plainDifference } from "./plain-differences.ts";
import { isPlainlyWrong } from "./plainly-judged.ts";
import { cutOffers, readStatements } from "./read-statements.ts";
import { type RememberedStatement, RememberedStatements, type RememberedTurn } from "./remembered-statements.ts";
import { PROBABILITY_LEAST, scoreCandidate } from "./score-candidate.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import { isToldTogether } from "./told-together.ts";

export interface JudgedTexts {
  /** What the answer answers; null: unknown. */
  readonly question: string | null;
  readonly answer: string;
  /** In the order of time. */
  readonly memories: readonly RememberedTurn[];
  /** Whether each sentence is judged. Absent: it is not. */
  readonly explain?: boolean | undefined;
}

export interface JudgedAnswer {
  /** At most 5, one a sentence, in the order of the answer. */
  readonly contradictions: readonly FoundContradiction[];
  /** What words alone do not settle. At most 4. */
  readonly suspects: readonly FoundContradiction[];
  /** Every sentence that claims something, in the order of the answer; none where nobody asked. */
  readonly sentences: readonly ComparedSentence[];
}

/** Sentences that are compared; a longer answer is a text of its own. */
const SENTENCES_MAX = 4_096;
const QUESTION_SENTENCES_MAX = 32;
const CONTRADICTIONS_MAX = 5;
const SUSPECTS_MAX = 4;

export function* judgeAnswer(reader: SentenceReader, texts: JudgedTexts): Steps<JudgedAnswer> {
  const draft = yield* readDraft(reader, texts);
  if (draft.question.hypothetical) {
    const sentences = texts.explain === true ? draft.claims.map(({ text }) => unknown(text)) : [];
    return { contradictions: [], suspects: [], sentences };
  }
  const found = new Map<Statement, Difference>();
  for (const [statement, difference] of findOpposed(draft)) found.set(statement, difference);
  const endings = yield* findEnded(draft.memory);
  for (const [statement, difference] of findOver(draft, endings)) found.set(statement, difference);
  const states = new FormerStates(draft.memory);
  for (const [statement, difference] of findFormer(draft, states)) found.set(statement, difference);
  for (const candidate of yield* findCandidates(draft)) {
    const plain = isPlainlyWrong(candidate, draft.memory.turns);
    const score = plain === null ? scoreCandidate(candidate) : Number(plain);
    const { statement } = candidate;
    if (score < Math.max(PROBABILITY_LEAST, found.get(statement)?.score ?? 0)) continue;
    if (!isBesideThePoint(draft, states, candidate)) found.set(statement, { ...candidate, score });
  }
  const contradicting = draft.claims.filter((statement) => found.has(statement)).slice(0, CONTRADICTIONS_MAX);
  const contradictions = contradicting.map((statement) => {
    const { remembered, kind } = found.get(statement)!;
    return { sentence: statement.text, memory: remembered.turn, remembered: remembered.text, kind };
  });
  const suspects = yield* findSuspects(draft, found);
  return { contradictions, suspects, sentences: texts.explain === true ? yield* judgeSentences(draft, found) : [] };
}

/** Memory says the same too, or it speaks of another thing. */
function isBesideThePoint(draft: Draft, states: FormerStates, candidate: Candidate): boolean {
  const { family, kind, statement, remembered, said, known } = candidate;
  // The same roles may be those of others: "Rook is the captain, Pellam the wizard".
  if (family === "value" && kind !== "value" && hasSupportedValues(draft, statement)) return true;
  if (family === "name" && (states.isSettled(said, known) || isToldTogether(candidate, draft.focus))) return true;
  return isOfOtherThing(draft, remembered);
}

function unknown(sentence: string): ComparedSentence {
  return { sentence, verdict: "unknown", memory: null };
}

function* judgeSentences(draft: Draft, contradicting: ReadonlyMap<Statement, Difference>): Steps<ComparedSentence[]> {
  const supported = yield* findSupport(draft);
  return draft.claims.map((statement) => {
    const sentence = statement.text;
    const against = contradicting.get(statement);
    if (against !== undefined) return { sentence, verdict: "contradicted", memory: against.remembered.turn };
    const by = supported.get(statement);
    return by === undefined ? unknown(sentence) : { sentence, verdict: "supported", memory: by.turn };
  });
}

interface Difference {
  readonly remembered: RememberedStatement;
  readonly kind: ContradictionKind;
  readonly score: number;
}

/** What somebody likes in the draft, and cannot bear in memory, or the other way round; an allergy that it says is none; another relation or side. */
export function findOpposed(draft: Draft): Map<Statement, Difference> {
  const found = new Map<Statement, Difference>();
  for (const statement of draft.claims) {
    const remembered =
      deniedAllergy(draft, statement) ??
      (draft.isOwn(statement)
        ? null
        : (deniedTrait(draft, statement) ?? deniedHabit(draft, statement) ?? opposedAttitude(draft, statement)));
    if (remembered !== null) found.set(statement, { remembered, kind: "polarity", score: 1 });
    else {
      const difference = draft.isOwn(statement) || statement.general ? null : plainDifference(draft, statement);
      if (difference !== null) found.set(statement, { ...difference, score: 1 });
    }
  }
  return found;
}

/** What the draft states as if it were still so. */
function findOver(draft: Draft, endings: readonly Ending[]): Map<Statement, Difference> {
  const found = new Map<Statement, Difference>();
  if (draft.question.history || draft.question.general || draft.asked.some(isOfPast)) return found;
  if (draft.statements.some(({ text }) => tellsEnd(text))) return found;
  for (const statement of draft.claims) {
    const ending = draft.isOwn(statement) || statement.general ? null : saysEnded(draft.memory, endings, statement);
    if (ending !== null) found.set(statement, { remembered: ending.by, kind: "outdated", score: 1 });
  }
  return found;
}

/** What the draft states as it was before a change. */
function findFormer(draft: Draft, states: FormerStates): Map<Statement, Difference> {
  const found = new Map<Statement, Difference>();
  for (const statement of draft.claims) {
    const remembered = draft.isOwn(statement) || statement.general ? null : states.endOf(draft, statement);
    if (remembered !== null) found.set(statement, { remembered, kind: "outdated", score: 1 });
  }
  return found;
}

export function* readDraft(reader: SentenceReader, { question, answer, memories }: JudgedTexts): Steps<Draft> {
  const memory = yield* RememberedStatements.read(reader, memories);
  const asked = yield* readStatements(reader, question ?? "", QUESTION_SENTENCES_MAX);
  const said = yield* readStatements(reader, answer, SENTENCES_MAX);
  const respelled = (statement: Statement) => memory.spellings.respell(statement);
  return new Draft(memory, asked.map(respelled), said.flatMap(cutOffers).map(respelled), answer);
}

function* findSuspects(draft: Draft, contradicting: ReadonlyMap<Statement, Difference>): Steps<FoundContradiction[]> {
  const suspects: FoundContradiction[] = [];
  for (const statement of draft.claims) {
    if (suspects.length === SUSPECTS_MAX) break;
    const remembered = contradicting.has(statement) ? null : judgeDenial(draft, statement);
    yield;
    if (remembered === null) continue;
    const { turn, text } = remembered;
    suspects.push({ sentence: statement.text, memory: turn, remembered: text, kind: "polarity" });
  }
  return suspects;
}
