// Finds the sentences of a draft answer that say otherwise than memory does.
import type { Steps } from "../base/steps.ts";
import { CONTRADICTIONS_MAX, type ContradictionKind } from "../domain/contradiction.ts";
import type { ComparedMemory, ComparedSentence, FoundContradiction, FoundDoubt } from "../domain/ports/text-reading.ts";
import type { Candidate } from "./candidate.ts";
import { deniedAllergy } from "./denied-allergy.ts";
import { deniedHabit } from "./denied-habit.ts";
import { deniedTrait } from "./denied-trait.ts";
import { findDoubt } from "./doubts.ts";
import { Draft } from "./draft.ts";
import { type Ending, findEnded, isOfPast, saysEnded, tellsEnd } from "./ended-statements.ts";
import { findCandidates } from "./find-candidates.ts";
import { findSupport, hasSupportedValues } from "./find-support.ts";
import { FormerStates } from "./former-states.ts";
import { findGivenWay, type GivenWay, saysGivenWay } from "./given-way.ts";
import { judgeDenial } from "./judge-denials.ts";
import { opposedAttitude } from "./opposed-attitude.ts";
import { isOfOtherThing } from "./other-thing.ts";
import { plainDifference } from "./plain-differences.ts";
import { isPlainlyWrong } from "./plainly-judged.ts";
import { cutOffers, QUESTION_SENTENCES_MAX, readStatements } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { RememberedStatements } from "./remembered-statements.ts";
import { scoreCandidate } from "./score-candidate.ts";
import type { SentenceReader } from "./sentence-reader.ts";
import type { Statement } from "./statement.ts";
import { isToldTogether } from "./told-together.ts";

export interface JudgedTexts {
  /** What the answer answers; null: unknown. */
  readonly question: string | null;
  readonly answer: string;
  /** In the order of time. */
  readonly memories: readonly ComparedMemory[];
  /** Whether each sentence is judged. Absent: it is not. */
  readonly explain?: boolean | undefined;
}

export interface JudgedAnswer {
  /** At most CONTRADICTIONS_MAX, one a sentence, in the order of the answer. */
  readonly contradictions: readonly FoundContradiction[];
  /** What words alone do not settle; at most SUSPECTS_MAX. */
  readonly suspects: readonly FoundContradiction[];
  /** See ComparedAnswer. */
  readonly doubt: FoundDoubt | null;
  /** Every sentence that claims something, in the order of the answer; none where nobody asked. */
  readonly sentences: readonly ComparedSentence[];
}

/** Sentences that are compared; a longer answer is a text of its own. */
const SENTENCES_MAX = 4_096;
const SUSPECTS_MAX = 4;

export function* judgeAnswer(reader: SentenceReader, texts: JudgedTexts): Steps<JudgedAnswer> {
  const draft = yield* readDraft(reader, texts);
  if (draft.question.hypothetical) {
    const sentences = texts.explain === true ? draft.claims.map(({ text }) => unknown(text)) : [];
    return { contradictions: [], suspects: [], doubt: null, sentences };
  }
  const found = new Map<Statement, Difference>();
  const { sure, doubtful } = yield* compareDraft(draft);
  for (const each of sure) found.set(each.statement, each);
  for (const { candidate, isBeside } of doubtful) {
    const score = scoreCandidate(candidate);
    const { statement } = candidate;
    if (score === null || score < (found.get(statement)?.score ?? 0)) continue;
    if (!isBeside()) found.set(statement, { ...candidate, score });
  }
  const contradicting = draft.claims.filter((statement) => found.has(statement)).slice(0, CONTRADICTIONS_MAX);
  const contradictions = contradicting.map((statement) => {
    const { remembered, kind } = found.get(statement)!;
    return { sentence: statement.text, memory: remembered.turn, remembered: remembered.text, kind };
  });
  const suspects = yield* findSuspects(draft, found);
  const doubt = yield* findDoubt(
    draft,
    texts.memories.map(({ similarity }) => similarity ?? 0),
  );
  const sentences = texts.explain === true ? yield* judgeSentences(draft, found) : [];
  return { contradictions, suspects, doubt, sentences };
}

/** What is wrong by plain words, and what the trees decide about. */
interface ComparedDraft {
  readonly sure: readonly (Difference & { readonly statement: Statement })[];
  readonly doubtful: readonly { readonly candidate: Candidate; readonly isBeside: () => boolean }[];
}

export function* compareDraft(draft: Draft): Steps<ComparedDraft> {
  const states = new FormerStates(draft.memory);
  const endings = { ended: yield* findEnded(draft.memory), given: yield* findGivenWay(draft.memory) };
  const outdated = findOutdated(draft, states, endings);
  const sure = [...findOpposed(draft), ...outdated].map(([statement, difference]) => ({ ...difference, statement }));
  const doubtful: ComparedDraft["doubtful"][number][] = [];
  for (const candidate of yield* findCandidates(draft)) {
    const plain = isPlainlyWrong(candidate, draft.memory.turns);
    const isBeside = () => isBesideThePoint(draft, states, candidate);
    if (plain === null) doubtful.push({ candidate, isBeside });
    else if (plain && !isBeside()) sure.push({ ...candidate, score: 1 });
  }
  return { sure, doubtful };
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

/** Where the draft says the opposite of what the user is, does or likes, or another relation, side or value of a person. */
export function findOpposed(draft: Draft): Map<Statement, Difference> {
  const found = new Map<Statement, Difference>();
  for (const statement of draft.claims) {
    const isOwn = draft.isOwn(statement);
    const remembered =
      deniedAllergy(draft, statement) ??
      (isOwn
        ? null
        : (deniedTrait(draft, statement) ?? deniedHabit(draft, statement) ?? opposedAttitude(draft, statement)));
    if (remembered !== null) found.set(statement, { remembered, kind: "polarity", score: 1 });
    else {
      const difference = isOwn || statement.general ? null : plainDifference(draft, statement);
      if (difference !== null) found.set(statement, { ...difference, score: 1 });
    }
  }
  return found;
}

interface Endings {
  readonly ended: readonly Ending[];
  readonly given: readonly GivenWay[];
}

/** What the draft states as if it were still so, though it ended or was otherwise before a change. */
function findOutdated(draft: Draft, states: FormerStates, endings: Endings): Map<Statement, Difference> {
  const { question, asked, memory, statements } = draft;
  const found = new Map<Statement, Difference>();
  const isOfBefore = question.history || asked.some(isOfPast);
  const isEndTold = question.general || statements.some(({ text }) => tellsEnd(text));
  for (const statement of draft.claims) {
    if (draft.isOwn(statement) || statement.general || statement.negated || isOfPast(statement)) continue;
    const stated = isOfBefore
      ? null
      : (states.endOf(draft, statement) ?? (isEndTold ? null : saysEnded(memory, endings.ended, statement)));
    const remembered = stated ?? saysGivenWay(draft, endings.given, statement);
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
