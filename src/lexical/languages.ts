// The languages of text analysis: how each stems its words, and its stop words.
import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as armenian } from "@orama/stemmers/armenian";
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian";
import * as lists from "stopword";
import english from "wink-porter2-stemmer";
import { foldWord } from "./fold-word.ts";
import { MEANINGFUL_STOP_WORDS, MISSING_STOP_WORDS } from "./language-words.ts";

export type Script = "Latin" | "Cyrillic" | "Greek" | "Arabic" | "Devanagari" | "Armenian";

interface LanguageParts {
  readonly script: Script;
  /** Takes a lower-case word with its accents. */
  readonly stem: (word: string) => string;
  readonly listed: readonly string[];
}

/**
 * English is Porter2 by wink-porter2-stemmer: of 62 words of Snowball's vocabulary it stems 61 as Snowball does, and
 * `@orama/stemmers` 36, because that is the older Porter with a fault (connection becomes connec, connect stays connect).
 * The package's other stemmers agree with Snowball's. Its Lithuanian, Nepali, Sanskrit, Serbian and Tamil ones are
 * left out, because their stop word lists are broken, of another script or missing. So is Irish, because other
 * languages share its short words.
 */
const LANGUAGES = {
  ar: { script: "Arabic", stem: arabic, listed: lists.ara },
  bg: { script: "Cyrillic", stem: stemBulgarian, listed: lists.bul },
  da: { script: "Latin", stem: danish, listed: lists.dan },
  de: { script: "Latin", stem: german, listed: lists.deu },
  el: { script: "Greek", stem: greek, listed: lists.ell },
  en: { script: "Latin", stem: english, listed: lists.eng },
  es: { script: "Latin", stem: stemSpanish, listed: lists.spa },
  fi: { script: "Latin", stem: finnish, listed: lists.fin },
  fr: { script: "Latin", stem: french, listed: lists.fra },
  hi: { script: "Devanagari", stem: hindi, listed: lists.hin },
  hu: { script: "Latin", stem: hungarian, listed: lists.hun },
  hy: { script: "Armenian", stem: armenian, listed: lists.hye },
  id: { script: "Latin", stem: indonesian, listed: lists.ind },
  it: { script: "Latin", stem: italian, listed: lists.ita },
  nl: { script: "Latin", stem: dutch, listed: lists.nld },
  no: { script: "Latin", stem: norwegian, listed: lists.nob },
  pt: { script: "Latin", stem: stemPortuguese, listed: lists.por },
  ro: { script: "Latin", stem: romanian, listed: lists.ron },
  ru: { script: "Cyrillic", stem: russian, listed: lists.rus },
  sv: { script: "Latin", stem: swedish, listed: lists.swe },
  tr: { script: "Latin", stem: turkish, listed: lists.tur },
  uk: { script: "Cyrillic", stem: ukrainian, listed: lists.ukr },
} as const satisfies Record<string, LanguageParts>;

export type KnownLanguage = keyof typeof LANGUAGES;

/** ISO 639-1 code of a language that there is a stemmer for, or "" where none was recognised. */
export type Language = KnownLanguage | "";

export const KNOWN_LANGUAGES = Object.keys(LANGUAGES) as readonly KnownLanguage[];

export function scriptOf(language: KnownLanguage): Script {
  return LANGUAGES[language].script;
}

/** The library's stemmer throws on the words in -ен from which it would take a letter inside the word. */
function stemBulgarian(word: string): string {
  try {
    return bulgarian(word);
  } catch {
    return word.replace(/ен(?:а|о|и|ия|ият)?$/, "н");
  }
}

/** Snowball knows -ción and -sión only with their accents. */
function stemSpanish(word: string): string {
  return spanish(word.replace(/([cs])ion$/, "$1ión"));
}

/** Snowball does not join -ão and -ões, nor -ção with and without its accents. */
function stemPortuguese(word: string): string {
  return portuguese(word.replace(/(?<=.)[cç](?:[aã]o|[oõ]es)$/, "ção").replace(/(?<=.)(?:[oõ]es|ao|ãos)$/, "ão"));
}

function listOf(language: KnownLanguage): string[] {
  const meaningful = new Set((MEANINGFUL_STOP_WORDS[language] ?? "").split(/\s+/));
  const missing = (MISSING_STOP_WORDS[language] ?? "").split(/\s+/);
  const listed: readonly string[] = LANGUAGES[language].listed;
  return [...new Set([...listed, ...missing])].filter((word) => {
    // A single consonant may be a key, a grade, a vitamin or a variable; the lists hold those left by French elision.
    const lone = language === "de" ? /^[a-z]$/ : /^[b-df-hj-np-tv-xz]$/;
    return word !== "" && !/\s/.test(word) && !meaningful.has(word) && !lone.test(word);
  });
}

const stopWords = new Map<KnownLanguage, ReadonlySet<string>>();

/**
 * The stop words of a language in lower case, without accents and apostrophes, as a user may type them. Made when first
 * asked for: all of them take 10 ms.
 */
export function stopWordsOf(language: KnownLanguage): ReadonlySet<string> {
  let words = stopWords.get(language);
  if (words === undefined) {
    words = new Set(listOf(language).map((word) => foldWord(word.replaceAll("'", ""))));
    stopWords.set(language, words);
  }
  return words;
}

/** The stem of a lower-case word, without accents; never empty. */
export function stemWord(word: string, language: KnownLanguage): string {
  return foldWord(LANGUAGES[language].stem(word)) || word;
}
