// The countries of the world, as English, German, Spanish and French call them, in one word.

const LANGUAGES = ["en", "de", "es", "fr"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Called countries too, and no regions of their own. */
const FURTHER = ["england", "scotland", "wales", "britain", "america", "holland", "schottland"];

/** People are called so as well. */
const NAMES = ["chad", "georgia", "india", "israel", "jersey", "jordan", "kenya"];

/** By the engine's own names of regions. */
const COUNTRIES: ReadonlySet<string> = new Set([
  ...FURTHER,
  ...LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
    return codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []);
  }),
]).difference(new Set(NAMES));

/** `word`: in lower case. */
export function isCountry(word: string): boolean {
  return COUNTRIES.has(word);
}
