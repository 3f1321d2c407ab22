// Settles which of a pass's wishes stand: each is held against what lives and against what the pass taught before it.
import type { Brain } from "../domain/brain.ts";
import { bySeq, type Seq } from "../domain/packet.ts";
import { type DecidedWishes, decideWishes } from "./decide-wishes.ts";
import { type EndedRules, type EndedRulesDeps, endedBy } from "./ended-rules.ts";
import { type FindChangesDeps, type FoundChange, findChangesOfPass, type WishVectors } from "./find-changes.ts";
import type { Wish } from "./find-wishes.ts";
import type { Change, WishOptions } from "./meant-to-last.ts";
import { wantsNumber } from "./renumbered-rule.ts";
import type { LiveRule } from "./rule-about.ts";
import { type EndedRule, type SuccessorDeps, successorsOf } from "./successors.ts";
import { identityOf, type RuleIdentity, type TaughtRule } from "./taught-rules.ts";

export type SettleRulesDeps = FindChangesDeps & EndedRulesDeps & SuccessorDeps;

export interface SettledWishes {
  readonly decided: DecidedWishes;
  /** Rules of the pass that a later sentence of it changes. */
  readonly ofPass: ReadonlyMap<Wish, FoundChange<TaughtRule>>;
  readonly takenBack: ReadonlyMap<Wish, EndedRules>;
  /** What identifies the rules of the pass that are changed. */
  readonly outdated: ReadonlySet<RuleIdentity>;
}

interface ToSettle {
  readonly options: Omit<WishOptions, "takenBack"> & {
    readonly standing: readonly LiveRule[];
    readonly changing: ReadonlyMap<Wish, FoundChange<Seq>>;
  };
  readonly vectors: WishVectors;
  readonly now: number;
}

/** A rule that takes the place of another is only seen once that one is there: so many stand in a row. Chosen, not measured. */
const ROUNDS_MAX = 3;

/** As passes between the messages would have it. */
export async function settle(
  deps: SettleRulesDeps,
  brain: Brain,
  wishes: readonly Wish[],
  { options, vectors, now }: ToSettle,
): Promise<SettledWishes> {
  let decided = await decideWishes(wishes, { ...options, takenBack: new Map() });
  let stood = decided.stood;
  for (let round = 1; ; round += 1) {
    const ofPass = await findChangesOfPass(deps, brain, wishes, { rules: stood, after: options.after, vectors });
    const takenBack = await endedBy(deps, brain, decided.ended, { live: options.standing, taught: stood, now });
    if (ofPass.size > 0 || takenBack.size > 0) {
      const changes = new Map<Wish, Change>([...ofPass, ...options.changing]);
      decided = await decideWishes(wishes, { ...options, changing: changes, takenBack });
    }
    const known = new Set(stood.map(identityOf));
    const further = decided.stood.filter((rule) => !known.has(identityOf(rule)));
    if (further.length === 0 || round === ROUNDS_MAX) {
      const outdated = new Set([...ofPass.values()].flatMap(({ rules }) => rules).map(identityOf));
      return { decided, ofPass, takenBack, outdated };
    }
    stood = [...stood, ...further];
  }
}

interface Settled extends SettledWishes {
  readonly live: readonly LiveRule[];
  readonly changing: ReadonlyMap<Wish, FoundChange<Seq>>;
  readonly rules: readonly TaughtRule[];
}

/** What messages put in the place of the rules that they take back, where that is no rule by itself. */
export async function insteadOf(
  deps: SettleRulesDeps,
  brain: Brain,
  wishes: readonly Wish[],
  { takenBack, ofPass, changing, live, rules }: Settled,
): Promise<TaughtRule[]> {
  const found: TaughtRule[] = [];
  const ofLesson = bySeq(live);
  const sentences = new Set([...takenBack.keys(), ...ofPass.keys(), ...changing.keys()]);
  for (const [seq, ending] of Map.groupBy(sentences, (wish) => wish.seq)) {
    const taught = rules.filter(({ seqs }) => seqs.includes(seq));
    // A wish that changes a rule stands in its place.
    const open = ending.filter((wish) => !taught.some((rule) => rule.wish === wish));
    const lessons = new Set(
      open.flatMap((wish) => [...(takenBack.get(wish)?.lessons ?? []), ...(changing.get(wish)?.rules ?? [])]),
    );
    const ofThePass = new Set(
      open.flatMap((wish) => [...(takenBack.get(wish)?.taught ?? []), ...(ofPass.get(wish)?.rules ?? [])]),
    );
    const ended: EndedRule[] = [
      ...[...lessons].flatMap((lesson) => ofLesson.get(lesson) ?? []).map((rule) => ({ ...rule, lesson: rule.seq })),
      ...[...ofThePass].map((rule) => ({ ...rule, lesson: null })),
    ];
    if (ended.length === 0) continue;
    // What says no more than that something is over puts nothing there, but for a number.
    const message = wishes.filter((wish) => wish.seq === seq && (wish.plainEnd === null || wantsNumber(wish.masked)));
    found.push(...(await successorsOf(deps, brain.key.account, message, { ended, rules: taught })));
  }
  return found;
}

/** Of rules that came in other words those that nothing has taken back since. */
export async function standing(
  deps: SettleRulesDeps,
  brain: Brain,
  rules: readonly TaughtRule[],
  { ending, now }: { readonly ending: readonly Wish[]; readonly now: number },
): Promise<readonly TaughtRule[]> {
  if (rules.length === 0) return rules;
  const ended = [...(await endedBy(deps, brain, ending, { live: [], taught: rules, now })).values()];
  return rules.filter((rule) => !ended.some(({ taught }) => taught.includes(rule)));
}

/** Packets of a cluster that were said up to what takes them back. */
export function withdrawnOf(seqs: readonly Seq[], ending: ReadonlySet<Seq>): Seq[] {
  const last = Math.max(...seqs.filter((seq) => ending.has(seq)));
  return seqs.filter((seq) => seq <= last);
}
