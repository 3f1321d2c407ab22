// Plans what a pass makes rules of: wishes that are meant to last, and clusters of what was said again.
import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { EndedWishes, Scan } from "../domain/ports/learning-store.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { WishKind } from "../domain/wish.ts";
import { isUnderstoodAlone, rememberAnswers } from "./classify-message.ts";
import type { EndedRules, EndedRulesDeps } from "./ended-rules.ts";
import { type FoundChange, findChanges, WishVectors } from "./find-changes.ts";
import { type FindWishesDeps, findWishes, type Wish } from "./find-wishes.ts";
import { type KeptCluster, keepClusters } from "./keep-clusters.ts";
import { isChat } from "./meant-to-last.ts";
import { repeatedRules } from "./repeated-rules.ts";
import { aboutOf, type LiveRule, liveRules } from "./rule-about.ts";
import { insteadOf, type SettledWishes, settle, standing, withdrawnOf } from "./settle-rules.ts";
import { identityOf, type TaughtRule } from "./taught-rules.ts";
import { wordKind } from "./word-rules.ts";

export interface PlanRulesDeps extends FindWishesDeps, EndedRulesDeps {
  readonly reading: FindWishesDeps["reading"];
  readonly packets: Pick<PacketStore, "find">;
  readonly accounts: Pick<AccountStore, "settings">;
  readonly clusterer: Clusterer;
}

export interface PlannedRules {
  readonly wishes: readonly TaughtRule[];
  /** The live lessons that a sentence changes. */
  readonly changing: ReadonlyMap<Wish, FoundChange<Seq>>;
  /** Packets whose wishes become rules. */
  readonly taught: ReadonlySet<Seq>;
  /** Live lessons that a sentence takes back. */
  readonly ended: readonly Seq[];
  /** Those that a sentence changes which is no rule itself; another sentence of the pass may confirm them. */
  readonly changedInPassing: readonly Seq[];
  /** What ends which wishes, of live lessons and of the pass. */
  readonly endings: readonly EndedWishes[];
  /** To be distilled. */
  readonly clusters: readonly KeptCluster[];
}

export async function planRules(given: PlanRulesDeps, brain: Brain, scan: Scan, now: number): Promise<PlannedRules> {
  const { classifier } = given;
  const deps = { ...given, classifier: classifier === null ? null : rememberAnswers(classifier) };
  const { learnOnce } = await deps.accounts.settings(brain.key.account);
  const wishes = learnOnce === "off" ? [] : await findWishes(deps, brain, scan);
  // Looked up only where a wish may say otherwise, or take one back.
  const concerns = wishes.some(({ kinds, takesBack }) => kinds.length > 0 || takesBack);
  const { after } = scan;
  const vectors = new WishVectors();
  const read = concerns ? await liveRules(deps, brain, now) : [];
  const changing = await findChanges(deps, brain, wishes, { after, vectors, live: read, now });
  const live = concerns || changing.size === 0 ? read : await liveRules(deps, brain, now);
  const options = {
    ...{ learnOnce, after, standing: live, changing, isTalk: isTalk(wishes) },
    thresholds: deps.intents?.thresholds ?? null,
    classifier: deps.classifier?.thresholds ?? null,
  };
  const settled = await settle(deps, brain, wishes, { options, vectors, now });
  const { decided, ofPass, takenBack, outdated } = settled;
  // What ends a rule is none itself.
  const said = decided.rules.filter((rule) => {
    return !outdated.has(identityOf(rule)) && (rule.wish === null || !takenBack.has(rule.wish));
  });
  const clear = await confirmed(deps.classifier, said, wishes);
  const instead = await insteadOf(deps, brain, wishes, { ...settled, live, changing, rules: clear });
  const remainders = await remaindersOf(deps, takenBack, live, brain.key.account);
  const own = [...clear, ...instead, ...remainders];
  const ending = new Set([...takenBack.keys(), ...ofPass.keys(), ...changing.keys()].map(({ seq }) => seq));
  for (const { seq } of wishes.filter(({ takesBack }) => takesBack)) ending.add(seq);
  const left = new Set(decided.rules.map(identityOf));
  const over = decided.stood.filter((rule) => outdated.has(identityOf(rule)) || !left.has(identityOf(rule)));
  const withdrawn = over.flatMap(({ seqs }) => seqs);
  const done = new Set([...own.flatMap(({ seqs }) => seqs), ...ending, ...withdrawn]);
  const again = deps.classifier === null ? [] : await repeatedRules(deps.classifier, wishes, scan, done);
  const rules = [...own, ...(await standing(deps, brain, again, { ending: decided.ended, now }))];
  const inPassing = [...changing].filter(([wish]) => !rules.some((rule) => rule.wish === wish));
  const taught = new Set(rules.flatMap(({ seqs }) => seqs));
  // Nothing is learned late from what was taken back, nor from what took it back.
  for (const seq of withdrawn) taught.add(seq);
  const clusters = await keepClusters(deps.clusterer, deps.embedder.model.clusterSimilarity, scan);
  for (const { seqs } of clusters) for (const seq of withdrawnOf(seqs, ending)) taught.add(seq);
  const quoted = new Set(
    wishes.filter(({ classified }) => (classified?.message.quoted ?? 0) >= QUOTED_SHARE).map(({ seq }) => seq),
  );
  const isQuoted = (seq: Seq) => quoted.has(seq);
  const replaced = new Set(rules.flatMap(({ replaces = [] }) => replaces));
  const gone = [...takenBack.values()].flatMap(({ lessons }) => lessons);
  return {
    wishes: rules,
    changing,
    taught,
    ended: [...new Set(gone)].filter((seq) => !replaced.has(seq)),
    changedInPassing: [...new Set(inPassing.flatMap(([, change]) => change.rules))].filter((seq) => !replaced.has(seq)),
    endings: endingsOf(settled, changing),
    // What a wish of its own has taught is not distilled again with others, and of somebody else's words nothing is.
    clusters: clusters.filter(({ seqs }) => !seqs.some((seq) => taught.has(seq)) && !seqs.every(isQuoted)),
  };
}

/** From which a message is somebody else's words, or said in jest. */
const QUOTED_SHARE = 0.9;

function endingsOf(
  { takenBack, ofPass }: Pick<SettledWishes, "takenBack" | "ofPass">,
  changing: PlannedRules["changing"],
): EndedWishes[] {
  const told = (rules: readonly TaughtRule[]) => rules.flatMap(({ seqs }) => seqs);
  return [
    ...[...takenBack].map(([{ seq: by }, { lessons, taught }]) => ({ lessons, packets: told(taught), by })),
    ...[...ofPass].map(([{ seq: by }, { rules }]) => ({ lessons: [], packets: told(rules), by })),
    ...[...changing].map(([{ seq: by }, { rules: lessons }]) => ({ lessons, packets: [], by })),
  ];
}

/** Of fewer messages nobody can tell. */
const MESSAGES_OF_TALK = 12;
/** As many of them are talk or news: of LoCoMo's dialogues 68 to 96 of 100, of those with an assistant 29 in the middle. */
const TALK_SHARE = 0.65;

/** Whether the user talks as to a friend, by the head for intents. */
function isTalk(wishes: readonly Wish[]): boolean {
  const messages = [...new Map(wishes.map((wish) => [wish.seq, wish])).values()];
  return messages.length >= MESSAGES_OF_TALK && messages.filter(isChat).length >= TALK_SHARE * messages.length;
}

/** From which two wishes of one kind may be one: what words alone know as the same is seldom less. Chosen on the seen parts of bench:learning, as OF_KIND_MAX is. */
const SAME_KIND_SHARE = 0.05;
/** Of those that came again and again, so many are held against one another, the last. */
const OF_KIND_MAX = 4;

/** What joins two wishes in a rule. */
const WISH_ENDS = /[,;.]|\b(?:and|nor|or|und|y|et)\b/i;

/** Of a rule of which only a part is taken back, the other part: "stop the emojis and the praise", then "emojis are fine". */
async function remaindersOf(
  deps: PlanRulesDeps,
  ended: ReadonlyMap<Wish, EndedRules>,
  live: readonly LiveRule[],
  account: string,
): Promise<TaughtRule[]> {
  const remainders: TaughtRule[] = [];
  for (const [{ seq, kinds: taken }, { lessons }] of ended) {
    const isTaken = ({ kind }: WishKind) => taken.some((other) => other.kind === kind);
    for (const lesson of live) {
      if (!lessons.includes(lesson.seq) || !lesson.kinds.some(isTaken)) continue;
      const parts = await Promise.all(lesson.text.split(WISH_ENDS).map((part) => aboutOf(deps, part, account)));
      // "A short summary" is one wish of two kinds.
      const gone = parts.filter((part) => part.kinds.some(isTaken)).flatMap((part) => part.kinds);
      const kinds = lesson.kinds.filter((each) => !isTaken(each) && !gone.some(({ kind }) => kind === each.kind));
      if (kinds.length === 0) continue;
      remainders.push({ text: kinds.map(wordKind).join(" "), seqs: [seq], kinds, topic: null, wish: null });
    }
  }
  return remainders;
}

/** Rules that the classifier, asked once more, does not know as none. */
async function confirmed(
  classifier: MessageClassifier | null,
  rules: readonly TaughtRule[],
  wishes: readonly Wish[],
): Promise<readonly TaughtRule[]> {
  if (classifier === null) return rules;
  const left: TaughtRule[] = [];
  for (const rule of rules) {
    const said = saidInLesson(rule.text);
    // A rule is read without what stood around it: of the user's own words, those that then say nothing of the kind are none.
    const { wish, order } = rule;
    const isOwn =
      order === undefined && wish?.classified != null && said !== rule.text && wish.stands === null && !wish.isPlain;
    const holds = isOwn
      ? await isUnderstoodAlone(classifier, said)
      : wish !== null || (await areOfOne(classifier, rule, wishes));
    if (holds) left.push(rule);
  }
  return left;
}

/** "One line only" of a notice and "two lines" of a poem are of one kind, and no wish that came again. */
async function areOfOne(
  classifier: MessageClassifier,
  { seqs, kinds }: TaughtRule,
  wishes: readonly Wish[],
): Promise<boolean> {
  const isOf = (wish: Wish) => wish.kinds.some(({ kind }) => kind === kinds[0]?.kind);
  const last = seqs.slice(-OF_KIND_MAX);
  const said = last.flatMap((seq) => wishes.find((wish) => wish.seq === seq && isOf(wish)) ?? []);
  for (const [at, later] of said.entries()) {
    for (const earlier of said.slice(0, at)) {
      const { same } = await classifier.relationOf(later.masked, earlier.masked).catch(() => ({ same: 1 }));
      if (same >= SAME_KIND_SHARE) return true;
    }
  }
  return said.length < 2;
}
