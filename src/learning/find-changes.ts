// Finds the sentences that change or end a rule which lives, and that rule.
import { filterAsync } from "../base/filter-async.ts";
import { createGiveWay } from "../base/give-way.ts";
import { RecentMap } from "../base/recent-map.ts";
import type { Brain } from "../domain/brain.ts";
import { LIKELY, wantedShare } from "../domain/intent.ts";
import { type Lesson, saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import { type About, areAboutTheSame, contradict, FROM_NOW_ON_CUE, type WishKind } from "../domain/wish.ts";
import {
  differInNumbers,
  endsPlainly,
  goesBack,
  isMeantBy,
  likelihoodOfChange,
  mayEnd,
  mayRename,
  namedIn,
  namesPlainly,
  saysChange,
  saysInstead,
  speaksOfAnswer,
} from "./change-signs.ts";
import { type ClassifiedSentence, changingShare, lastingShare, relationTo } from "./classify-message.ts";
import type { Wish } from "./find-wishes.ts";
import type { Change } from "./meant-to-last.ts";
import { type NearestLessonDeps, nearestLessons } from "./nearest-lesson.ts";
import { countsTheSame, takesNumberOf, wantsNumber } from "./renumbered-rule.ts";
import { type AboutDeps, aboutOf, type LiveRule } from "./rule-about.ts";
import { speaksOfOthers } from "./speaks-of-others.ts";
import { saidAt, type TaughtRule } from "./taught-rules.ts";
import { beyondUsual, mostAlike, usualSimilarity } from "./usual-similarity.ts";

export interface FindChangesDeps extends NearestLessonDeps, AboutDeps {
  readonly embedder: Embedder;
  readonly packets: Pick<PacketStore, "find">;
  /** null: the model brings none, and signs in the words tell. */
  readonly classifier: MessageClassifier | null;
}

export interface FoundChange<Rule> extends Change {
  readonly rules: readonly Rule[];
}

// Bounds without a source were chosen on the seen parts of bench:learning.

/** From which a sentence ends a rule: held-out pairs say 107 of 139 that should end, and 8 of 191 that should stay (bench:changes). */
const CHANGE_LIKELIHOOD = 0.7;
/** Rules that a sentence is less similar to are about something else. */
const SIMILARITY_LEAST = 0.15;
/** As many rules are held against a message by the classifier, the nearest. */
const CLASSIFIED_RULES_MAX = 8;
/**
 * A rule that is less similar to a message is not over by it, whatever the classifier says; and the measure of a change must
 * be OVER_LEAST. Of 629 rules that a message has nothing to do with the classifier alone takes 129 to be over, 32 are so by
 * these bounds; of 112 that messages change or end, 76 (79 by the first alone, with 67).
 */
const ENDED_SIMILARITY = 0.1;
const OVER_LEAST = 0.5;
/** As likely must an allergy be over where what it names is not spoken of. */
const ALLERGY_SHARE = 0.8;
/**
 * A message ends one rule, and others only where it is as similar to them, and as likely ends them. Among twelve rules of other
 * users 105 messages end 14 of those, and 68 of the user's own; from a similarity of 0.2 on, 41 and 72.
 */
const FURTHER_SIMILARITY = 0.4;
const FURTHER_SHARE = 0.5;
/** As likely must it be that a sentence wishes or corrects something, where its words do not say that something changed. */
const WISH_SHARE = 0.4;
/**
 * A message that is less likely meant for good, or to end something, changes nothing: but where the classifier, given the rule
 * too, is sure that it is over, and they are alike. "had my first steak in 5 yrs" says of itself that it is news. Of 314 rules in chats
 * that strangers wrote 132 are known to be over without this, with 60 that are not; with it 145 and 65.
 */
const CHANGING_SHARE = 0.3;
const NEWS_SHARE = 0.05;
const SURE_RELATION = 0.93;
const SURE_SIMILARITY = 0.1;
/** A longer input is no wish, but holds one. */
const TAUGHT_CHARS_MAX = 300;
const CLAUSE_END = /[,;:.!?]|\b(?:so|and|but|because|also|und|aber|weil|y|pero|et|mais|donc)\b/iu;
const CLAUSE_WORDS_MIN = 3;
const CLAUSES_MAX = 4;
/** Calls a name that is used without saying it: "you can stop with the title". */
const NAMES_A_NAME = /\b(?:titles?|(?:nick|sur|first )?names?)\b/i;
/** Sentences of one pass, the last ones, that are held against the rules of the same pass. */
const SENTENCES_OF_PASS_MAX = 500;

/** A rule that lives, with the embeddings of its whole and of its clauses. */
interface Known {
  readonly said: string;
  /** The input that taught it; null where that is gone, or where there are several. */
  readonly taughtBy: string | null;
  readonly about: About;
  readonly vectors: readonly Float32Array[];
}

/** What a pass knows of its sentences: the embeddings of the last ones, so that none is made twice. */
export class WishVectors extends RecentMap<Wish, readonly Float32Array[]> {
  constructor() {
    super(SENTENCES_OF_PASS_MAX);
  }
}

interface LookForChanges {
  /** The watermark: wishes of packets above it are new. */
  readonly after: Seq;
  readonly vectors: WishVectors;
}

/** The live lessons that each sentence changes. `live`: those that were read already. */
export async function findChanges(
  deps: FindChangesDeps,
  brain: Brain,
  wishes: readonly Wish[],
  { after, vectors, live, now }: LookForChanges & { readonly live: readonly LiveRule[]; readonly now: number },
): Promise<ReadonlyMap<Wish, FoundChange<Seq>>> {
  if ((await deps.lessons.list(brain.id, { limit: 1, before: null }, now)).length === 0) return new Map();
  const known = new Map<Seq, Known>();
  const abouts = new Map<string, About>(live.map((rule) => [rule.text, rule]));
  const later = wishes.filter((wish) => wish.seq > after && mayChange(wish));
  return changesOf(deps, brain, { wishes, later, vectors }, async (wish, ofWish) => {
    const near = new Map<Seq, Lesson>();
    const floor = wish.classified === null ? SIMILARITY_LEAST : 0;
    for (const query of ofWish) {
      const lessons = await nearestLessons(deps, brain.id, { query, floor, now });
      for (const { seq, lesson } of lessons) near.set(seq, lesson);
    }
    for (const [seq, lesson] of near) {
      if (known.has(seq)) continue;
      const { text } = lesson;
      const taughtBy = deps.classifier === null ? null : await inputOf(deps, brain, lesson);
      known.set(seq, await knownOf(deps, brain, { text, taughtBy, about: abouts.get(text) }));
    }
    return [...near.keys()].map((seq) => ({ rule: seq, known: known.get(seq)! }));
  });
}

/** The rules of the same pass that each sentence of a later packet changes. */
export async function findChangesOfPass(
  deps: FindChangesDeps,
  brain: Brain,
  wishes: readonly Wish[],
  { rules, after, vectors }: LookForChanges & { readonly rules: readonly TaughtRule[] },
): Promise<ReadonlyMap<Wish, FoundChange<TaughtRule>>> {
  const first = Math.max(after, Math.min(...rules.map(saidAt)));
  const later = wishes.filter((wish) => wish.seq > first && mayChange(wish)).slice(-SENTENCES_OF_PASS_MAX);
  if (later.length === 0) return new Map();
  const known: KnownRule<TaughtRule>[] = [];
  for (const rule of rules) {
    const taughtBy = rule.wish?.classified?.input ?? null;
    known.push({ rule, known: await knownOf(deps, brain, { text: rule.text, taughtBy }) });
  }
  return changesOf(deps, brain, { wishes, later, vectors }, async ({ seq }) =>
    known.filter(({ rule }) => saidAt(rule) < seq),
  );
}

interface KnownRule<Rule> {
  readonly rule: Rule;
  readonly known: Known;
}

/** What each of the `later` sentences changes of the rules that it is held against. */
async function changesOf<Rule>(
  deps: FindChangesDeps,
  brain: Brain,
  said: { readonly wishes: readonly Wish[]; readonly later: readonly Wish[]; readonly vectors: WishVectors },
  rulesFor: (wish: Wish, vectors: readonly Float32Array[]) => Promise<readonly KnownRule<Rule>[]>,
): Promise<ReadonlyMap<Wish, FoundChange<Rule>>> {
  const found = new Map<Wish, FoundChange<Rule>>();
  const giveWay = createGiveWay();
  const isBeside = besideWithdrawals(said.wishes);
  for (const wish of said.later) {
    await giveWay();
    const vectors = await vectorsOfWish(deps, brain, wish, said.vectors);
    const rules = await rulesFor(wish, vectors);
    const change = await changeBy(deps, brain, { wish, vectors, isBeside: isBeside(wish) }, rules);
    if (change !== null) found.set(wish, change);
  }
  return found;
}

/** Beside what names what it takes back; where that names nothing, the whole message tells. */
function besideWithdrawals(wishes: readonly Wish[]): (wish: Wish) => boolean {
  const naming = wishes.filter(({ takesBack, masked }) => takesBack && namedIn(masked) !== null);
  const seqs = new Set(naming.map(({ seq }) => seq));
  return ({ seq, takesBack }) => !takesBack && seqs.has(seq);
}

interface Suspect<Rule> extends KnownRule<Rule> {
  readonly similarity: number;
}

interface Changing {
  readonly wish: Wish;
  readonly vectors: readonly Float32Array[];
  /** Another sentence of the message takes something back: of the whole message that is what would be heard. */
  readonly isBeside: boolean;
}

/** The rules that a sentence changes; null: none. */
async function changeBy<Rule>(
  deps: FindChangesDeps,
  brain: Brain,
  changing: Changing,
  all: readonly KnownRule<Rule>[],
): Promise<FoundChange<Rule> | null> {
  const { wish, vectors } = changing;
  const { embedder, classifier } = deps;
  const { cosineBaseline } = embedder.model;
  const over = all.filter(({ known }) => endsPlainly(wish.plainEnd, known)).map(({ rule }) => rule);
  if (over.length > 0) return { rules: over, onlyEnds: true, isPlain: true };
  const meant = wish.takesBack ? await meantRules(deps, brain, wish, all) : all;
  const rules = await filterAsync(meant, async ({ known }) => !(await isOfOthers(deps, brain, wish, known)));
  const suspects = rules.map((each) => {
    const least = each.known.about.topic === "name" && namesPlainly(wish.masked) ? FURTHER_SIMILARITY : 0;
    return { ...each, similarity: Math.max(least, mostAlike(vectors, each.known.vectors, cosineBaseline)) };
  });
  const leaves = goesBack(wish) ? contradict : saysInstead(wish) ? areAboutTheSame : () => false;
  const left = suspects.filter(({ known }) => leaves(wish, known.about)).map(({ rule }) => rule);
  if (left.length > 0) return { rules: left, onlyEnds: false };
  if (classifier === null || wish.classified === null) return changeByWords(wish, suspects);
  const counted = await filterAsync(suspects, ({ known }) => takesNumberOf(classifier, wish, known.said));
  const isPlain = counted.some(({ known }) => !countsTheSame(known.said, wish.masked));
  if (counted.length > 0) return { rules: counted.map(({ rule }) => rule), onlyEnds: false, isPlain };
  const others = suspects.filter(({ known }) => known.said !== wish.classified?.input);
  // What is usual only takes away from them.
  if (others.every(({ similarity }) => similarity < ENDED_SIMILARITY)) return null;
  const usual = await usualSimilarity(embedder, vectors, (text) => vectorsOf(deps, brain, partsOf(text, "")));
  return changeByMeaning(classifier, changing, wish.classified, beyondUsual(others, usual));
}

/** Who says what holds from now on speaks of the answers, whatever else is named. */
async function isOfOthers(deps: FindChangesDeps, { key }: Brain, { cue, masked }: Wish, { said, about }: Known) {
  return cue !== FROM_NOW_ON_CUE && (await speaksOfOthers(deps, key.account, masked, { ...about, said }));
}

/** What takes something back ends what it names: to the classifier "forget the diagram" ends a rule about anything. */
async function meantRules<T extends { readonly known: Known }>(
  deps: FindChangesDeps,
  brain: Brain,
  wish: Wish,
  rules: readonly T[],
): Promise<readonly T[]> {
  if (speaksOfAnswer(wish.masked)) return [];
  const named = namedIn(wish.masked);
  if (named === null) return rules;
  const vectors = await vectorsOf(deps, brain, [named, wish.masked]);
  return rules.filter(({ known: { said, about, vectors: ofRule } }) => {
    if (areAboutTheSame(about, wish) || (about.topic === "name" && NAMES_A_NAME.test(named))) return true;
    return isMeantBy(named, said, mostAlike(vectors, ofRule, deps.embedder.model.cosineBaseline));
  });
}

function changeByWords<Rule>(wish: Wish, suspects: readonly Suspect<Rule>[]): FoundChange<Rule> | null {
  const { shares, before } = wish;
  if (shares === null) return null;
  const others = suspects.filter(({ known, similarity }) => {
    return similarity >= SIMILARITY_LEAST && mayEnd(wish.masked, known.said) && !saysAgain(wish, known);
  });
  const judged = others.map(({ rule, known: { said, about }, similarity }) => {
    const likelihood = likelihoodOfChange({ sentence: wish, before, shares, rule: said, about, similarity });
    return { rule, likelihood };
  });
  const ended = judged.filter(({ likelihood }) => likelihood >= CHANGE_LIKELIHOOD);
  return ended.length === 0 ? null : { rules: ended.map(({ rule }) => rule), onlyEnds: null };
}

/** By the whole message, and by the sentence where that alone is meant for good. `others`: the most similar first. */
async function changeByMeaning<Rule>(
  classifier: MessageClassifier,
  { wish: { masked, isLasting }, isBeside }: Changing,
  { input, message, own }: ClassifiedSentence,
  others: readonly Suspect<Rule>[],
): Promise<FoundChange<Rule> | null> {
  const said = isBeside ? [] : [{ text: input, shares: message }];
  if (isBeside || (masked !== input.trim() && (isLasting || lastingShare(own) >= LIKELY)))
    said.push({ text: masked, shares: own });
  const judged = [];
  const similar = others.filter(
    ({ similarity, known }) => similarity >= ENDED_SIMILARITY && mayRename(input, known.said),
  );
  for (const suspect of similar.slice(0, CLASSIFIED_RULES_MAX)) {
    const found = [];
    for (const { text, shares } of said) {
      const relation = await relationTo(classifier, text, wordsOf(suspect.known, others));
      if (relation === null) continue;
      const { replaces, ends } = relation;
      const isOver = replaces + ends;
      const isSure = isOver >= SURE_RELATION && suspect.similarity >= SURE_SIMILARITY;
      // Other news and questions that touch a rule end none.
      const changing = changingShare(shares);
      const likelihood = isSure ? isOver : changing >= CHANGING_SHARE ? changing * isOver : 0;
      found.push({ ...suspect, likelihood, onlyEnds: ends > replaces });
    }
    const [likeliestOf] = found.sort((a, b) => b.likelihood - a.likelihood);
    if (likeliestOf === undefined || measureOf(likeliestOf) < OVER_LEAST) continue;
    if (likeliestOf.likelihood >= ALLERGY_SHARE || mayEnd(input, suspect.known.said)) judged.push(likeliestOf);
  }
  const ended = plainest(judged, classifier.thresholds.over);
  if (ended.length === 0) return null;
  return { rules: ended.map(({ rule }) => rule), onlyEnds: ended.every(({ onlyEnds }) => onlyEnds) };
}

/** A rule's own words, and the whole message that taught it alone: the classifier knows rules as messages. */
function wordsOf({ said, taughtBy }: Known, others: readonly { readonly known: Known }[]): string[] {
  if (taughtBy === null || taughtBy === said || taughtBy.length > TAUGHT_CHARS_MAX) return [said];
  const isShared = others.filter(({ known }) => known.taughtBy === taughtBy).length > 1;
  return isShared ? [said] : [said, taughtBy];
}

/** It is the rule once more, word for word or by all that it wishes. */
function saysAgain({ kinds, masked, rule, takesBack }: Wish, { said, about }: Known): boolean {
  if (!takesBack && said === (rule ?? masked)) return true;
  const isWished = ({ kind, value }: WishKind) =>
    about.kinds.some((other) => other.kind === kind && other.value === value);
  if (kinds.length === 0 || takesBack || !kinds.every(isWished)) return false;
  return !saysChange(masked) && !differInNumbers(masked, said);
}

interface Likely {
  readonly likelihood: number;
  readonly similarity: number;
}

/** How plainly a message changes a rule: a likely change of something similar. 0 to 1.5. */
function measureOf({ likelihood, similarity }: Likely): number {
  return likelihood / 2 + similarity;
}

/** Of those that are likely the plainest, and others that are near. */
function plainest<T extends Likely>(suspects: readonly T[], floor: number): T[] {
  const likely = suspects.filter(({ likelihood }) => likelihood >= floor);
  const most = Math.max(...likely.map(measureOf));
  return likely.filter((each) => {
    const isMeantToo = each.similarity >= FURTHER_SIMILARITY && each.likelihood >= FURTHER_SHARE;
    return measureOf(each) === most || isMeantToo;
  });
}

interface ToldRule extends Pick<Known, "taughtBy"> {
  readonly text: string;
  /** undefined: it is read here. */
  readonly about?: About | undefined;
}

async function knownOf(deps: FindChangesDeps, brain: Brain, { text, taughtBy, about }: ToldRule): Promise<Known> {
  const said = saidInLesson(text);
  return {
    said,
    taughtBy,
    about: about ?? (await aboutOf(deps, text, brain.key.account)),
    vectors: await vectorsOf(deps, brain, partsOf(said, "")),
  };
}

/** Of a rule that one input taught. */
async function inputOf({ packets }: FindChangesDeps, { id }: Brain, { sourceLink }: Lesson): Promise<string | null> {
  const [source] = sourceLink;
  if (source === undefined || sourceLink.length > 1) return null;
  return (await packets.find(id, source))?.input ?? null;
}

/** The sentence, it with the one before it, and its clauses: "my iron is low so i eat fish again, still no meat". */
export function partsOf(sentence: string, before: string): string[] {
  const clauses = sentence.split(CLAUSE_END).filter((clause) => clause.trim().split(/\s+/).length >= CLAUSE_WORDS_MIN);
  const parts = [sentence, ...(before === "" ? [] : [`${before} ${sentence}`])];
  return clauses.length > 1 ? [...parts, ...clauses.slice(0, CLAUSES_MAX)] : parts;
}

async function vectorsOfWish(deps: FindChangesDeps, brain: Brain, wish: Wish, ofWishes: WishVectors) {
  const vectors = ofWishes.get(wish) ?? (await vectorsOf(deps, brain, partsOf(wish.masked, wish.before)));
  ofWishes.set(wish, vectors);
  return vectors;
}

async function vectorsOf({ embedder }: FindChangesDeps, { key }: Brain, texts: string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const request = { text, role: "passage", lane: "background", account: key.account } as const;
    vectors.push((await embedder.embed(request)).vector);
  }
  return vectors;
}

function mayChange(wish: Wish): boolean {
  const { shares, masked, asks, isLasting, classified } = wish;
  if (goesBack(wish) || saysInstead(wish) || wish.plainEnd !== null || wantsNumber(masked)) return true;
  if (classified !== null) {
    const { message, own, carries } = classified;
    return carries && Math.max(changingShare(message), isLasting ? changingShare(own) : 0) >= NEWS_SHARE;
  }
  if (shares === null || (asks && !isLasting)) return false;
  return wantedShare(shares) >= WISH_SHARE || saysChange(masked);
}
