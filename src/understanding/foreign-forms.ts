// The German, French and Spanish names of what answers look like, and of what is forbidden of it.
import { foreignWords } from "./foreign-speech.ts";

/** In the order in which they are looked for: "listes à puces" are no lists. */
const FORMS: readonly (readonly [english: string, names: string])[] = [
  ["emojis", `[eé]mojis?|smileys?|[eé]motic[oô]n(?:e|o)?s?|emoticonos?|émoticônes?|caritas`],
  [
    "bullet points",
    `aufzählung(?:en|spunkte?n?|szeichen)?|stichpunkt(?:e|en)?|spiegelstrich(?:e|en)?|bullet ?points?|bullets?|(?:listes? )?(?:à )?puces?|(?:listas? (?:con|de) )?viñetas?`,
  ],
  ["exclamation marks", `ausrufe?zeichen|points? d['’ ]exclamation|signos? de exclamación|exclamaci(?:ón|ones)`],
  ["question marks", `fragezeichen|points? d['’ ]interrogation|signos? de interrogación`],
  [
    "bold",
    String.raw`fett(?:schrift|druck|ungen|gedruckte?\p{L}?|geschriebene?\p{L}?|e[ns]?)?|(?:caractères |texte en )?gras|negritas?`,
  ],
  ["italics", `kursiv(?:e[ns]?|schrift)?|italiques?|cursivas?`],
  ["headings", `(?:zwischen)?überschriften?|(?:sous-|inter)?titres?|encabezados?|títulos?`],
  ["tables", `tabellen?|tableaux?|tablas?`],
  ["lists", `listen?|listes?|listas?`],
  ["code blocks", `codeblöcke?n?|blocs? de code|bloques? de código`],
  ["semicolons", `semikolons?|strichpunkte?n?|points?-virgules?|puntos? y comas?`],
  ["dashes", `gedankenstriche?n?|tirets(?: longs| cadratins)?|guiones(?: largos)?`],
  ["ellipses", `auslassungspunkte?n?|points de suspension|puntos suspensivos`],
  ["hashtags", `hashtags?`],
  ["links", `links?|liens?|enlaces?`],
  ["asterisks", `sternchen|astérisques?|asteriscos?`],
];
const NAMES = FORMS.map(([english, names]) => [english, foreignWords(names)] as const);
const ALL = foreignWords(FORMS.map(([, names]) => names).join("|"), "giu");
/** Between and around the names of a list of forms. */
const JOINTS = foreignWords(
  "und|oder|noch|sowie|et|ou|ni|y|e|o|u|en cada|en|d|l|mehr|jedes mal|innecesari[oa]s|ganzen|blöden|nervigen|unnötigen|bunten|stupides|inutiles|ridículos|numerad[oa]s",
  "giu",
);
const SOMEWHERE = foreignWords(String.raw`in|im|bei|beim|für|an|dans|pour|chez|para|durante|en (?!cada)\p{L}+`);

export interface ForbiddenForms {
  /** As English rules name them: "emojis, tables". */
  readonly names: string;
  /** Something limits them: "Emojis in Mails an den Chef". */
  readonly isSomewhere: boolean;
}

/** `said`: an order; `dropped`: its words that name nothing. null: it names something else first. */
export function foreignForms(said: string, dropped: RegExp): ForbiddenForms | null {
  const found = [...said.matchAll(ALL)];
  const [first] = found;
  if (first === undefined) return null;
  const before = said.slice(0, first.index).replace(dropped, " ").replace(JOINTS, " ");
  if (/[\p{L}\d]/u.test(before)) return null;
  const last = found.at(-1)!;
  const after = said.slice(last.index + last[0].length);
  const names = found.map(([name]) => NAMES.find(([, names]) => names.test(name))![0]);
  return { names: [...new Set(names)].join(", "), isSomewhere: SOMEWHERE.test(after) };
}
