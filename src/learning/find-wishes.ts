// Finds what the packets of a pass wish of the assistant, or tell of the user for good, one by one.
import { createGiveWay } from "../base/give-way.ts";
import type { Brain } from "../domain/brain.ts";
import { type IntentReader, type IntentShares, LIKELY, wantedShare } from "../domain/intent.ts";
import type { ClusterPacket } from "../domain/learning.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import { bySeq, type Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LearningStore, Scan } from "../domain/ports/learning-store.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { WishSentence } from "../domain/wish.ts";
import { saysChange } from "./change-signs.ts";
import {
  type ClassifiedSentence,
  changingShare,
  classifySentences,
  intentShares,
  isNeed,
  lastingShare,
} from "./classify-message.ts";
import { listedOrders } from "./listed-orders.ts";
import { meansByNumber, spelledOut } from "./numbered-wishes.ts";

export interface Wish extends WishSentence {
  readonly seq: Seq;
  /** null where the model has no head for intents, or the sentence was not worth an embedding. */
  readonly shares: IntentShares | null;
  /** The sentence before it in the same input; "" for the first. */
  readonly before: string;
  /** Of the whole input; null as for the sentence, and where the input's embedding is gone. */
  readonly inputShares: IntentShares | null;
  /** What the head for intents says of the sentence, where the classifier takes it for one that is meant for good. */
  readonly ownShares: IntentShares | null;
  /** Of a new packet; null where the model has no classifier of messages. */
  readonly classified: ClassifiedSentence | null;
  /** Where it lists several orders, each of them; else none. */
  readonly orders: readonly WishSentence[];
}

export interface FindWishesDeps {
  readonly learning: LearningStore;
  readonly reading: Pick<TextReading, "redact" | "readWishes">;
  readonly embedder: Embedder;
  /** null: the model brings none, and words decide alone. */
  readonly intents: IntentReader | null;
  /** null: the model brings none, and sentences are read one by one with `intents`. */
  readonly classifier: MessageClassifier | null;
}

// Bounds without a source were chosen on the seen parts of bench:learning.

/** Packets read at a time. */
const CHUNK = 100;
/** A sentence whose words alone make a wish less likely than this is not embedded. */
const WORTH_EMBEDDING = 0.3;
/** Of so many new packets, the last ones, every input is classified: news that ends a rule looks like no wish to the head. */
const CLASSIFIED_PACKETS = 1_000;
/** Of earlier ones, after an import, none whose embedding makes a wish less likely. */
const WORTH_CLASSIFYING = 0.05;
const NO_VECTOR = new Float32Array(DIMENSION);

/** In the order of the packets and of their sentences. Of the packets that stayed alone, nothing is embedded. */
export async function findWishes(deps: FindWishesDeps, brain: Brain, scan: Scan): Promise<Wish[]> {
  const found: Wish[] = [];
  const giveWay = createGiveWay();
  const packets = [
    ...scan.alone.map((each) => ({ ...each, isFresh: false })),
    ...scan.fresh.map((each) => ({ ...each, isFresh: true })),
  ].sort((a, b) => a.seq - b.seq);
  const lastOnes = new Set(scan.fresh.slice(-CLASSIFIED_PACKETS).map(({ seq }) => seq));
  for (let from = 0; from < packets.length; from += CHUNK) {
    const chunk = packets.slice(from, from + CHUNK);
    const seqs = chunk.map(({ seq }) => seq);
    const texts = bySeq(await deps.learning.packets(brain.id, seqs));
    for (const { seq, vector, isFresh } of chunk) {
      await giveWay();
      const packet = texts.get(seq);
      if (packet === undefined) continue;
      const said = await withEntries(deps, brain, packet);
      const wishes = await wishesOf(deps, brain, said, { vector, isFresh, isLate: lastOnes.has(seq) });
      // An entry is the assistant's: it may end a rule, and is none.
      const isListed = said.input !== packet.input;
      found.push(
        ...wishes.map((wish) => ({ ...wish, onlyTakesBack: wish.onlyTakesBack || (isListed && wish.takesBack) })),
      );
    }
  }
  return found;
}

/** With what its numbers mean, by the answer to the turn before. */
async function withEntries({ learning }: FindWishesDeps, { id }: Brain, packet: ClusterPacket): Promise<ClusterPacket> {
  if (!meansByNumber(packet.input)) return packet;
  const [before] = await learning.packets(id, [packet.seq - 1]);
  return before === undefined ? packet : { ...packet, input: spelledOut(packet.input, before.answer) };
}

async function wishesOf(
  deps: FindWishesDeps,
  brain: Brain,
  packet: ClusterPacket,
  {
    vector,
    isFresh,
    isLate,
  }: { readonly vector: Float32Array | null; readonly isFresh: boolean; readonly isLate: boolean },
): Promise<Wish[]> {
  const { account } = brain.key;
  const sentences = await deps.reading.readWishes(packet.input, account);
  const found: Wish[] = [];
  let before = "";
  const inputShares = vector === null ? null : (deps.intents?.read(packet.input, vector) ?? null);
  const isClassified = isFresh && deps.classifier !== null && (isLate || mayWish(sentences, inputShares));
  // A worker that dies twice over an input leaves it to the head for intents.
  const classified = isClassified
    ? await classifySentences(deps.classifier, packet.input, sentences).catch(() => [])
    : [];
  for (const [at, sentence] of sentences.entries()) {
    const read = classified[at] ?? null;
    const shares =
      read === null
        ? await sharesOf(deps, sentence, {
            account,
            isFresh,
            vector: sentence.masked === packet.input.trim() ? vector : null,
          })
        : intentShares(read.own);
    const isTold = sentences.length > 1 && read?.tells === true && isLikely(read);
    const ownShares = isTold ? await headOf(deps, sentence.masked, account) : null;
    // What somebody needs is one thing: "no raw fish, no pâté".
    const mayList = read !== null && mayTeach(sentence, read) && !isNeed({ classified: read });
    const orders = mayList ? await ordersIn(deps, sentence, account) : [];
    found.push({ ...sentence, seq: packet.seq, before, shares, inputShares, ownShares, classified: read, orders });
    before = sentence.text;
  }
  return found;
}

function mayTeach(
  { isLasting, isOnce, stands, asks, takesBack }: WishSentence,
  { message, own, tells }: ClassifiedSentence,
) {
  if (asks || takesBack || isOnce) return false;
  return isLasting || stands !== null || (tells && Math.max(lastingShare(message), lastingShare(own)) >= LIKELY);
}

async function ordersIn({ classifier, reading }: FindWishesDeps, sentence: WishSentence, account: string) {
  if (classifier === null) return [];
  const read = (order: string) => reading.readWishes(order, account);
  return listedOrders(classifier, sentence, read).catch(() => []);
}

/** By the head for intents. `vector`: the sentence's embedding, where it is known already. */
async function sharesOf(
  deps: FindWishesDeps,
  sentence: WishSentence,
  known: { readonly account: string; readonly isFresh: boolean; readonly vector: Float32Array | null },
): Promise<IntentShares | null> {
  const { masked } = sentence;
  const { account, isFresh, vector } = known;
  const embedded = vector ?? (isFresh && isWorth(deps.intents, sentence) ? await embed(deps, masked, account) : null);
  // Of an older packet the words are enough: it can only be one of several that wish the same.
  const vectorRead = embedded ?? (isFresh ? null : NO_VECTOR);
  return vectorRead === null ? null : (deps.intents?.read(masked, vectorRead) ?? null);
}

/** Meant for good, or to end something: of others the head for intents is not asked. */
function isLikely({ message, own }: ClassifiedSentence): boolean {
  return changingShare(message) >= LIKELY && changingShare(own) >= LIKELY;
}

async function headOf(deps: FindWishesDeps, text: string, account: string): Promise<IntentShares | null> {
  return deps.intents?.read(text, await embed(deps, text, account)) ?? null;
}

function isWorth(intents: IntentReader | null, { masked, isLasting, kinds, takesBack }: WishSentence): boolean {
  if (intents === null) return false;
  if (isLasting || takesBack || kinds.length > 0 || saysChange(masked)) return true;
  const { order, preference, once } = intents.read(masked, NO_VECTOR);
  return order + preference + once >= WORTH_EMBEDDING;
}

function mayWish(sentences: readonly WishSentence[], shares: IntentShares | null): boolean {
  if (sentences.length === 0) return false;
  if (shares === null || sentences.some(({ takesBack, isLasting }) => takesBack || isLasting)) return true;
  return wantedShare(shares) >= WORTH_CLASSIFYING;
}

async function embed({ embedder }: FindWishesDeps, text: string, account: string): Promise<Float32Array> {
  return (await embedder.embed({ text, role: "query", lane: "background", account })).vector;
}
