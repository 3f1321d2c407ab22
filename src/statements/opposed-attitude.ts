// Finds what memory says somebody likes or cannot bear, where a draft says otherwise.
import { wordSet } from "../base/word-set.ts";
import { type Attitude, OTHER } from "./attitudes.ts";
import { isDirective } from "./directives.ts";
import type { Draft } from "./draft.ts";
import { clausesOf } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

/** Words that are in anything that is liked. */
const VAGUE = wordSet("thing eat lot good bit day time so");
/** A word in more turns is no object of an attitude. */
const OBJECT_WEIGHT_LEAST = 0.5;
/** A longer statement tells of many things: the object must stand in the clause of the attitude. */
const SHORT_STATEMENT_STEMS = 14;

/** null: nothing, or something that says the same. */
export function opposedAttitude(draft: Draft, statement: Statement): RememberedStatement | null {
  const attitudes = draft.attitudesOf(statement);
  const whole = attitudes.length === 1 && statement.stems.size <= SHORT_STATEMENT_STEMS;
  for (const attitude of attitudes) {
    const { likes, holders } = attitude;
    if (attitude.wantsNone && holders.size === 0) continue;
    const objects = [...objectsOf(statement, attitude, whole)].filter(
      (stem) => !VAGUE.has(stem) && !isHolder(stem, holders) && draft.memory.weight(stem) >= OBJECT_WEIGHT_LEAST,
    );
    let against: RememberedStatement | null = null;
    let supported = false;
    for (const remembered of draft.memory.all) {
      if (!remembered.claims || !objects.some((stem) => remembered.stems.has(stem))) continue;
      for (const known of draft.attitudesOf(remembered)) {
        if (!objects.some((stem) => known.stems.has(stem)) || areOfTwo(attitude, known)) continue;
        if (known.likes === likes) supported = true;
        else against = remembered;
      }
    }
    if (against !== null && !supported) return against;
  }
  return null;
}

/** `whole`: what the rest of the statement speaks of may be what is liked, but for what it says is not there. */
function objectsOf(statement: Statement, { stems, clause }: Attitude, whole: boolean): ReadonlySet<string> {
  if (!whole) return stems;
  const others = clausesOf(statement).filter((tokens, at) => at < clause || (at > clause && !isDirective(tokens)));
  const there = others.flatMap((tokens) => tokens.filter((_, at) => !isAbsent(tokens, at)));
  return new Set([...stems, ...there.flatMap((token) => contentStem(plainWord(token)) ?? [])]);
}

/** "Dairy-free", "free of dairy", "no dairy", "without any dairy". */
function isAbsent(tokens: readonly Token[], at: number): boolean {
  const [next, second] = tokens.slice(at + 1, at + 3).map(({ lower }) => lower);
  if (next === "free" || (next === "-" && second === "free")) return true;
  const before = tokens.slice(Math.max(0, at - ABSENT_REACH), at).map(({ lower }) => lower);
  return /(?:^| )(?:no|without|zero|free (?:of|from))(?: \S+)?$/.test(before.join(" "));
}

const ABSENT_REACH = 3;

/** Stems of what somebody cannot do with what they cannot bear. */
const BEARING = wordSet("stand bear abid stomach toler touch drink take look listen");
/** More than that somebody likes it. */
const MOST = /\bfavou?rites?\b|\bbest\b|\bmost\b|\bprefer/i;

/** What says all that a draft says of what somebody likes or cannot bear; null: not all of it, or the draft says more. */
export function sharedAttitude(draft: Draft, statement: Statement): RememberedStatement | null {
  const attitudes = draft.attitudesOf(statement);
  if (attitudes.length === 0 || attitudes.length < clausesOf(statement).length) return null;
  if (statement.values.length > 0 || statement.tellsHistory || MOST.test(statement.text)) return null;
  const found = attitudes.map((attitude) => {
    const objects = [...attitude.stems].filter(
      (stem) => !VAGUE.has(stem) && !BEARING.has(stem) && !isHolder(stem, attitude.holders),
    );
    return draft.memory.all.findLast(
      (remembered) =>
        remembered.byUser &&
        remembered.claims &&
        draft.attitudesOf(remembered).some((known) => {
          const isSame = known.likes === attitude.likes && !areOfTwo(attitude, known);
          return isSame && objects.length > 0 && objects.every((stem) => remembered.stems.has(stem));
        }),
    );
  });
  return found.every((each) => each !== undefined) ? found[0]! : null;
}

function isHolder(stem: string, holders: ReadonlySet<string>): boolean {
  return [...holders].some((holder) => contentStem(holder) === stem);
}

/** Each tells whose it is, and they are two: what Anna hates you may love. */
function areOfTwo({ holders: one }: Attitude, { holders: other }: Attitude): boolean {
  const isOther = (some: ReadonlySet<string>, others: ReadonlySet<string>) => some.has(OTHER) && !others.has("you");
  if (isOther(one, other) || isOther(other, one)) return false;
  return one.size > 0 && other.size > 0 && one.isDisjointFrom(other);
}
