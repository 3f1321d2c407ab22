// How memory spells its names: what is said of one in another spelling, or by the name another language has, is read as memory's.
import { spellingKeys } from "../base/spelling-keys.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

const NAME_LETTERS_LEAST = 3;

/** Towns and countries that English, German, French or Spanish call by names of their own. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  `
  köln cologne colonia|münchen munich múnich|nürnberg nuremberg|hannover hanover|wien vienna vienne viena|
  genf geneva genève ginebra|zürich zúrich|basel bâle basilea|bern berne berna|luzern lucerne lucerna|
  straßburg strasbourg estrasburgo|lyon lyons|marseille marseilles marsella|paris parís|
  brüssel brussels bruxelles bruselas|antwerpen antwerp anvers amberes|gent ghent gand gante|brügge bruges brujas|
  mailand milan milano milán|rom rome roma|florenz florence firenze florencia|venedig venice venise venecia venezia|
  neapel naples napoli nápoles|turin torino turín|genua genoa genova gênes génova|
  lissabon lisbon lisbonne lisboa|sevilla seville séville|london londres|edinburgh édimbourg edimburgo|
  kopenhagen copenhagen copenhague københavn|göteborg gothenburg|warschau warsaw varsovie varsovia warszawa|
  krakau kraków cracow cracovie cracovia|prag prague praga praha|moskau moscow moscou moscú|athen athens athènes atenas|
  deutschland germany allemagne alemania|frankreich france francia|spanien spain espagne españa|
  italien italy italie italia|schweiz switzerland suisse suiza|österreich austria autriche|
  polen poland pologne polonia|griechenland greece grèce grecia|ägypten egypt égypte egipto|türkei turkey turquie turquía
  `
    .split("|")
    .flatMap((line) => {
      const names = line.trim().split(" ");
      return names.flatMap((name) => spellingKeys(name).map((key) => [key, names[0]!] as const));
    }),
);

export class Spellings {
  readonly #first = new Map<string, string>();

  /** A statement of memory: its names are spelled so from now on, where they were not before. */
  learn(statement: Statement): Statement {
    const respelled = this.respell(statement);
    for (const token of respelled.tokens) {
      const word = plainWord(token);
      if (!isSpelled(token, word)) continue;
      for (const key of keysOf(word)) if (!this.#first.has(key)) this.#first.set(key, word);
    }
    return respelled;
  }

  /** The statement with its names as memory spells them; the same where it spells them so. In small letters "schon" is no "schön". */
  respell(statement: Statement): Statement {
    let stems: Set<string> | null = null;
    const tokens = statement.tokens.map((token) => {
      const word = plainWord(token);
      const spelled = token.capital && isSpelled(token, word) ? this.#spellingOf(word) : word;
      if (spelled === word) return token;
      const [stem, other] = [contentStem(word), contentStem(spelled)];
      if (stem === null || other === null) return token;
      stems ??= new Set(statement.stems);
      stems.delete(stem);
      stems.add(other);
      return { ...token, lower: spelled + token.lower.slice(word.length) };
    });
    return stems === null ? statement : { ...statement, tokens, stems };
  }

  #spellingOf(word: string): string {
    const keys = keysOf(word);
    const known = keys.find((key) => this.#first.has(key));
    return known === undefined ? word : this.#first.get(known)!;
  }
}

function isSpelled({ kind }: Token, word: string): boolean {
  return kind === "word" && word.length >= NAME_LETTERS_LEAST;
}

function keysOf(word: string): readonly string[] {
  const keys = spellingKeys(word);
  const named = OTHER_NAMES.get(keys[0]!);
  return named === undefined ? keys : [...keys, named];
}
