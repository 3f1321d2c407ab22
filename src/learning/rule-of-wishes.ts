// Makes the rule of sentences that are meant to last: by what they want of the answers, as an imperative, or in the user's own words.

import { LIKELY } from "../domain/intent.ts";
import { REMEMBER_CUE, type WishSentence } from "../domain/wish.ts";
import { complains, intentShares, lastingShare } from "./classify-message.ts";
import type { Wish } from "./find-wishes.ts";
import type { TaughtRule } from "./taught-rules.ts";
import { wordKind, wordWish } from "./word-rules.ts";

/** Wishes that change what a live lesson says, and whether they put something in its place. */
interface Changing {
  get(wish: Wish): { readonly onlyEnds: boolean | null } | undefined;
}

/** Topics of rules that are orders themselves. */
const OF_ORDERS = /^(?:order:|own-allergy:|answers:|name$|sign-off$)/;
const CLAUSES = /[,;:.!?]| [-–—] |\bso\b|\b(?:and|but)(?= (?:i|we|always|never|please|no|don['’]?t)\b)/i;
/** Apart from what follows them: together they take a third of the time in which all expressions are proven linear. */
const JOINED = /^ *(?:(?:and|also|but|as|since|because|cos|so) )*/i;
const TELLS_OR_ORDERS =
  /^(?:i|we|my|our|always|never|please|no|don|do not|dont|stop|keep|leave|avoid|only|use|give|skip)(?:['’]\p{L}+)?\b/iu;
const STEM_CHARS = 3;
/** Words that a rule says in the third person, or not at all. */
const SAID_OTHERWISE =
  /\b(?:i['’]?m|i['’]?d|i['’]?ve|we['’]?re|would|like|want|need|prefer|you|your|me|my|am|is|are|the|user|users|please|pls|plz|thanks|thank|don['’]?t|dont|do|not|never|no|stop|avoid|always|just|really|that|also|and|but|for|with|from|now|here|any|more|anymore|again|ever|can|could|can['’]?t|cannot|when|whenever|give|giving|use|using|keep|time|times|every|each|all)\b/gi;
// Bounds without a source were chosen on the seen parts of bench:learning.

/** A sentence that is so much longer than the rule that its words show says more than that. */
const PART_OF_RULE = 1.3;
/** A rule of no more words than these has the other sentences of the input with it, up to as many words as those. */
const FEW_WORDS = 8;
const CONTEXT_WORDS_MAX = 40;
/** From which a sentence says it all by itself. */
const CLEAR_SHARE = 0.9;
/** And from which one that adds something to others says something else than they do. */
const ANOTHER_SHARE = 0.75;
const ADDS = /^(?:(?:oh|ah|ok|okay|please),? )?(?:and|also|plus|und|auch|außerdem|y|además|también|et|aussi) \S+ \S+/iu;

/** A sentence that is meant to last by itself, and is no complaint. */
export function isMeantAlone({ classified }: Wish): boolean {
  return classified !== null && lastingShare(classified.own) >= ANOTHER_SHARE && !complains(classified.own);
}

/** It adds a wish of its own to what was said before it. */
export function opensAnother(wish: Wish): boolean {
  return (wish.isListed || ADDS.test(wish.masked)) && !wish.pointsBack && isMeantAlone(wish);
}

/** Of sentences that follow upon one another. `message`: all sentences of the same input. */
export function rulesOf(run: readonly Wish[], message: readonly Wish[], changing: Changing): TaughtRule[] {
  if (run.every(({ orders }) => orders.length === 0)) return [ruleOf(withContext(run, message, changing), run[0]!)];
  return ordersOf(run).map(({ said, wish, order }) => ({ ...ruleOf(said, wish), order: order ?? undefined }));
}

interface Order {
  readonly wish: Wish;
  /** null: the sentence is one order. */
  readonly order: WishSentence | null;
  /** It, and sentences that belong to it. */
  readonly said: Wish[];
}

/** Each order that the sentences list, and each that is one by itself. */
function ordersOf(run: readonly Wish[]): Order[] {
  const found: Order[] = [];
  let leading: Wish[] = [];
  for (const wish of run) {
    const last = found.at(-1);
    if (wish.orders.length > 0) {
      for (const [at, order] of wish.orders.entries()) {
        found.push({ wish, order, said: [...(at === 0 ? leading : []), { ...wish, ...order }] });
      }
      leading = [];
    } else if (last === undefined ? isOrderAlone(wish) : isOrderAlone(wish) && isAdded(wish)) {
      found.push({ wish, order: null, said: [...leading, wish] });
      leading = [];
    } else if (last === undefined) leading.push(wish);
    else if (last.order === null) last.said.push(wish);
  }
  return found;
}

function isOrderAlone(wish: Wish): boolean {
  return !wish.pointsBack && isMeantAlone(wish) && wish.classified!.own.order >= LIKELY;
}

/** What follows upon a list may be what it was given for: "weekly active users by plan pls". */
function isAdded({ isLasting, stands, isListed }: Wish): boolean {
  return isLasting || stands !== null || isListed;
}

function ruleOf(said: readonly Wish[], wish: Wish): TaughtRule {
  const [first] = said as [Wish];
  const orders = said.filter(isOrder);
  // An order may be asked; what somebody needs is said beside the question.
  const own = said.map((each) => (orders.length > 0 ? each.text : each.said)).join(" ");
  const text = first.pointsBack && first.kinds.length === 0 ? `${first.before} ${own}`.trim() : own;
  const kinds = said.flatMap((each) => each.kinds);
  return {
    text: isReaction(said)
      ? wordKind(kinds[0]!)
      : wordWish({ rule: isPart(first) ? null : first.rule, text }, orders.length > 0 ? "order" : "preference"),
    seqs: [wish.seq],
    kinds,
    topic: first.topic,
    wish,
  };
}

/** "What trial? Where's that from": what it wants of the answers is all that it says of them. */
function isReaction(run: readonly Wish[]): boolean {
  if (run.some(({ orders }) => orders.length > 0)) return false;
  const kinds = new Set(run.flatMap(({ kinds }) => kinds.map(({ kind, value }) => `${kind} ${value}`)));
  return kinds.size === 1 && run.every((wish) => wish.saysOnlyKinds && isSaidOfAnswers(wish));
}

/** What somebody eats is not: there the words are needed. */
function isSaidOfAnswers({ classified, rule, isConditional, kinds }: Wish): boolean {
  if (classified === null || rule !== null || isConditional) return false;
  return kinds.every(({ kind, value }) => kind !== "diet" && value !== "none");
}

/**
 * A few words say little without those beside them: "transferred to psych!! different world. APA 7 for the sources here". What
 * takes the place of a rule may stand in any of them: "It's Rome instead. Poor me. Same game but with Italian then".
 */
function withContext(run: readonly Wish[], message: readonly Wish[], changing: Changing): readonly Wish[] {
  if (run.some((wish) => wish.classified === null || wish.rule !== null || opensAnother(wish))) return run;
  const isSaid = run.some((wish) => wish.isLasting);
  const isInstead = !isSaid && run.some((wish) => changing.get(wish)?.onlyEnds === false);
  const isClear = run.some(({ classified }) => lastingShare(classified!.own) >= CLEAR_SHARE);
  if (!isInstead && (isClear || countWords(run) > FEW_WORDS)) return run;
  const beside = message.filter((wish) => run.includes(wish) || (isContext(wish) && !opensAnother(wish)));
  return countWords(beside) > CONTEXT_WORDS_MAX ? run : beside;
}

/** Neither a question nor a wish of its own. */
function isContext({ asks, isOnce, rule, classified }: Wish): boolean {
  if (asks || isOnce || rule !== null || classified === null) return false;
  return Math.max(classified.own.question, classified.own.once) < LIKELY;
}

function countWords(sentences: readonly Wish[]): number {
  return sentences.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
}

/** Rather than something that the user tells. */
function isOrder({ shares, classified }: Wish): boolean {
  const told = classified === null ? shares : intentShares(classified.message);
  return told === null || told.order >= told.preference;
}

/** The rule is only what an order is given for, or an order without what it is given for: "recipes for one please, I live alone". */
function isPart({ rule, topic, text, masked, shares, kinds, cue }: Wish): boolean {
  if (rule === null || topic === null || shares === null) return false;
  if (topic !== "name" && leavesOut(text, rule)) return true;
  if (OF_ORDERS.test(topic)) return false;
  const saysMore = masked.length > PART_OF_RULE * rule.length;
  if (cue === REMEMBER_CUE) return saysMore;
  return shares.order >= shares.preference || kinds.length > 0 || saysMore;
}

/** Whether a clause that tells of the user, or orders something, has words that the rule has not. */
function leavesOut(text: string, rule: string): boolean {
  const has = wordsOf(rule);
  return text.split(CLAUSES).some((clause) => {
    return (
      TELLS_OR_ORDERS.test(clause.replace(JOINED, "")) &&
      wordsOf(clause).some((word) => word.length > 2 && !has.some((other) => isForm(other, word)))
    );
  });
}

/** "Lives" of "live", "tries" of "try". */
function isForm(other: string, word: string): boolean {
  return other.startsWith(word.length > STEM_CHARS ? word.slice(0, -1) : word);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(SAID_OTHERWISE, " ")
    .split(/[^\p{L}\p{N}]+/u);
}
