// The values of a sentence that memory does not have, each beside what memory has in its place.
import type { ContradictionKind } from "../domain/contradiction.ts";
import { mayAnswer } from "./asked.ts";
import { asksFor, completed } from "./asked-values.ts";
import { type Candidate, type Features, flag } from "./candidate.ts";
import { compareValues } from "./compare-values.ts";
import { isChangedTo, isDerived, isReckoned, isShiftedFrom, isTimed } from "./derived-values.ts";
import { isDirective } from "./directives.ts";
import { wordsAround } from "./near-words.ts";
import { isReckoning } from "./reckonings.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Scene } from "./scene.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { comparable, otherUnit, roughlyComparable, sameValue, type Value } from "./value.ts";
import { CHOICES, KINSHIP, RECIPROCAL_KIN } from "./value-words.ts";

/** Values in the place of one that are looked at closely. */
const COUNTERS_MAX = 4;
/** How much a value that is plainly of one kind is preferred, in words that one turn alone has. */
const LEVEL_WORTH = 0.3;
/** What is less about the same thing than the best is no rival of it. */
const RIVAL_SHARE = 0.75;
/** What was replaced must be spoken of at least this much. */
const GONE_TOPIC_LEAST = 0.3;
/** And so much more than what says the same of something else. */
export const GONE_LEAD = 0.7;
const ROUND_ABOUT =
  /^(?:about|around|roughly|approximately|some|nearly|almost|up|between|from|circa|ca|etwa|rund|unos|unas|environ|under|over|least|most|every|each|another|extra|more)$/;

/** A value of memory. */
interface Known {
  readonly statement: RememberedStatement;
  readonly value: Value;
}

interface Counter extends Known {
  readonly score: number;
}

/** What memory has of a value. */
interface Looked {
  /** How near the nearest statement is that says the same, and how near the words around it; -1: none. */
  support: number;
  supportNear: number;
  supportNames: number;
  /** The same for a value that is written in another way. */
  loose: number;
  looseNear: number;
  gone: (Known & { readonly topic: number }) | null;
  numberKnown: boolean;
  otherUnit: boolean;
  /** Best first. */
  readonly counters: Counter[];
}

export function valueCandidates(scene: Scene, valuesMax: number): Candidate[] {
  const { draft, statement } = scene;
  const direct = asksFor(draft, statement);
  return statement.values.slice(0, valuesMax).flatMap((written, place) => {
    if (statement.conditional.has(written) || statement.denied.has(written)) return [];
    if (draft.isFromQuestion(written)) return [];
    if (draft.isOwn(statement) && !direct.has(written)) return [];
    const said = direct.has(written) ? completed(written, draft.asked) : written;
    const near = wordsAround(statement, said.from, said.to);
    const looked = lookUp(scene, said, near);
    const known = isMonth(written) ? looked.gone : bestCounter(scene, looked, near);
    if (known === null || isOfNothingNow(scene, known) || isOfAnother(statement, written, known)) return [];
    if (isOwnAdvice(scene, statement, written, known)) return [];
    if (isOutrun(scene, said, known)) return [];
    const alike = scene.compare(near, known.statement, known.value.from, known.value.to);
    if (alike.topicOfSentence === 0 && !mayAnswer(draft.question, written)) return [];
    const derived = flag(said.type === "amount" && isDerived(draft, said, scene.topics));
    const reckoned = flag(said.type === "amount" && looked.gone === null && isReckoning(draft, statement, said));
    const features = {
      ...scene.features,
      ...alike,
      ...supportFeatures(scene, looked, known),
      ...placeFeatures(scene, written, known),
      ...compareValues(said, known.value),
      direct: flag(direct.has(written)),
      askedKind: flag(mayAnswer(draft.question, written)),
      ...{ derived, reckoned },
      wholeMonth: flag(isMonth(written)),
      place,
      level: levelOf(said, known.value),
    };
    return [
      {
        family: "value" as const,
        kind: known.statement.replaced.has(known.value) ? "outdated" : kindOf(said),
        statement,
        remembered: known.statement,
        said: wordsOf(statement, said),
        known: wordsOf(known.statement, known.value),
        features,
      },
    ];
  });
}

/**
 * Where it was not said to be replaced, and may have been all the same: people tell a change without naming what changes. So the
 * user told what is said in a later turn, of whatever, or it follows from what was told.
 */
function isOutrun({ draft, topics }: Scene, said: Value, { statement: of, value }: Known): boolean {
  if (of.replaced.has(value)) return false;
  if (said.type === "date" && isReckoned(draft, said, topics)) return true;
  if (said.type === "time" && isTimed(draft, said, topics)) return true;
  if (draft.supportsOf(said).some(({ byUser, turn }) => byUser && turn > of.turn)) return true;
  if (isShiftedFrom(draft, said, { known: value, of })) return true;
  return said.type === "amount" && value.type === "amount" && isChangedTo(draft, said, { known: value, of, topics });
}

/** What was replaced is told as what was before; the rest as what is usual. */
function isOfNothingNow({ draft, statement }: Scene, { statement: known, value }: Known): boolean {
  const gone = known.replaced.get(value);
  if (gone === undefined) return statement.general || draft.question.general;
  return (gone.by !== null && draft.says(gone.by, null)) || draft.question.history || statement.tellsHistory;
}

/** "Ada's friends" are hers, and say nothing of what Ada is to the user. */
function isOfAnother({ tokens }: Statement, said: Value, { statement: known, value }: Known): boolean {
  if (said.type !== "choice" || value.type !== "choice") return false;
  // "North light turns whites grey": of all that is white.
  if (said.of === "colour")
    return tokens.some(({ lower }) => lower.endsWith("s") && CHOICES.get(lower.slice(0, -1))?.of === "colour");
  if (said.of !== "kinship") return false;
  // "Your son-in-law": the husband of a daughter, whom no word of the users' calls so.
  if (said.member.endsWith(IN_LAW) && !value.member.endsWith(IN_LAW)) return true;
  // "Ada's uncle" says of another what "his niece Ada" says of her.
  if (RECIPROCAL_KIN.get(said.member)?.includes(value.member)) return true;
  return areHers(tokens, said) && !areHers(known.tokens, value);
}

/** "Put it by the till on Fridays": what to do with something of its own, which neither memory nor the question names. */
function isOwnAdvice(
  { draft }: Scene,
  { tokens }: Statement,
  said: Value,
  { statement: known, value }: Known,
): boolean {
  if (kindOf(said) !== "date" || known.replaced.has(value) || !isDirective(tokens)) return false;
  const ofTurn = draft.memory.stemsOfTurn(known.turn);
  const beside = tokens.filter(({ kind }, at) => kind === "word" && (at < said.from || at >= said.to));
  const [, ...rest] = beside.flatMap((token) => contentStem(plainWord(token)) ?? []);
  return rest.length > 0 && !rest.some((stem) => ofTurn.has(stem) || draft.focus.has(stem));
}

/** Several, and a name that owns them before. */
function areHers(tokens: readonly Token[], { from }: Value): boolean {
  if (KINSHIP.has(tokens[from]!.lower)) return false;
  return tokens.slice(Math.max(0, from - OWNER_REACH), from).some((token) => token.lower !== plainWord(token));
}

const OWNER_REACH = 2;
const IN_LAW = " in law";

/** A month alone is told of much: only what was replaced is held against it. */
function isMonth(value: Value): boolean {
  return value.type === "date" && value.day === null;
}

function wordsOf({ tokens }: { readonly tokens: RememberedStatement["tokens"] }, { from, to }: Value): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

function isMoney(value: Value): boolean {
  return value.type === "amount" && value.unit?.dimension === "money";
}

function kindOf(value: Value): ContradictionKind {
  if (value.type === "amount") return "number";
  return value.type === "choice" && value.of !== "weekday" ? "value" : "date";
}

/** How plainly they are of one kind: 2, 1, a half for any two numbers, or 0. */
function levelOf(a: Value, b: Value): number {
  if (comparable(a, b)) return 2;
  if (roughlyComparable(a, b) || roughlyComparable(b, a)) return 1;
  return a.type === "amount" && b.type === "amount" && a.unit === null && b.unit === null ? 0.5 : 0;
}

function lookUp(scene: Scene, said: Value, near: ReadonlySet<string>): Looked {
  const looked: Looked = {
    support: -1,
    supportNear: -1,
    supportNames: 0,
    loose: -1,
    looseNear: -1,
    gone: null,
    numberKnown: false,
    otherUnit: false,
    counters: [],
  };
  for (const statement of scene.draft.memory.all) {
    for (const value of statement.values) {
      if (said.type === "amount" && value.type === "amount" && said.number === value.number) looked.numberKnown = true;
      if (otherUnit(said, value)) looked.otherUnit = true;
      if (sameValue(said, value)) addSupport(scene, looked, said, near, { statement, value });
      else addCounter(scene, looked.counters, said, { statement, value });
    }
  }
  return looked;
}

function addSupport(scene: Scene, looked: Looked, said: Value, near: ReadonlySet<string>, known: Known): void {
  const { statement, value } = known;
  const topic = scene.topics[statement.at]!;
  const like = comparable(said, value);
  if (statement.replaced.has(value)) {
    const isLike = like || roughlyComparable(said, value) || roughlyComparable(value, said) || isMoney(said);
    const isNearer = topic > Math.max(GONE_TOPIC_LEAST, looked.gone?.topic ?? 0);
    if (isLike && isNearer) looked.gone = { ...known, topic };
    return;
  }
  if (!like) {
    looked.loose = Math.max(looked.loose, topic);
    looked.looseNear = Math.max(looked.looseNear, scene.nearness(near, statement, value.from, value.to));
    return;
  }
  const { memory, focus } = scene.draft;
  const theirs = wordsAround(statement, value.from, value.to);
  const names = [...near, ...focus].filter((stem) => theirs.has(stem) && memory.nameStems.has(stem)).length;
  looked.support = Math.max(looked.support, topic);
  looked.supportNear = Math.max(looked.supportNear, scene.nearness(near, statement, value.from, value.to));
  looked.supportNames = Math.max(looked.supportNames, names);
}

function addCounter(scene: Scene, counters: Counter[], said: Value, known: Known): void {
  const { statement, value } = known;
  const topic = scene.topics[statement.at]!;
  if (topic <= 0 || !statement.claims || statement.replaced.has(value) || statement.conditional.has(value)) return;
  const level = levelOf(said, value);
  if (level === 0) return;
  const score = topic + LEVEL_WORTH * level;
  if (counters.length === COUNTERS_MAX && score <= counters.at(-1)!.score) return;
  counters.push({ ...known, score });
  counters.sort((a, b) => b.score - a.score || b.statement.at - a.statement.at);
  if (counters.length > COUNTERS_MAX) counters.pop();
}

/** The value that was replaced, where nothing says the same; else the one that is most in the same place. */
function bestCounter(scene: Scene, { gone, support, counters }: Looked, near: ReadonlySet<string>): Known | null {
  if (gone !== null && (support < 0 || counters.length === 0 || gone.topic - support >= GONE_LEAD)) return gone;
  let best: { readonly known: Known; readonly score: number } | null = null;
  for (const counter of counters) {
    const { from, to } = counter.value;
    const score = counter.score + scene.nearness(near, counter.statement, from, to);
    if (best === null || score > best.score) best = { known: counter, score };
  }
  return best?.known ?? null;
}

function supportFeatures(scene: Scene, looked: Looked, { statement, value }: Known): Features {
  const topic = scene.topics[statement.at]!;
  const gone = statement.replaced.get(value);
  const best = looked.counters[0]?.score ?? 0;
  const rivals = looked.counters.filter(({ score }) => score >= RIVAL_SHARE * best);
  const distinct = rivals.filter((one, at) => rivals.findIndex((other) => sameValue(one.value, other.value)) === at);
  return {
    support: looked.support,
    supportNear: looked.supportNear,
    supportNames: looked.supportNames,
    supportBehind: topic - looked.support,
    loose: looked.loose,
    looseNear: looked.looseNear,
    looseBehind: topic - looked.loose,
    gone: flag(gone !== undefined),
    goneTopic: looked.gone?.topic ?? -1,
    goneDenied: flag(gone?.denied ?? false),
    goneShared: gone?.shared ?? 0,
    numberKnown: flag(looked.numberKnown),
    otherUnit: flag(looked.otherUnit),
    rivals: distinct.length,
    counters: looked.counters.length,
  };
}

/** What stands beside the value, here and there. */
function placeFeatures(
  { draft, statement, topics }: Scene,
  written: Value,
  { statement: known, value }: Known,
): Features {
  const ofTurn = draft.memory.valuesOfTurn(known.turn);
  const others = statement.values.filter((other) => other !== written);
  const agreeing = others.filter((other) => ofTurn.some((theirs) => sameValue(other, theirs))).length;
  return {
    knownAsked: flag(draft.asked.some(({ values }) => values.some((other) => sameValue(other, value)))),
    knownTold: flag(draft.says(value, written)),
    companion: flag(draft.tellsBeside(written, topics, COMPANION_SHARE * topics[known.at]!)),
    knownOfType: known.values.filter((other) => levelOf(written, other) > 0).length,
    saidOfType: others.filter((other) => levelOf(written, other) > 0).length,
    agreeing,
    disagreeing: others.length - agreeing,
    roundAbout: flag(ROUND_ABOUT.test(statement.tokens[written.from - 1]?.lower ?? "")),
  };
}

/** Another value of the answer that memory has nearly as near. */
const COMPANION_SHARE = 0.6;
