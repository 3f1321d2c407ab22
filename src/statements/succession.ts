// How likely it looks that what was told later took the place of what was told before: in words, and in numbers.
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import { type Features, flag } from "./candidate.ts";
import { isForeign } from "./function-words.ts";
import { stemsByToken } from "./near-words.ts";
import { refersBack, wordsBesideValues } from "./refers-back.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { hasChanged, isChangeVerb } from "./says-changed.ts";
import type { Scene } from "./scene.ts";

/** Tokens on each side of what was told later. */
const REACH = 3;
const NOW = wordSet("now nowadays since noo jetzt nun ahora maintenant désormais neuerdings");
const STAYS = wordSet(
  "still stays stay same remains unchanged too also always noch weiterhin toujours sigue igual auch",
);
const TURNS = wordSet(
  `up down raised rise rose gone went bumped put cut dropped moved changed switched swapped extended pushed brought got gets instead new only
  just again back`,
);
/** Words of its own that an earlier statement may have beside those of a later one. */
const FRAME_REST = 3;
const PAST = wordSet("was were had used been did last ago yesterday");

/** Where something is told. */
export interface Place {
  readonly statement: RememberedStatement;
  /** Index of its first token, and of the token after its last. */
  readonly from: number;
  readonly to: number;
}

const wordsOf = oncePer(({ said }: RememberedStatement) => wordsBesideValues(said));

/** Of what was told later, what is most about the same as the question, the sentence and what was told before; null: there is none. */
export function likeliest<Newer extends Place>(
  scene: Scene,
  { statement: old }: Place,
  found: readonly Newer[],
  worthOf: (newer: Newer) => number,
): Newer | null {
  let best: { readonly newer: Newer; readonly score: number } | null = null;
  for (const newer of found) {
    const { statement } = newer;
    const shared = scene.shared(wordsOf(statement), wordsOf(old));
    const score = scene.about(statement) + shared + worthOf(newer);
    if (best === null || score > best.score) best = { newer, score };
  }
  return best?.newer ?? null;
}

/** `near`: the words around what the sentence says. */
interface Succession {
  readonly near: ReadonlySet<string>;
  readonly old: Place;
  readonly newer: Place;
}

export function succession(scene: Scene, { near, old, newer }: Succession): Features {
  const { memory } = scene.draft;
  const [earlier, later] = [old.statement, newer.statement];
  const [mine, theirs] = [wordsOf(later), wordsOf(earlier)];
  const shared = mine.intersection(theirs);
  const lowers = later.tokens.map(({ lower }) => lower);
  const beside = lowers.slice(Math.max(0, newer.from - REACH), newer.to + REACH);
  const has = (some: readonly string[], words: ReadonlySet<string>) => flag(some.some((word) => words.has(word)));
  const [nearMine, nearTheirs] = [distancesFrom(newer), distancesFrom(old)];
  const sharedNear = [...nearMine].reduce((sum, [stem, far]) => {
    const other = nearTheirs.get(stem);
    return other === undefined ? sum : sum + memory.weight(stem) / (far + other);
  }, 0);
  const names = (words: ReadonlySet<string>) => words.intersection(memory.nameStems).size;
  const frame = mine.difference(memory.nameStems);
  const subject = subjectOf(newer);
  const isSameFrame = subject !== null && subject === subjectOf(old) && frame.isSubsetOf(theirs);
  const asked = scene.statement.stems.union(scene.draft.focus);
  const ofOld = Object.entries(scene.compare(near, earlier, old.from, old.to));
  return {
    ...scene.features,
    ...scene.compare(near, later, newer.from, newer.to),
    ...Object.fromEntries(ofOld.map(([name, value]) => [`old ${name}`, value])),
    shared: scene.shared(shared, shared),
    sharedWords: shared.size,
    sharedOfTurn: scene.shared(mine, memory.stemsOfTurn(earlier.turn)),
    sharedNear,
    ownShare: shared.size / Math.max(1, mine.size),
    theirShare: shared.size / Math.max(1, theirs.size),
    ownWords: Math.min(12, mine.size),
    foreign: flag(isForeign(later) || isForeign(earlier)),
    sameFrame: flag(isSameFrame && theirs.difference(frame).size <= names(theirs) + FRAME_REST),
    frameAsked: frame.intersection(asked).size,
    sharedNames: names(shared),
    ownNames: names(mine.difference(memory.stemsOfTurn(earlier.turn))),
    theirNames: names(theirs.difference(memory.stemsOfTurn(later.turn))),
    changes: flag(later.changes),
    corrects: flag(later.corrects),
    adds: flag(later.adds),
    broughtBy: flag(hasChanged(later.tokens, newer.from)),
    now: has(lowers, NOW),
    nowNear: has(beside, NOW),
    turns: Math.max(has(lowers, TURNS), flag(later.tokens.some(isChangeVerb))),
    turnsNear: has(beside, TURNS),
    stays: has(lowers, STAYS),
    staysNear: has(beside, STAYS),
    tellsPast: has(lowers, PAST),
    refersBack: flag(refersBack(later.said)),
    newerTokens: Math.min(30, lowers.length),
    apart: Math.min(12, later.turn - earlier.turn),
  };
}

/** The first content word before what is told; null: there is none. */
function subjectOf({ statement, from }: Place): string | null {
  return (
    stemsByToken(statement)
      .slice(0, from)
      .find((stem) => stem !== null) ?? null
  );
}

/** Content stem -> how many tokens it stands from there. */
export function distancesFrom({ statement, from, to }: Place): Map<string, number> {
  const near = new Map<string, number>();
  for (const [at, stem] of stemsByToken(statement).entries()) {
    if (stem === null || (at >= from && at < to)) continue;
    const far = at < from ? from - at : at - to + 1;
    near.set(stem, Math.min(far, near.get(stem) ?? far));
  }
  return near;
}
