// Reads what tells that a state is over, with nothing in its place: "Noah's left the Rangers", "Mrs Abernathy retired".
import { linear } from "../matching/linear-expression.ts";
import { leftDiet } from "./held-diets.ts";
import { type LeftState, subjectBefore, USER } from "./state.ts";
import type { Statement } from "./statement.ts";
import { cutTokens } from "./tokens.ts";
import { isUnsure, toldStates } from "./told-states.ts";

const NAME = String.raw`((?:the )?[\p{L}][\p{L}'’-]+(?: [\p{Lu}][\p{L}'’-]+){0,2})`;
const WHEN = String.raw`(?= ?(?:[.,;:!)]|$)| (?:last|this|today|yesterday|now|in|on|and|but|so|after|because|since|finally|for|from|me|gestern|heute|letzte\p{L}*|und|la|hier|et|ayer|y|que|pour)(?![\p{L}]))`;

/** Who goes: "Begoña se ha jubilado". */
const GOES = linear(
  String.raw`(?<![\p{L}])(\p{L}[\p{L}’-]*)(?:['’]s| has| is| have)? (?:just |now |finally |recently )?(?:retired|left(?: us)?|quit|resigned|stepped down|moved on|been (?:fired|sacked|replaced|let go))${WHEN}`,
  "iu",
);
const GOES_ELSEWHERE = linear(
  String.raw`(?<![\p{L}])(\p{L}[\p{L}’-]*) (?:se ha (?:jubilado|ido)|se jubiló|ha dimitido|est (?:partie?|parti) à la retraite|a (?:pris sa retraite|démissionné)|est partie?|ist (?:jetzt )?in (?:rente|pension)(?: gegangen)?|hat gekündigt|ist weg)${WHEN}`,
  "iu",
);
/** What somebody leaves: "left the Rangers", "j'ai quitté Decathlon". */
const LEAVES = linear(
  String.raw`(?<![\p{L}])(?:left|quit|leaving|resigned from|(?:has|have|['’]s|['’]ve) left|quitté|dejado|dejé)(?: my job (?:at|with)| el trabajo en| mon (?:boulot|travail) chez)? ${NAME}${WHEN}`,
  "iu",
);
const LEAVES_IN_GERMAN = linear(
  String.raw`(?<![\p{L}])bei (?:der |dem )?${NAME} (?:gekündigt|aufgehört)|(?<![\p{L}])habe? ${NAME} verlassen`,
  "iu",
);
/** A couple that is one no more. */
const PARTED = linear(
  String.raw`(?<![\p{L}])(?:(\p{L}[\p{L}’-]*)(?: has|['’]s| just)* (?:dumped me|left me|broke up with me|split up with me|hat mich verlassen|hat schluss gemacht|m['’]a (?:quittée?|larguée?)|me ha dejado|me dejó)|(?:i|we|['’]ve|have)(?: just| both)? (?:broke up|broken up|split up|dumped|separated from|divorced)(?: with)? ?(\p{Lu}[\p{L}’-]*)?|(?:and|und|et|y) (?:i|ich|moi|yo) (?:have )?(?:broke up|split up|broken up|haben uns getrennt))${WHEN}`,
  "iu",
);
/** "No longer", where what is no more is told by its verb: "don't work at Tesco any more". */
const NO_MORE = linear(/(?<!\p{L})(?:no longer|any ?more|nicht mehr|n['’]?\p{L}+ plus|plus|ya no)(?!\p{L})/iu);
const NO_ONES =
  /^(?:i|we|he|she|they|it|that|who|and|ich|er|sie|il|elle|on|el|ella|have|has|just|had|was|phone|all|everyone)$/i;

export function leftStates(statement: Statement): LeftState[] {
  const { text } = statement;
  if (isUnsure(text, text)) return [];
  const left = [...leftDiet(statement), ...goneHolders(text), ...leftByHolder(text), ...parted(text)];
  return NO_MORE.test(text) ? [...left, ...toldStates(statement, true)] : left;
}

function goneHolders(text: string): LeftState[] {
  const name = (GOES.exec(text) ?? GOES_ELSEWHERE.exec(text))?.[1];
  if (name === undefined || NO_ONES.test(name)) return [];
  return [{ kind: "role", holder: null, words: new Set([name.toLowerCase()]) }];
}

function leftByHolder(text: string): LeftState[] {
  const match = LEAVES.exec(text) ?? LEAVES_IN_GERMAN.exec(text);
  const name = (match?.[1] ?? match?.[2])?.toLowerCase().replace(/^the /, "");
  if (match === null || name === undefined) return [];
  const before = cutTokens(text.slice(0, match.index));
  const holder = subjectBefore(before);
  return holder === null
    ? []
    : (["employer", "team"] as const).map((kind) => ({ kind, holder, words: new Set(name.split(" ")) }));
}

function parted(text: string): LeftState[] {
  const match = PARTED.exec(text);
  if (match === null) return [];
  const name = match[1] ?? match[2];
  if (name !== undefined && NO_ONES.test(name)) return [];
  return [{ kind: "role", holder: `${USER} partner`, words: new Set(name === undefined ? [] : [name.toLowerCase()]) }];
}
