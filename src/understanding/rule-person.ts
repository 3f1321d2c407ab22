// Puts what a user says of himself into the third person.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bI['’]?m\b/g, "I am"],
  [/\bI['’]ve\b/g, "I have"],
  [/\bI['’]ll\b/g, "I will"],
  [/\bI['’]d\b/g, "I would"],
  [/\bdon['’]?t\b/gi, "do not"],
  [/\bdoesn['’]?t\b/gi, "does not"],
  [/\bdidn['’]?t\b/gi, "did not"],
  [/\bwon['’]t\b/gi, "will not"],
  [/\bcan['’]?t\b/gi, "cannot"],
  [/\bisn['’]t\b/gi, "is not"],
  [/\baren['’]t\b/gi, "are not"],
  [/\b(\w+)n['’]t\b/gi, "$1 not"],
];

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["am", "is"],
  ["have", "has"],
  ["do", "does"],
  ["go", "goes"],
  ["were", "was"],
]);
/** Verbs that stay as they are: helpers, and the past tenses that do not end in -ed. */
const UNCHANGED = wordSet(
  `can could will would should might may must cannot was had did went ate got said told came saw made took knew thought
  found gave left felt kept wrote bought grew met ran drank slept lost began is has does sold broke taught caught fell flew drove
  rode chose spoke stole woke swore tore sang swam sent spent lent built dealt fought heard held hid knelt laid led lit paid said sat
  shook shot stood stuck threw understood won blew drew bit fed fled forgot became brought hung learnt spelt burnt quit hurt`,
);
/** These end as a past does, and are none. */
const BASE_IN_ED = /^(?:need|feed|breed|bleed|heed|seed|weed|proceed|succeed|exceed|speed|shed|wed|embed)$/;
const ADVERBS = wordSet(
  `really always never usually normally typically generally often rarely sometimes also only just still mostly strongly
  much absolutely definitely actually currently already ever even both mainly simply no longer not now nowadays`,
);
/** After "and", these share the subject of the verb before. */
const SHARED = wordSet(
  `work live like love hate prefer speak eat drink play study use have own run teach write drive need want enjoy avoid
  travel read cook do go`,
);

const IM = linear(/^im\b|\bim(?= (?:not |a |an )?\w+)/g);
const WORD_BETWEEN_MARKS = linear(/^([^\p{L}\d]*)(.*?)([^\p{L}\d]*)$/u);

/** "I'm" to "I am", "don't" to "do not"; a lone "i" becomes "I". */
export function expandContractions(text: string): string {
  const upper = text
    .replace(/’/g, "'")
    .replace(IM, "I'm")
    .replace(/\bi\b(?=\s|'m\b|'ve\b|'ll\b|'d\b|$)/g, "I");
  return CONTRACTIONS.reduce((result, [pattern, full]) => result.replace(pattern, full), upper);
}

/** The verb in the form that follows "the user": "prefers", "does". */
export function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  if (BASE_IN_ED.test(lower)) return `${lower}s`;
  if (UNCHANGED.has(lower) || lower.endsWith("ed")) return lower;
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(lower) ? `${lower}es` : `${lower}s`;
}

/** Writes "the user …" for "I" with its verb, "me" and "my". Contractions must be expanded before. */
export function aboutTheUser(text: string): string {
  const words = text.split(" ");
  const result: string[] = [];
  let subject = false;
  let conjugated = false;
  for (const word of words) {
    const [, before, core, after] = WORD_BETWEEN_MARKS.exec(word) ?? ["", "", "", word, ""];
    let said = core ?? "";
    const lower = said.toLowerCase();
    if (said === "I") {
      said = "the user";
      subject = true;
    } else if (subject && !ADVERBS.has(lower)) {
      said = thirdPerson(said);
      subject = false;
      conjugated = true;
    } else if (conjugated && SHARED.has(lower) && /^(?:and|or|but)$/i.test(lastWord(result))) said = thirdPerson(said);
    else if (lower === "me") said = "the user";
    else if (lower === "my") said = "the user's";
    else if (lower === "myself") said = "themselves";
    result.push(`${before}${said}${after}`);
  }
  return result.join(" ");
}

function lastWord(words: readonly string[]): string {
  return words.at(-1) ?? "";
}
