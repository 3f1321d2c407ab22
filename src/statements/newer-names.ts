// The names of a sentence that memory has, each beside one told later that may have its place: "Captain is Karthik", "Vignesh is captain".
import { wordSet } from "../base/word-set.ts";
import { type Candidate, flag } from "./candidate.ts";
import { stemsByToken, wordsAround } from "./near-words.ts";
import { isWrittenAsName } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Scene } from "./scene.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord } from "./statement.ts";
import { distancesFrom, likeliest, type Place, succession } from "./succession.ts";
import { KINSHIP } from "./value-words.ts";
import { isOfAnothers } from "./whose.ts";

/** Names of a sentence, and later ones that are looked at for each, the newest. */
const NAMES_MAX = 8;
const NEWER_MAX = 16;
const NO_NAMES = wordSet("yes yeah sure hi dear hello hey mr mrs ms dr prof the please note re pm am ok noted");

export function newerNameCandidates(scene: Scene): Candidate[] {
  const places = scene.statement.tokens.flatMap((_, at) => (isKnownName(scene, at) ? [at] : []));
  return places.slice(0, NAMES_MAX).flatMap((at, place) => candidateAt(scene, at, place) ?? []);
}

function candidateAt(scene: Scene, at: number, place: number): Candidate | null {
  const { draft, statement } = scene;
  const { memory, question } = draft;
  const token = statement.tokens[at]!;
  const word = plainWord(token);
  const told = memory.placesOf(word).flatMap((each): Place[] => {
    const of = memory.all[each.at]!;
    return of.byUser && of.claims ? [placeOf(of, each.place)] : [];
  });
  const [old] = told;
  if (old === undefined) return null;
  const last = told.at(-1)!.statement;
  const found = newerThan(scene, word, old.statement);
  const newer = likeliest(scene, old, found, () => 0);
  if (newer === null) return null;
  const role = roleOf(old);
  const known = newer.statement.tokens[newer.from]!;
  const firstTold = memory.all[memory.placesOf(plainWord(known))[0]!.at]!.turn;
  return {
    family: "newer name",
    kind: "outdated",
    statement,
    remembered: newer.statement,
    said: token.text,
    known: known.text,
    features: {
      ...succession(scene, { near: wordsAround(statement, at, at + 1), old, newer }),
      sameRole: flag(role !== null && role === roleOf(newer)),
      roleAsked: flag(role !== null && (draft.focus.has(role) || statement.stems.has(role))),
      isNewName: flag(firstTold === newer.statement.turn),
      isNewer: flag(firstTold > old.statement.turn),
      lastBeside: flag(newer.statement.turn === last.turn && last !== old.statement),
      lastAfter: flag(last.turn > newer.statement.turn),
      mentions: Math.min(6, told.length),
      asksWho: flag(question.kinds.has("who")),
      asksWhere: flag(question.kinds.has("where")),
      sameBefore: flag(wordBefore(newer) === wordBefore(old)),
      newerFirst: flag(newer.from === 0),
      oldFirst: flag(old.from === 0),
      newer: Math.min(8, found.length),
      place,
      begins: flag(at === 0),
      letters: word.length,
      beside: flag([at - 1, at + 1].some((next) => statement.tokens[next]?.capital === true)),
      distance: Math.min(20, distancesFrom(newer).size),
    },
  };
}

function placeOf(statement: RememberedStatement, at: number): Place {
  return { statement, from: at, to: at + 1 };
}

const IS = wordSet("is are 's was");
const ENDS_ROLE = wordSet(", . ; : ! ? ( ) and but so for since from now at in on with of these who that as to");

/** "Pooja is my shift lead", "our captain is Marek": the stem of what somebody is; null: it is not told so. */
function roleOf({ statement, from, to }: Place): string | null {
  const { tokens } = statement;
  const stems = stemsByToken(statement);
  let end = to;
  while (tokens[end]?.capital === true) end++;
  if (IS.has(tokens[end]?.lower ?? "")) {
    const stop = tokens.findIndex(({ lower }, at) => at > end && ENDS_ROLE.has(lower));
    const told = stems.slice(end + 1, Math.min(stop < 0 ? tokens.length : stop, end + 1 + ROLE_REACH));
    return told.findLast((stem) => stem !== null) ?? null;
  }
  let start = from;
  while (start > 0 && (tokens[start - 1]!.capital || TITLES.has(tokens[start - 1]!.lower))) start--;
  return IS.has(tokens[start - 1]?.lower ?? "") ? (stems[start - 2] ?? null) : null;
}

/** "Is our new head of sales": words up to there. */
const ROLE_REACH = 5;
const TITLES = wordSet("mr mrs ms dr prof . the");

function wordBefore({ statement, from }: Place): string {
  return statement.tokens[from - 1]?.lower ?? "";
}

function isKnownName({ draft: { memory, askedWords }, statement: { tokens } }: Scene, at: number): boolean {
  const token = tokens[at]!;
  const word = plainWord(token);
  if (token.kind !== "word" || NO_NAMES.has(word) || KINSHIP.has(word) || contentStem(word) === null) return false;
  return !askedWords.has(word) && (memory.names.has(word) || (isWrittenAsName(tokens, at) && memory.words.has(word)));
}

/** Names told later that neither the answer nor the question has. */
function newerThan({ draft, topics }: Scene, word: string, old: RememberedStatement): Place[] {
  const { memory, words, askedWords } = draft;
  const found: Place[] = [];
  for (let at = memory.all.length - 1; at > old.at && found.length < NEWER_MAX; at--) {
    const statement = memory.all[at]!;
    if (!statement.byUser || !statement.claims || statement.turn === old.turn || topics[at]! <= 0) continue;
    const names = statement.tokens.flatMap((token, place) => {
      const other = plainWord(token);
      const isName = memory.names.has(other) || (place === 0 && isFirstName(statement));
      return isName && other !== word && !words.has(other) && !askedWords.has(other) && !KINSHIP.has(other)
        ? [place]
        : [];
    });
    if (names.length === 0 || isOfAnothers(memory, statement, old)) continue;
    if (isOfSomebody(statement, old)) continue;
    found.push(...names.toReversed().map((place) => placeOf(statement, place)));
  }
  return found;
}

/** "Zoë left Picard for Renard": news of somebody whom the earlier statement does not name. */
function isOfSomebody({ tokens }: RememberedStatement, { stems }: RememberedStatement): boolean {
  const [first, second] = tokens;
  if (first?.kind !== "word" || !first.capital || !LEAVES.has(second?.lower ?? "")) return false;
  const stem = contentStem(plainWord(first));
  return stem !== null && !stems.has(stem);
}

const LEAVES = wordSet("left quit started joined moved changed switched went starts joins leaves works lives");

/** "Pooja is …", "Ilse took over": what begins a sentence has a capital, whatever it is. */
function isFirstName({ tokens }: RememberedStatement): boolean {
  const [first, second] = tokens;
  if (first?.kind !== "word" || !first.capital || NO_NAMES.has(plainWord(first))) return false;
  return contentStem(plainWord(first)) !== null && AFTER_NAME.has(second?.lower ?? "");
}

const AFTER_NAME = wordSet("is has took takes does will runs leads heads 's");
