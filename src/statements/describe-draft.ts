// What a question and its answer look like as a whole, in numbers.
import { wordSet } from "../base/word-set.ts";
import type { Question } from "./asked.ts";
import { type Features, flag } from "./candidate.ts";
import { plainWord, type Statement } from "./statement.ts";

const REQUESTS = wordSet(
  "write draft text note card list post line sentence mail email message msg poster sign ad bio blurb paragraph summary plan schedule agenda recipe letter invitation speech reply caption label tag header form script macro slide schreib escribe écris écrire",
);
const ASKING = wordSet(
  "who whose whom what which when where how why wer was wann wo wie welche welcher welches qui quand où quel quelle quels combien quién qué cuándo cuánto cuánta cuántos cuántas dónde cómo",
);
const OF_BEFORE = wordSet(
  "why differ differs differently different change changed originally first planned before was were did had already warum pourquoi",
);
const CONVERTING = wordSet(
  "convert unit units metric imperial fahrenheit celsius miles km kilometres pounds feet inches cups ounces yards dollars euros kilos stone grams kw hours minutes per each total altogether left much far double half if",
);
/** Words that are in any German text. */
const GERMAN = wordSet(
  "der die das und ist nicht ein eine mit für auf von am im du wir es gibt nur oft bis zu den bei sich ab ich seit ja zum zur dem wie wann wer",
);
const UMLAUT = /[äöüß]/;
/** Words that are looked at for the language. */
const LANGUAGE_WORDS = 400;

export interface DraftTexts {
  readonly question: Question;
  readonly asked: readonly Statement[];
  readonly statements: readonly Statement[];
  readonly isComposed: boolean;
}

export function describeDraft({ question, asked, statements, isComposed }: DraftTexts): Features {
  const words = asked.flatMap(({ tokens }) => tokens.map(plainWord));
  const has = (some: ReadonlySet<string>) => flag(words.some((word) => some.has(word)));
  const claims = statements.filter((statement) => statement.claims).length;
  return {
    asksByMark: flag(words.includes("?")),
    asksByWord: has(ASKING),
    requests: has(REQUESTS),
    askedTokens: Math.min(40, words.length),
    askedValues: asked.reduce((sum, { values }) => sum + values.length, 0),
    asksGeneral: flag(question.general),
    asksBefore: has(OF_BEFORE),
    asksHistory: flag(question.history),
    asksConversion: has(CONVERTING),
    asksWho: flag(question.kinds.has("who")),
    asksWhere: flag(question.kinds.has("where")),
    answerTokens: Math.log1p(statements.reduce((sum, { tokens }) => sum + tokens.length, 0)),
    answerClaims: Math.min(12, claims),
    answerAsks: flag(claims < statements.length),
    composed: flag(isComposed),
  };
}

/** Of its words, more are among those in any German text than in any other. */
const GERMAN_SHARE = 0.1;

/** German writes every noun as others write names. */
export function isGerman(statements: readonly Statement[]): boolean {
  const words = statements.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === "word"));
  const read = words.slice(0, LANGUAGE_WORDS);
  const german = read.filter(({ lower }) => GERMAN.has(lower)).length;
  return read.some(({ lower }) => UMLAUT.test(lower)) || (german > 1 && german >= GERMAN_SHARE * read.length);
}
