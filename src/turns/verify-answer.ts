// Scores a draft answer before it ships. Nothing is stored and no counter moves.

import type { Clock } from "../base/chance.ts";
import { inOneLine } from "../base/quote.ts";
import { SOURCES_MAX } from "../domain/account-settings.ts";
import type { Brain, BrainKey } from "../domain/brain.ts";
import { type Constitution, DEFAULT_CONSTITUTION } from "../domain/constitution.ts";
import { CONTRADICTIONS_MAX, type Contradiction, type ContradictionKind } from "../domain/contradiction.ts";
import { MemoryError } from "../domain/errors.ts";
import type { JudgedSentence } from "../domain/judged-sentence.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { StatedAttribute } from "../domain/learning.ts";
import type { Lesson } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import { type Packet, packetTime, type Seq } from "../domain/packet.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { AnswerJudge } from "../domain/ports/answer-judge.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { ComparedAnswer, FoundContradiction, TextReading } from "../domain/ports/text-reading.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { redactFor } from "../redaction/redact-for.ts";
import { findConstitution, findGuard } from "./find-constitution.ts";
import { findTurn } from "./find-turn.ts";
import { judgeDoubt } from "./judge-doubt.ts";

export interface VerifyAnswerDeps {
  readonly clock: Clock;
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  readonly reembedding: Pick<Reembedding, "renew">;
  readonly reading: Pick<TextReading, "findPattern" | "compareAnswer" | "redact">;
  /** null: answers are judged by words alone. */
  readonly judge: AnswerJudge | null;
  readonly limits: Pick<Limits, "inputCharsMax">;
  readonly sameValue: SameValue;
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
  readonly constitutions: ConstitutionStore;
  readonly lessons: LessonStore;
  readonly packets: PacketStore;
  readonly turns: TurnStore;
}

export interface VerifyAnswerInput {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey;
  readonly answer: string;
  /** null: scored against the brain alone. */
  readonly turnToken: string | null;
  /** What the answer answers, where no token says it. Absent: unknown. */
  readonly question?: string | undefined;
  /** Whether each sentence says what it hangs on. Absent: none does. */
  readonly explain?: boolean | undefined;
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface Verdict {
  readonly ok: boolean;
  /** "" where ok. */
  readonly reason: string;
  readonly coherence: number;
  readonly contradiction: boolean;
  /** At most CONTRADICTIONS_MAX. */
  readonly contradictions: readonly Contradiction[];
  /** Those that claim something, in the order of the answer; null where nobody asked. */
  readonly sentences: readonly JudgedSentence[] | null;
}

const LESSONS_READ_MAX = 1_000;
/** Memories beside the turn's sources that the answer is held against: those nearest to it, and the newest. */
const NEAREST_MEMORIES = 16;
const NEWEST_MEMORIES = 4;

/** Throws the token's errors as `/record` does, and `token_expired` also for a recorded one; consumes nothing. */
export async function verifyAnswer(deps: VerifyAnswerDeps, input: VerifyAnswerInput): Promise<Verdict> {
  const scope = await scopeOf(deps, input);
  const { account } = input.brain;
  const { vector } = await deps.embedder.embed({
    text: input.answer,
    role: "passage",
    lane: "interactive",
    account,
    signal: input.signal,
  });
  const { coherence, memories } = await readMemory(deps, scope, vector, input);
  const prohibition = await findGuard(deps, account, scope.constitution.prohibitions, input.answer);
  const { brain, question } = scope;
  const lessons = brain === null ? [] : await liveLessons(deps, brain);
  const known = { brain, question, lessons, memories };
  const compared = await judgeDoubt(deps.judge, question ?? "", await compare(deps, known, input));
  const contradictions = await contradictionsOf(deps, known, compared, input.signal);
  const broken = lessons[compared.brokenRule];
  const [first] = contradictions;
  const contradicted = first === undefined ? null : contradictionReason(first);
  const reason = prohibition?.reason ?? (broken === undefined ? null : lessonReason(broken)) ?? contradicted ?? "";
  const sentences = input.explain === true ? sentencesOf(memories, compared, contradictions) : null;
  return { ok: reason === "", reason, coherence, contradiction: contradicted !== null, contradictions, sentences };
}

const NOTHING: ComparedAnswer = {
  brokenRule: -1,
  contradictions: [],
  suspects: [],
  doubt: null,
  sentences: [],
  told: [],
};

/** What the answer is held against. */
interface Known extends Pick<Scope, "brain" | "question"> {
  readonly lessons: readonly Lesson[];
  /** In the order of time. */
  readonly memories: readonly SimilarPacket[];
}

interface SimilarPacket extends Packet {
  /** Of the answer to it; 0 where it has no embedding yet. */
  readonly similarity: number;
}

/** By words, which costs little. Afterwards the few sentences that deny what a memory says are compared by meaning. */
async function compare(
  deps: VerifyAnswerDeps,
  { brain, question, lessons, memories }: Known,
  { answer, explain, brain: key }: VerifyAnswerInput,
): Promise<ComparedAnswer> {
  if (brain === null && explain !== true) return NOTHING;
  const asked = {
    question,
    answer,
    rules: lessons.map(({ text }) => text),
    memories: memories.map((each) => ({ input: each.input, answer: each.answer, similarity: each.similarity })),
    explain,
  };
  return deps.reading.compareAnswer(asked, key.account);
}

/** What is known only by meaning, or from what the user is called or does, counts as well. */
function sentencesOf(
  memories: readonly SimilarPacket[],
  { sentences }: ComparedAnswer,
  contradictions: readonly Contradiction[],
): JudgedSentence[] {
  return sentences.map(({ sentence, verdict, memory }) => {
    if (verdict === "contradicted") return { sentence, verdict, sourceId: memories[memory!]!.id };
    const against = contradictions.find(({ sentence: other, sourceId }) =>
      sourceId === null ? sentence.includes(other) : sentence === other,
    );
    if (against !== undefined) return { sentence, verdict: "contradicted", sourceId: against.sourceId };
    return { sentence, verdict, sourceId: memory === null ? null : memories[memory]!.id };
  });
}

interface Scope {
  readonly brain: Brain | null;
  readonly constitution: Constitution;
  /** Of the turn; null: the brain's nearest. */
  readonly sourceSeqs: readonly Seq[] | null;
  /** What the answer answers; null: unknown. */
  readonly question: string | null;
}

async function scopeOf(deps: VerifyAnswerDeps, input: VerifyAnswerInput): Promise<Scope> {
  const { account } = input.brain;
  if (input.turnToken === null) {
    const constitution = await findConstitution(deps.constitutions, account, DEFAULT_CONSTITUTION.name);
    const brain = await deps.brains.find(input.brain);
    const question = await questionOf(deps, input);
    return { brain, constitution: constitution ?? DEFAULT_CONSTITUTION, sourceSeqs: null, question };
  }
  const turn = await findTurn(deps.turns, { ...input, turnToken: input.turnToken });
  if (turn.expiresAt <= deps.clock.now()) throw new MemoryError("token_expired", "this turn token has expired");
  // A constitution that was deleted since the turn was prepared forbids nothing any more.
  const constitution = await findConstitution(deps.constitutions, account, turn.constitution);
  // What another node has written since is read in by that look.
  const brain = await deps.brains.find(turn.brain.key);
  const { sourceSeqs, input: question } = turn;
  return { brain, constitution: constitution ?? DEFAULT_CONSTITUTION, sourceSeqs, question };
}

/** As a turn's input is stored, without what the account does not store. */
async function questionOf(deps: VerifyAnswerDeps, { brain, question }: VerifyAnswerInput): Promise<string | null> {
  if (question === undefined) return null;
  return redactFor(deps, brain.account, question, deps.limits.inputCharsMax);
}

interface ReadMemory extends Pick<Known, "memories"> {
  /** The best similarity of the answer to a source. */
  readonly coherence: number;
}

async function readMemory(
  deps: VerifyAnswerDeps,
  { brain, sourceSeqs }: Scope,
  answer: Float32Array,
  input: VerifyAnswerInput,
): Promise<ReadMemory> {
  if (brain === null) return { coherence: 0, memories: [] };
  await deps.backlog.settle(brain.id);
  const near = { query: answer, limit: NEAREST_MEMORIES, floor: 0, by: "similarity" } as const;
  const nearest = await deps.vectors.rank("packets", brain.id, near);
  const { sourcesMax } = await deps.accounts.settings(input.brain.account);
  const scored = sourceSeqs ?? nearest.slice(0, sourcesMax ?? SOURCES_MAX).map(({ seq }) => seq);
  if (sourceSeqs !== null) await deps.reembedding.renew(brain.id, sourceSeqs);
  const newest = await deps.packets.list(brain.id, { limit: NEWEST_MEMORIES, before: null });
  const seqs = new Set([...scored, ...nearest.map(({ seq }) => seq)]);
  const others = newest.filter(({ seq }) => !seqs.has(seq));
  const packets = [...(await deps.packets.bySeqs(brain.id, [...seqs])), ...others].sort(byTime);
  const similarities = new Map(nearest.map(({ seq, similarity }) => [seq, similarity]));
  const left = packets.map(({ seq }) => seq).filter((seq) => !similarities.has(seq));
  const ofLeft = await deps.vectors.similarities("packets", brain.id, left, answer);
  for (const [at, seq] of left.entries()) similarities.set(seq, ofLeft[at] ?? 0);
  const memories = packets.map((packet) => ({ ...packet, similarity: similarities.get(packet.seq)! }));
  const ofScored = memories.filter(({ seq }) => scored.includes(seq)).map(({ similarity }) => similarity);
  return { coherence: Math.max(0, ...ofScored), memories };
}

function byTime(a: Packet, b: Packet): number {
  return packetTime(a) - packetTime(b) || a.seq - b.seq;
}

/** Pinned ones first: none of them is beyond the bound. */
async function liveLessons(deps: VerifyAnswerDeps, brain: Brain): Promise<Lesson[]> {
  return deps.lessons.mostReinforced(brain.id, LESSONS_READ_MAX, deps.clock.now());
}

function lessonReason({ text }: Lesson): string {
  return `the answer does what a standing rule forbids: ${inOneLine(text)}`;
}

async function contradictionsOf(
  deps: VerifyAnswerDeps,
  { brain, memories }: Known,
  { contradictions, suspects, told }: ComparedAnswer,
  signal?: AbortSignal,
): Promise<Contradiction[]> {
  if (brain === null) return [];
  const found = [...(await attributeContradictions(deps, brain, told))];
  const add = ({ sentence, memory, remembered, kind }: FoundContradiction) =>
    found.push({ sentence, sourceId: memories[memory]!.id, remembered, kind });
  for (const each of contradictions) add(each);
  for (const each of suspects) {
    if (found.length >= CONTRADICTIONS_MAX) break;
    if (await meansTheSame(deps, brain, memories[each.memory]!.seq, each, signal)) add(each);
  }
  return found.slice(0, CONTRADICTIONS_MAX);
}

/** The answer tells the user another name or occupation than the confirmed one. */
async function attributeContradictions(
  deps: VerifyAnswerDeps,
  brain: Brain,
  told: readonly StatedAttribute[],
): Promise<Contradiction[]> {
  if (told.length === 0) return [];
  const { confirmed } = await deps.brains.attributes(brain.id);
  return told.flatMap(({ attribute, value }) => {
    const known = confirmed.find((each) => each.attribute === attribute);
    if (known === undefined || deps.sameValue(attribute, known.value, value)) return [];
    const kind = attribute === "name" ? "name" : "value";
    return [{ sentence: value, sourceId: null, remembered: known.value, kind }];
  });
}

/** By the packet's embedding, or by that of its input alone: a question with its answer may be unlike each of them. */
async function meansTheSame(
  deps: VerifyAnswerDeps,
  brain: Brain,
  seq: Seq,
  { sentence }: FoundContradiction,
  signal?: AbortSignal,
): Promise<boolean> {
  const { contradictionSimilarity, cosineBaseline } = deps.embedder.model;
  const { vector } = await deps.embedder.embed({
    text: sentence,
    role: "passage",
    lane: "interactive",
    account: brain.key.account,
    signal,
  });
  const [joint] = await deps.vectors.similarities("packets", brain.id, [seq], vector);
  if ((joint ?? 0) >= contradictionSimilarity) return true;
  const input = (await deps.packets.inputVectors(brain.id, [seq])).get(seq);
  if (input === undefined) return false;
  return similarityOf(cosineOf(input, vector), cosineBaseline) >= contradictionSimilarity;
}

const REASONS: Readonly<Record<ContradictionKind, string>> = {
  polarity: "the answer says the opposite of what memory says",
  number: "the answer states another number than memory does",
  date: "the answer states another day or time than memory does",
  name: "the answer names somebody or something else than memory does",
  value: "the answer states something else than memory does",
  outdated: "the answer states what is no longer so",
};

function contradictionReason({ kind, sentence, remembered }: Contradiction): string {
  return `${REASONS[kind]}: ${inOneLine(sentence)} Remembered: ${inOneLine(remembered)}`;
}
