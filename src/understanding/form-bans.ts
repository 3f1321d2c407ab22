// What answers must not look like: emojis, lists, headings, bold, one of them or several in one breath.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { type Ban, wordsOf } from "./answer-looks.ts";

/** A form in a text. */
interface Shown {
  test(text: string): boolean;
}

type Form = readonly [named: RegExp, shown: Shown, where?: "in code too"];

const NUMBERED = /^[ \t]*(\d{1,3})[.)]\s/gm;
const BULLET = /^[ \t]*[-*•]\s/m;

/** Two lines that are numbered onwards, or all with a 1: "3. Oktober" alone is a day. */
const NUMBERED_LINES: Shown = {
  test(text) {
    const numbers = [...text.matchAll(NUMBERED)].map(([, number]) => Number(number));
    return numbers.some(
      (number, at) => at > 0 && (number === numbers[at - 1]! + 1 || (number === 1 && numbers[at - 1] === 1)),
    );
  },
};
const LISTED: Shown = { test: (text) => BULLET.test(text) || NUMBERED_LINES.test(text) };

/** At the end of a sentence: not in "a != b", "5! = 120", "Yahoo!, founded in 1994" or "the film “Help!” is". */
const EXCLAIMED = linear(
  /![!?]*["'“”’»)*_\]]*(?:\s*$|\s+[^\s\p{Ll}=<>+×·/,&|]|[—\p{Extended_Pictographic}\p{Emoji_Presentation}])/mu,
);
const EXCLAIMED_IN_SMALL = linear(/\p{L} ?![!?]*\s+\p{Ll}/u);
/** Its first sentence begins with a small letter, and so may the others. */
const WRITTEN_SMALL = /^[^\p{L}\p{N}]*\p{Ll}/u;
const EXCLAMATIONS: Shown = {
  test: (text) => EXCLAIMED.test(text) || (WRITTEN_SMALL.test(text) && EXCLAIMED_IN_SMALL.test(text)),
};

/** What answers may look like, and the words for it. */
const FORMS: readonly Form[] = [
  [/^(?:emojis?|emoticons?|smileys?|smilies)$/, /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u],
  [/^(?:bullets?|bullet ?points?|bullet(?:ed)? lists?)$/, BULLET],
  [/^numbered (?:lists?|points?)$/, NUMBERED_LINES],
  [/^lists?$/, LISTED],
  [/^exclamation(?:s| marks?| points?)$/, EXCLAMATIONS],
  [/^(?:section )?(?:headings?|headers?)$/, /^#{1,6}\s/m],
  [/^(?:bold|bolding|bold(?:ed)? (?:text|type|face|font|words?|print))$/, /\*\*[\p{L}\d“"(]|<(?:b|strong)>/u],
  [/^(?:italics?|italic text)$/, /(?:^|[\s(])[*_]\p{L}|<(?:i|em)>/mu],
  [/^(?:markdown|(?:markdown |text )?formatting)$/, /\*\*[\p{L}\d“"(]|^#{1,6}\s|```|^[ \t]*\|/mu, "in code too"],
  [/^tables?$/, /^[ \t]*\|/m],
  [/^code blocks?$/, /```/, "in code too"],
  [/^semicolons?$/, /;/],
  [/^(?:em )?dash(?:es)?$/, /—/],
  [/^hashtags?$/, /#\p{L}/u],
  [/^(?:hyper)?(?:links?|urls?)$/, /https?:\/\//],
  [/^question marks?$/, /\?/],
  [/^ellips[ie]s$/, /…|\.\.\./],
  [/^asterisks?$/, /\*/],
];
/** A power or an unpacked argument is no bold text. */
const NOT_BOLD = /(?<=[\p{L}\d)\]])\*\*|\*\*(?:kwargs|args)/gu;

/** Verbs of answering, and what an answer is called: beside these a form is forbidden in every answer. */
export const ANSWERING = wordSet(
  "use using write writing answer answering reply replying end ending start starting add adding put putting include including give giving send sending in with your my the any a an more of at to me us and or no nor answers answer replies reply responses response messages message texts text chat sentences sentence please pls ever again anymore all either at kind kinds sort sorts type types whatsoever you be want see seeing them",
);

/** "No emojis, use lists": what is told to do is not forbidden. */
const TOLD =
  /^(?:please |just |only )?(?:use|write|answer|reply|end|start|add|put|include|give|send|keep|make|just|only|stick)\b/i;
const CONNECTOR = linear(/(\s*(?:,|\/|&|\+|\band\b|\bor\b|\bnor\b)\s*)/i);
/** "Lists in mails to my boss": what is forbidden somewhere is not forbidden here. */
const SOMEWHERE = /^(?:in|for|on|when(?:ever)?|if|while|to|at|with|during|inside|under|around|about|after|before)\b/i;

function nameOf(text: string): string {
  return wordsOf(text)
    .filter((word) => !ANSWERING.has(word))
    .join(" ")
    .replace(/^markdown (?=.)|(?<=[a-z]) formatting$/, "");
}

/** "Emojis", "use headings and bold", "lists, tables or headings, keep it short": what every answer must not look like. */
export function formBan(thing: string): Ban | null {
  const forms: Form[] = [];
  let isChoice = false;
  for (const [at, part] of thing.split(CONNECTOR).entries()) {
    if (at % 2 === 1) {
      isChoice = /or/i.test(part);
      continue;
    }
    const name = nameOf(part);
    if (name === "") continue;
    if (forms.length > 0 && !isChoice && TOLD.test(part)) break;
    const form = FORMS.find(([names]) => names.test(name));
    if (form !== undefined) forms.push(form);
    else if (forms.length === 0 || SOMEWHERE.test(part.trim()) || isFormSomewhere(part)) return null;
    else break;
  }
  if (forms.length === 0) return null;
  return ({ text, prose }) => {
    const bare = prose.includes("**") ? prose.replace(NOT_BOLD, " ") : prose;
    return forms.some(([, shown, where]) => shown.test(where === undefined ? bare : text));
  };
}

function isFormSomewhere(part: string): boolean {
  const words = part.trim().split(/\s+/);
  const at = words.findIndex((word, index) => index > 0 && SOMEWHERE.test(word));
  return at > 0 && FORMS.some(([names]) => names.test(nameOf(words.slice(0, at).join(" "))));
}
