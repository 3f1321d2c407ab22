// Turns texts into the terms of the lexical index, and questions into the terms that may match them.
import type { Steps } from "../base/steps.ts";
import type { QuestionWord } from "../domain/ports/lexical-index.ts";
import { cutWords, cutWordsInSteps, type Word } from "./cut-words.ts";
import { foldWord } from "./fold-word.ts";
import {
  KNOWN_LANGUAGES,
  type KnownLanguage,
  type Language,
  type Script,
  scriptOf,
  stemWord,
  stopWordsOf,
} from "./languages.ts";
import { createLanguageRecognizer } from "./recognize-language.ts";
import { rivalsOf, synonymsOf } from "./synonyms.ts";

export type { Language } from "./languages.ts";

/**
 * Must be raised with every change of what `analyzeStored` gives for a text: terms that an earlier version stored are
 * then made again from the text. test/lexical/analysis-version.test.ts fails until the number is raised.
 */
export const ANALYSIS_VERSION = 4;

export interface AnalyzedText {
  readonly language: Language;
  /** Terms of each field, in order. */
  readonly fields: readonly (readonly string[])[];
}

/** Every language, "" among them. */
export const ALL_LANGUAGES: readonly Language[] = [...KNOWN_LANGUAGES, ""];

export interface TextAnalyzer {
  /**
   * The terms of a stored packet's fields, in order, repeated as often as they occur, stop words of its language left
   * out. One language for all fields. A word with accents whose stem depends on them gives a second term, the stem of
   * its spelling without them.
   */
  analyzeStored(fields: readonly string[]): Steps<AnalyzedText>;
  /**
   * The words of a question, each once, with the terms under which stored texts of one of `languages` may hold it. A
   * packet may hold several of these terms; the word counts once all the same. A stop word of all of `languages`, or of
   * the question's own recognised language, is left out; a few words that are searched for have no language of their own
   * (`isSearch`). Of a long text only the beginning counts: 8,192 UTF-16 units,
   * 256 words.
   */
  analyzeQuestion(text: string, languages: readonly Language[], isSearch?: boolean): Steps<readonly QuestionWord[]>;
  /** The terms under which a text of that language holds the word. */
  termsOfWord(word: string, language: Language): readonly string[];
  /** The stop words of the text's own language, of English where it is not recognised: without accents and apostrophes. */
  stopWordsOf(text: string): ReadonlySet<string>;
  /** Words that are kept with their terms now. */
  readonly wordsKept: number;
}

/** UTF-16 units of a question that are read, and words of it that count: enough to know what a page is about. */
const QUESTION_UNITS_MAX = 8_192;
const QUESTION_WORDS_MAX = 256;

/** Words analysed in one slice. */
const WORDS_A_STEP = 128;

/** Words of a language that are kept with their terms; beyond it all of them are forgotten. */
const STEMS_MAX = 10_000;

/** Letters of a script, and the language that stems them in a text of another script: Docker in a Russian text. */
const GUESTS: readonly (readonly [RegExp, Script, KnownLanguage])[] = [
  [/^[a-z\u00c0-\u024f\u1e00-\u1eff]/, "Latin", "en"],
  [/^[\u0400-\u052f]/, "Cyrillic", "ru"],
  [/^[\u0600-\u06ff\u0750-\u077f]/, "Arabic", "ar"],
  [/^[\u0370-\u03ff\u1f00-\u1fff]/, "Greek", "el"],
  [/^[\u0900-\u097f]/, "Devanagari", "hi"],
  [/^[\u0530-\u058f]/, "Armenian", "hy"],
];

/** The language whose rules apply to a word in a text of `language`; null where no stemmer knows the word's script. */
function ruleOf(word: string, language: Language): KnownLanguage | null {
  const guest = GUESTS.find(([letters]) => letters.test(word));
  if (guest === undefined) return null;
  return language !== "" && scriptOf(language) === guest[1] ? language : guest[2];
}

export function createTextAnalyzer(): TextAnalyzer {
  return new Analyzer();
}

class Analyzer implements TextAnalyzer {
  readonly #recognizer = createLanguageRecognizer();
  /** Rule -> word -> its terms. */
  readonly #stems = new Map<KnownLanguage, TermsOfWords>();
  /** Language of a stored text -> word -> what is stored of it, unless it is written as a name or a compound. */
  readonly #stored = new Map<Language, TermsOfWords>();

  *analyzeStored(fields: readonly string[]): Steps<AnalyzedText> {
    const language = this.#recognizer.recognizeStored(fields.join("\n"));
    const terms: string[][] = [];
    for (const field of fields) {
      const own: string[] = [];
      for (const [at, word] of (yield* cutWordsInSteps(field)).entries()) {
        if (at % WORDS_A_STEP === 0) yield;
        own.push(...this.#storedTerms(word, language));
      }
      terms.push(own);
    }
    return { language, fields: terms };
  }

  *analyzeQuestion(text: string, languages: readonly Language[], isSearch = false): Steps<readonly QuestionWord[]> {
    const question = text.slice(0, QUESTION_UNITS_MAX);
    const own = isSearch ? "" : this.#recognizer.recognize(question);
    const found = new Map<string, QuestionWord>();
    for (const word of yield* cutWordsInSteps(question)) {
      if (found.size === QUESTION_WORDS_MAX) break;
      yield;
      const folded = foldWord(word.text);
      const distinctive = (found.get(folded)?.distinctive ?? false) || isDistinctive(word, own);
      const terms = this.#askedTerms(word, folded, languages, own);
      if (terms !== null) found.set(folded, { ...terms, distinctive, isOwn: false, isImplied: false });
    }
    return [...found.values()];
  }

  termsOfWord(word: string, language: Language): readonly string[] {
    const [cut] = cutWords(word);
    return cut === undefined ? [] : this.#termsIn({ ...cut, name: "capitals" }, language);
  }

  stopWordsOf(text: string): ReadonlySet<string> {
    return stopWordsOf(this.#recognizer.recognize(text.slice(0, QUESTION_UNITS_MAX)) || "en");
  }

  get wordsKept(): number {
    let kept = this.#recognizer.wordsKept;
    for (const words of [...this.#stems.values(), ...this.#stored.values()]) kept += words.size;
    return kept;
  }

  /** The terms of a question's word in texts of those languages; null where it does not count. */
  #askedTerms(word: Word, folded: string, languages: readonly Language[], own: Language): AskedTerms | null {
    if (word.exact) return { terms: [folded], synonyms: [], rivals: [], unsaidIn: [] };
    const ruleIn = new Map(languages.map((language) => [language, ruleOf(word.text, language)]));
    const rules = [...new Set(ruleIn.values())].filter((rule) => rule !== null);
    if (!isAsked(word, folded, rules, own === "" ? null : ruleOf(word.text, own))) return null;
    const terms = new Set([folded, ...rules.flatMap((rule) => this.#variants(word.text, rule))]);
    const synonyms = rules.flatMap((rule) =>
      [...synonymsOf(folded, rule)].flatMap((each) => this.#termsOf(each, rule)),
    );
    const rivals = rules.flatMap((rule) => rivalsOf(folded, rule).flatMap((each) => this.#termsOf(each, rule)));
    const unsaidIn = languages.filter((language) => {
      const rule = ruleIn.get(language) ?? null;
      return rule !== null && !isStored(word, rule);
    });
    return { terms: [...terms], synonyms: [...new Set(synonyms)].filter((each) => !terms.has(each)), rivals, unsaidIn };
  }

  /** The terms of a question's word in one language, in both German spellings of ä, ö and ü. */
  #variants(word: string, rule: KnownLanguage): readonly string[] {
    const terms = this.#termsOf(word, rule);
    if (rule !== "de" || !/[äöü]|(?<![aeq])(?:ae|oe|ue)/.test(word)) return terms;
    const umlauts: Readonly<Record<string, string>> = { ae: "ä", oe: "ö", ue: "ü", ä: "ae", ö: "oe", ü: "ue" };
    const other = word.replace(/[äöü]|(?<![aeq])(?:ae|oe|ue)/g, (letters) => umlauts[letters] ?? letters);
    return [...terms, ...this.#termsOf(other, rule)];
  }

  #storedTerms(word: Word, language: Language): readonly string[] {
    if (word.exact) return [foldWord(word.text)];
    if (word.whole || word.name === "capitals") return this.#termsIn(word, language);
    return keptTerms(this.#stored, language, word.text, () => this.#termsIn(word, language));
  }

  #termsIn(word: Word, language: Language): readonly string[] {
    const rule = ruleOf(word.text, language);
    if (rule === null) return [foldWord(word.text)];
    return isStored(word, rule) ? this.#termsOf(word.text, rule) : [];
  }

  /** One term, or two where accents change the stem. */
  #termsOf(word: string, rule: KnownLanguage): readonly string[] {
    return keptTerms(this.#stems, rule, word, () => {
      const stem = stemWord(word, rule);
      const folded = foldWord(word);
      const plain = folded === word ? stem : stemWord(folded, rule);
      return plain === stem ? [stem] : [stem, plain];
    });
  }
}

type AskedTerms = Pick<QuestionWord, "terms" | "synonyms" | "rivals" | "unsaidIn">;

type TermsOfWords = Map<string, readonly string[]>;

/** The terms of a word, made at its first use; beyond STEMS_MAX words all of them are forgotten. */
function keptTerms<K>(
  kept: Map<K, TermsOfWords>,
  kind: K,
  word: string,
  make: () => readonly string[],
): readonly string[] {
  let known = kept.get(kind);
  if (known === undefined || known.size >= STEMS_MAX) {
    known = new Map();
    kept.set(kind, known);
  }
  let terms = known.get(word);
  if (terms === undefined) {
    terms = make();
    known.set(word, terms);
  }
  return terms;
}

/** "will" is also a man's name. Only the context of a question tells it from the verb, so it is stored as a term. */
const NAMES: ReadonlySet<string> = new Set(["will"]);

function isDistinctive(word: Word, own: Language): boolean {
  if (word.exact) return !word.pair;
  return word.name === "capitals" || (word.name === "capital" && own !== "de");
}

function isStored(word: Word, rule: KnownLanguage): boolean {
  return word.whole || word.name === "capitals" || !stopWordsOf(rule).has(foldWord(word.text));
}

function isAsked(word: Word, folded: string, rules: readonly KnownLanguage[], own: KnownLanguage | null): boolean {
  if (word.whole || word.name === "capitals") return true;
  if (NAMES.has(folded) && word.name === "no") return false;
  if (own !== null && stopWordsOf(own).has(folded)) return false;
  return rules.length === 0 || !rules.every((rule) => stopWordsOf(rule).has(folded));
}
