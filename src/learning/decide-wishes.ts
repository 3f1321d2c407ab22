// Decides which wishes become standing rules: what was said once and meant to last, and what was wished again and again.
import { createGiveWay } from "../base/give-way.ts";
import { LIKELY } from "../domain/intent.ts";
import type { Seq } from "../domain/packet.ts";
import { complains } from "./classify-message.ts";
import type { Wish } from "./find-wishes.ts";
import { mannerRule } from "./manner-rules.ts";
import { meantToLast, type WishOptions } from "./meant-to-last.ts";
import { votedRules } from "./repeated-rules.ts";
import { isMeantAlone, opensAnother, rulesOf } from "./rule-of-wishes.ts";
import { RULES_OF_PASS_MAX, type TaughtRule, TaughtRules } from "./taught-rules.ts";

export interface DecidedWishes {
  /** In the order of the packets that taught them; a later one of the same kind or topic has taken the place of an earlier one. */
  readonly rules: readonly TaughtRule[];
  /** Those, and what later wishes of the pass have ended. */
  readonly stood: readonly TaughtRule[];
  /** Sentences that end a rule, and after which packet: rules said later stand. As many as rules, at most. */
  readonly ended: readonly Wish[];
}

/** Of sentences that follow upon one another. Chosen on the seen parts of bench:learning. */
const SENTENCES_OF_RULE_MAX = 3;

export async function decideWishes(wishes: readonly Wish[], options: WishOptions): Promise<DecidedWishes> {
  const rules = new TaughtRules();
  const ended: Wish[] = [];
  const isMeantToLast = meantToLast(options);
  let run: Wish[] = [];
  /** Just before, and likely enough to belong to a wish that follows. */
  let leading: Wish | null = null;
  let previous: Wish | null = null;
  /** The last packet that wished something for good. */
  let saidIn: Seq = -1;
  const messages = Map.groupBy(wishes, ({ seq }) => seq);
  const flush = () => {
    if (run.length > 0) rules.takeAll(rulesOf(run, messages.get(run[0]!.seq)!, options.changing));
    run = [];
  };
  const giveWay = createGiveWay();
  for (const wish of wishes) {
    await giveWay();
    const isNew = wish.seq > options.after;
    if (wish.takesBack && isNew) {
      flush();
      ended.push(wish);
      const meant = options.takenBack.get(wish);
      for (const rule of meant?.taught ?? []) rules.drop(rule);
      const isEnd = wish.classified === null && rules.end(wish);
      if (isEnd || meant !== undefined || wish.onlyTakesBack) continue;
    }
    const last: Wish | undefined = run.at(-1);
    const beside = leading?.seq === wish.seq && wish.rule === null ? leading : null;
    const isStrong = isNew && isMeantToLast(wish, beside);
    // What it is for has been said: an order before it.
    if (isStrong && saidIn === wish.seq && saysWhy(wish, run)) continue;
    if (isStrong) saidIn = wish.seq;
    const belongs = isNew && wish.rule === null && mayBelong(wish, options);
    // Sentences that follow upon one another say one thing, unless their words show rules of their own.
    const goesOn = belongs && last !== undefined && last.seq === wish.seq && last.rule === null;
    const isAdded = goesOn && isAnother(wish, run);
    if (goesOn && !isAdded && run.length < SENTENCES_OF_RULE_MAX) run.push(wish);
    else {
      flush();
      if (isAdded) run.push(wish);
      else if (isStrong) run.push(...(beside === null ? [] : [beside]), wish);
    }
    leading = belongs && run.length === 0 ? wish : null;
    const manner =
      isNew && run.length === 0 && wish.classified === null
        ? mannerRule(wish, previous?.seq === wish.seq ? previous : null)
        : null;
    if (manner !== null && options.learnOnce !== "off") rules.take(manner);
    previous = wish;
  }
  flush();
  const voted = votedRules(wishes, options.after).filter((rule) => !rules.support(rule));
  return { rules: [...rules.all, ...voted], stood: [...rules.stood, ...voted], ended: ended.slice(-RULES_OF_PASS_MAX) };
}

/** Beside a wish that is meant to last, a sentence that is likely one belongs to it. */
function mayBelong({ shares, isOnce, asks, classified }: Wish, { learnOnce }: WishOptions): boolean {
  if (classified !== null) return classified.tells;
  if (shares === null || isOnce || asks) return false;
  return shares.order + (learnOnce === "preferences" ? shares.preference : 0) >= LIKELY;
}

/** An order of its own, beside one that was said before it: "and halal only, that's for always". Each may end by itself. */
function isAnother(wish: Wish, run: readonly Wish[]): boolean {
  return opensAnother(wish) && run.some(isMeantAlone);
}

/** `run`: the sentences of a rule that are not worded yet. */
function saysWhy({ explains, isLasting, kinds, rule, shares, classified }: Wish, run: readonly Wish[]): boolean {
  // "They are ordinary questions", behind the order to leave out praise.
  if (classified !== null) return run.at(-1)?.rule != null && rule === null && complains(classified.own);
  return explains && !isLasting && kinds.length === 0 && rule === null && (shares?.preference ?? 0) < LIKELY;
}
