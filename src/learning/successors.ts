// Finds what a message puts in the place of a rule that it takes back: "drop the french, just answer in english".

import { LIKELY } from "../domain/intent.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { type About, contradict, type WishSentence } from "../domain/wish.ts";
import { namesPlainly, permits } from "./change-signs.ts";
import type { Wish } from "./find-wishes.ts";
import { renumbered } from "./renumbered-rule.ts";
import type { TaughtRule } from "./taught-rules.ts";
import { wordKind, wordWish } from "./word-rules.ts";

export interface SuccessorDeps {
  readonly reading: Pick<TextReading, "readWishes">;
  readonly classifier: MessageClassifier | null;
}

/** A rule that a message takes back. */
export interface EndedRule extends About {
  readonly text: string;
  /** null: it was taught in the same pass. */
  readonly lesson: Seq | null;
}

/** What joins the two halves: "you can drop Coach, I'm Ray". */
const CLAUSE_END = /[,;:.!?–—\n]\s|\s-\s|\s(?:and|but|so|und|aber|sondern|y|pero|sino|et|mais)\s/iu;
/** From which a clause says otherwise about the same thing. Of explanations ("it's embarrassing") hardly any says .1. */
const INSTEAD_SHARE = 0.3;
/** A clause of no more words is worded by what it wants: "english again". Chosen on the seen parts of bench:learning. */
const FEW_WORDS = 5;
/** Around a name that is to be used: "just say Astrid", "Karin is fine". */
const BEFORE_NAME =
  /^(?:just|only|simply|plain|it['’]?s|i['’]?m|i am|my name(?:['’]?s| is)|the name(?:['’]?s| is)|say|call me|you (?:may|can|could|might)|use|go with|make it|back to|to|now|from (?:now|here) on) /iu;
const AFTER_NAME =
  / (?:(?:is|will|would|['’]ll) (?:fine|ok|okay|do|enough|good|better|plenty|great)|nicely|fine|by now|for short|with me|by me|from (?:now|here) on|please|instead|again|now|then|ok|okay|thanks)$|[.!]$/iu;

/** Of a message. `sentences`: all of it, in order; `rules`: those that the message teaches anyway. */
export async function successorsOf(
  deps: SuccessorDeps,
  account: string,
  sentences: readonly Wish[],
  { ended, rules }: { readonly ended: readonly EndedRule[]; readonly rules: readonly TaughtRule[] },
): Promise<TaughtRule[]> {
  const found: (TaughtRule & { replaces: Seq[] })[] = [];
  const said = sentences.filter(({ isOnce, asks }) => !isOnce && !asks);
  const clauses = said.flatMap(clausesOf);
  for (const old of ended) {
    if (rules.some((rule) => isInPlaceOf(rule, old))) continue;
    const successor = withOtherNumber(said, old) ?? (await successorOf(deps, account, clauses, old));
    if (successor === null) continue;
    const twin = found.find(({ text }) => text === successor.text);
    if (twin === undefined) found.push({ ...successor, replaces: lessonOf(old) });
    else twin.replaces.push(...lessonOf(old));
  }
  return found;
}

async function successorOf(
  deps: SuccessorDeps,
  account: string,
  clauses: readonly { readonly wish: Wish; readonly clause: string }[],
  old: EndedRule,
): Promise<TaughtRule | null> {
  for (const { wish, clause } of clauses) {
    const successor = await successorIn(deps, account, { wish, clause, old });
    if (successor !== null) return successor;
  }
  return null;
}

function withOtherNumber(sentences: readonly Wish[], { text, kinds, topic }: EndedRule): TaughtRule | null {
  const [first] = sentences;
  const other = first === undefined ? null : renumbered(text, sentences.map(({ masked }) => masked).join(" "));
  return other === null ? null : { text: other, seqs: [first!.seq], wish: { ...first!, kinds, topic }, kinds, topic };
}

function lessonOf({ lesson }: EndedRule): Seq[] {
  return lesson === null ? [] : [lesson];
}

/** In the order in which they were said; what is taken back is none of them. */
function clausesOf(wish: Wish): { wish: Wish; clause: string }[] {
  const parts = wish.text.split(CLAUSE_END).map((part) => part.trim());
  return parts.filter((part) => /\p{L}{2}/u.test(part)).map((clause) => ({ wish, clause }));
}

interface Candidate {
  readonly wish: Wish;
  readonly clause: string;
  readonly old: EndedRule;
}

async function successorIn(
  deps: SuccessorDeps,
  account: string,
  { wish, clause, old }: Candidate,
): Promise<TaughtRule | null> {
  if (permits(clause)) return null;
  const read = await deps.reading.readWishes(clause, account);
  const [sentence] = read;
  if (sentence === undefined || read.length > 1 || sentence.takesBack || sentence.asks || sentence.isOnce) return null;
  const { seq } = wish;
  const taught = { seqs: [seq], wish: { ...wish, kinds: sentence.kinds, topic: sentence.topic } };
  if (old.topic === "name") {
    const name = await nameIn(deps, account, clause);
    if (name === null || name === old.text) return null;
    if (!namesPlainly(clause) && !(await isInstead(deps, clause, old))) return null;
    return { ...taught, text: name, topic: "name", kinds: [] };
  }
  const { kinds, topic } = sentence;
  const isOther = sentence.rule !== null && topic !== null && topic === old.topic && sentence.rule !== old.text;
  // What was forbidden is allowed again: nobody has to use it.
  const otherwise = kinds.filter(({ kind, value }) => {
    return value !== "yes" && contradict({ kinds: [{ kind, value }], topic }, old);
  });
  if (otherwise.length > 0) {
    const isShort = sentence.rule === null && clause.split(/\s+/).length <= FEW_WORDS;
    const text = isShort ? otherwise.map(wordKind).join(" ") : wordOf(sentence, clause);
    return { ...taught, text, kinds: isShort ? otherwise : kinds, topic: isShort ? null : topic };
  }
  if (!isOther && !(await isInstead(deps, clause, old))) return null;
  return { ...taught, text: wordOf(sentence, clause), kinds, topic };
}

function wordOf({ rule }: WishSentence, clause: string): string {
  return wordWish({ rule, text: clause }, "order");
}

/** By the classifier; without one a name after a name is as good as said. */
async function isInstead({ classifier }: SuccessorDeps, clause: string, old: EndedRule): Promise<boolean> {
  if (classifier === null) return old.topic === "name";
  const relation = await classifier.relationOf(clause, saidInLesson(old.text)).catch(() => null);
  if (relation === null || relation.replaces < INSTEAD_SHARE || relation.ends > relation.replaces) return false;
  const { order, manner, once, self, talk, others, question, quoted } = await classifier.intentOf(clause);
  // A name is only told, not in news, a question or somebody else's words; all else is asked for: "goosebumps is his new religion" says why.
  if (old.topic !== "name") return order + manner + once >= LIKELY;
  return self + talk + others + question + quoted < LIKELY;
}

async function nameIn({ reading }: SuccessorDeps, account: string, clause: string): Promise<string | null> {
  let name = clause.split(/\s+/).join(" ");
  for (let before = ""; before !== name; ) {
    before = name;
    name = name.replace(BEFORE_NAME, "").replace(AFTER_NAME, "");
  }
  const [read] = await reading.readWishes(`call me ${name}`, account);
  return read?.topic === "name" ? read.rule : null;
}

function isInPlaceOf(rule: TaughtRule, old: EndedRule): boolean {
  return contradict(rule, old) || (rule.topic !== null && rule.topic === old.topic);
}
