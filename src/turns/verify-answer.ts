// Scores a draft answer before it ships. Nothing is stored and no counter moves.
import type { Clock } from "../base/chance.ts";
import { inOneLine } from "../base/quote.ts";
import type { Brain, BrainKey } from "../domain/brain.ts";
import { type Constitution, DEFAULT_CONSTITUTION } from "../domain/constitution.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { StatedAttribute } from "../domain/learning.ts";
import type { Lesson } from "../domain/lesson.ts";
import { type Packet, packetText, type Seq } from "../domain/packet.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { ComparedAnswer, Suspect, TextReading } from "../domain/ports/text-reading.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { findConstitution, findGuard } from "./find-constitution.ts";
import { findTurn } from "./find-turn.ts";

export interface VerifyAnswerDeps {
  readonly clock: Clock;
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  readonly reembedding: Pick<Reembedding, "renew">;
  readonly reading: Pick<TextReading, "findPattern" | "compareAnswer">;
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
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface Verdict {
  readonly ok: boolean;
  /** "" where ok. */
  readonly reason: string;
  readonly coherence: number;
  readonly contradiction: boolean;
}

/** Sentences that differ from a source, compared with it by meaning: bounds the work of a long answer. */
const SUSPECTS_MAX = 16;
const LESSONS_READ_MAX = 1_000;

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
  const sources = scope.brain === null ? [] : await sourcesFor(deps, scope.brain, scope.sourceSeqs, vector, input);
  const coherence = sources.reduce((best, each) => Math.max(best, each.similarity), 0);
  const prohibition = await findGuard(deps, account, scope.constitution.prohibitions, input.answer);
  const lessons = scope.brain === null ? [] : await liveLessons(deps, scope.brain);
  const compared = await compare(deps, scope.brain, lessons, sources, input);
  const contradicted =
    (await attributeContradiction(deps, scope.brain, compared.told)) ??
    (await findContradiction(deps, scope.brain, sources, compared.suspects));
  const broken = lessons[compared.brokenRule];
  const reason = prohibition?.reason ?? (broken === undefined ? null : lessonReason(broken)) ?? contradicted ?? "";
  return { ok: reason === "", reason, coherence, contradiction: contradicted !== null };
}

const NOTHING: ComparedAnswer = { brokenRule: -1, suspects: [], told: [] };

/** By words, which costs little. Afterwards the few sentences that differ from a source are compared by meaning. */
async function compare(
  deps: VerifyAnswerDeps,
  brain: Brain | null,
  lessons: readonly Lesson[],
  sources: readonly ScoredPacket[],
  { answer }: VerifyAnswerInput,
): Promise<ComparedAnswer> {
  if (brain === null) return NOTHING;
  const asked = {
    answer,
    rules: lessons.map(({ text }) => text),
    memories: sources.map(({ packet }) => packetText(packet)),
    suspectsMax: SUSPECTS_MAX,
  };
  return deps.reading.compareAnswer(asked, brain.key.account);
}

interface Scope {
  readonly brain: Brain | null;
  readonly constitution: Constitution;
  /** Of the turn; null: the brain's nearest. */
  readonly sourceSeqs: readonly Seq[] | null;
}

async function scopeOf(deps: VerifyAnswerDeps, input: VerifyAnswerInput): Promise<Scope> {
  const { account } = input.brain;
  if (input.turnToken === null) {
    const constitution = await findConstitution(deps.constitutions, account, DEFAULT_CONSTITUTION.name);
    const brain = await deps.brains.find(input.brain);
    return { brain, constitution: constitution ?? DEFAULT_CONSTITUTION, sourceSeqs: null };
  }
  const turn = await findTurn(deps.turns, { ...input, turnToken: input.turnToken });
  if (turn.expiresAt <= deps.clock.now()) throw new MemoryError("token_expired", "this turn token has expired");
  // A constitution that was deleted since the turn was prepared forbids nothing any more.
  const constitution = await findConstitution(deps.constitutions, account, turn.constitution);
  return { brain: turn.brain, constitution: constitution ?? DEFAULT_CONSTITUTION, sourceSeqs: turn.sourceSeqs };
}

interface ScoredPacket {
  readonly packet: Packet;
  readonly similarity: number;
}

async function sourcesFor(
  deps: VerifyAnswerDeps,
  brain: Brain,
  seqs: readonly Seq[] | null,
  answer: Float32Array,
  input: VerifyAnswerInput,
): Promise<ScoredPacket[]> {
  await deps.backlog.settle(brain.id);
  const similarities =
    seqs === null ? await nearest(deps, brain, answer, input) : await among(deps, brain, answer, seqs);
  const packets = await deps.packets.bySeqs(brain.id, [...similarities.keys()]);
  return packets.map((packet) => ({ packet, similarity: similarities.get(packet.seq) ?? 0 }));
}

async function nearest(deps: VerifyAnswerDeps, brain: Brain, query: Float32Array, input: VerifyAnswerInput) {
  const { sourcesMax } = await deps.accounts.settings(input.brain.account);
  const ranked = await deps.vectors.rank("packets", brain.id, { query, limit: sourcesMax, floor: 0, by: "similarity" });
  return new Map(ranked.map((row) => [row.seq, row.similarity]));
}

async function among(deps: VerifyAnswerDeps, brain: Brain, query: Float32Array, seqs: readonly Seq[]) {
  await deps.reembedding.renew(brain.id, seqs);
  const found = await deps.vectors.similarities("packets", brain.id, seqs, query);
  return new Map(seqs.flatMap((seq, at): [Seq, number][] => (found[at] == null ? [] : [[seq, found[at]]])));
}

async function liveLessons(deps: VerifyAnswerDeps, brain: Brain): Promise<Lesson[]> {
  return deps.lessons.list(brain.id, { limit: LESSONS_READ_MAX, before: null }, deps.clock.now());
}

function lessonReason({ text }: Lesson): string {
  return `the answer does what a standing rule forbids: ${inOneLine(text)}`;
}

/** The answer tells the user another name or occupation than the confirmed one. */
async function attributeContradiction(
  deps: VerifyAnswerDeps,
  brain: Brain | null,
  told: readonly StatedAttribute[],
): Promise<string | null> {
  if (brain === null || told.length === 0) return null;
  const { confirmed } = await deps.brains.attributes(brain.id);
  for (const { attribute, value } of told) {
    const known = confirmed.find((each) => each.attribute === attribute);
    if (known !== undefined && !deps.sameValue(attribute, known.value, value)) {
      return `the answer gives the user another ${attribute} than the one that was confirmed`;
    }
  }
  return null;
}

async function findContradiction(
  deps: VerifyAnswerDeps,
  brain: Brain | null,
  sources: readonly ScoredPacket[],
  suspects: readonly Suspect[],
): Promise<string | null> {
  if (brain === null) return null;
  for (const suspect of suspects) {
    if (await meansTheSame(deps, brain, sources[suspect.memory]!.packet.seq, suspect))
      return contradictionReason(suspect);
  }
  return null;
}

/** By the packet's embedding, or by that of its input alone: a question with its answer may be unlike each of them. */
async function meansTheSame(deps: VerifyAnswerDeps, brain: Brain, seq: Seq, { sentence }: Suspect): Promise<boolean> {
  const { contradictionSimilarity, cosineBaseline } = deps.embedder.model;
  const { vector } = await deps.embedder.embed({
    text: sentence,
    role: "passage",
    lane: "interactive",
    account: brain.key.account,
  });
  const [joint] = await deps.vectors.similarities("packets", brain.id, [seq], vector);
  if ((joint ?? 0) >= contradictionSimilarity) return true;
  const input = (await deps.packets.inputVectors(brain.id, [seq])).get(seq);
  if (input === undefined) return false;
  return similarityOf(cosineOf(input, vector), cosineBaseline) >= contradictionSimilarity;
}

function contradictionReason({ difference }: Suspect): string {
  return difference === "number"
    ? "the answer states another number than memory does"
    : "the answer says the opposite of what memory says";
}
