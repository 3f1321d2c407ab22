// Finds the wishes that change what a live lesson says, and that lesson, by their meaning.
import { createGiveWay } from "../base/give-way.ts";
import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { Wish } from "./find-wishes.ts";
import { type NearestLessonDeps, nearestLesson } from "./nearest-lesson.ts";
import { leastSimilarity, mayEnd, supersedes } from "./supersede.ts";

export interface FindChangesDeps extends NearestLessonDeps {
  readonly embedder: Embedder;
}

/** As likely must it be that a sentence wishes or corrects something at all. */
const WISH_SHARE = 0.4;
/** Where no word says that something changes, the rules must be as similar, and unable to stand together. */
const UNSAID_SIMILARITY = 0.5;
/** A clause alone must be as similar to the lesson that it is about. */
const CLAUSE_SIMILARITY = 0.4;
const CLAUSE_END = /[,;]|\b(?:so|and|but|because|also|aber|weil|y|pero|et|mais|donc)\b/iu;
const CLAUSE_WORDS_MIN = 3;
const CLAUSES_MAX = 4;

/** `after`: the watermark; wishes of packets above it are new. */
export async function findChanges(
  deps: FindChangesDeps,
  { id, key }: Brain,
  wishes: readonly Wish[],
  { after, now }: { readonly after: Seq; readonly now: number },
): Promise<ReadonlyMap<Wish, Seq>> {
  const found = new Map<Wish, Seq>();
  const giveWay = createGiveWay();
  for (const wish of wishes.filter((each) => each.seq > after && mayChange(each))) {
    await giveWay();
    const change = { inSentence: wish.changes, inInput: wish.inputChanges };
    const floor = Math.min(leastSimilarity(change), UNSAID_SIMILARITY);
    let most = 0;
    for (const text of partsOf(wish.masked)) {
      const { vector } = await deps.embedder.embed({ text, role: "passage", lane: "background", account: key.account });
      const least = text === wish.masked ? floor : CLAUSE_SIMILARITY;
      const near = await nearestLesson(deps, id, { query: vector, floor: least, now });
      if (near === null || near.similarity <= most) continue;
      const other = saidInLesson(near.text);
      const isMeant = change.inInput
        ? mayEnd(text, other)
        : supersedes({ said: text, change: undefined }, other, near.similarity);
      if (!isMeant) continue;
      most = near.similarity;
      found.set(wish, near.seq);
    }
  }
  return found;
}

/** The sentence, and its clauses where it has some: "my iron is low so i eat fish again now, still no meat". */
function partsOf(masked: string): string[] {
  const clauses = masked.split(CLAUSE_END).filter((clause) => clause.trim().split(/\s+/).length >= CLAUSE_WORDS_MIN);
  return [masked, ...(clauses.length > 1 ? clauses.slice(0, CLAUSES_MAX) : [])];
}

function mayChange({ shares, isOnce, asks, isLasting }: Wish): boolean {
  if (shares === null || isOnce || (asks && !isLasting)) return false;
  return shares.order + shares.preference + shares.once + shares.correction >= WISH_SHARE;
}
