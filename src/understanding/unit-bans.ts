// Rules about units and currencies: "use metric units", "in km not miles", "never use inches", "prices in euros".
import { wordSet, wordTable } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { cutTokens } from "../statements/tokens.ts";
import { UNITS, type Unit } from "../statements/value-words.ts";
import { type AnswerLooks, anyOf, type Ban } from "./answer-looks.ts";

type Dimension = Unit["dimension"];

interface Measure {
  readonly dimension: Dimension;
  /** A value in it, as answers write one. */
  readonly shown: RegExp;
  /** Whoever wants this unit does not want these. */
  readonly opposed: readonly string[];
}

function measure(dimension: Dimension, shown: RegExp, opposed = ""): Measure {
  return { dimension, shown, opposed: opposed.split(" ").filter((name) => name !== "") };
}

/** A number with one of these names behind it. */
function counted(names: string, number = String.raw`\d`): RegExp {
  return linear(String.raw`(?:${number})[ -]?(?:${names})(?!\p{L})`, "giu");
}

function degrees(letter: string, name: string): RegExp {
  const marked = `(?:°|º|degrees?|deg|grad|grados|degrés) ?(?:${letter}|${name})`;
  return linear(String.raw`\d ?(?:${marked}|${name})(?!\p{L})|\d\d${letter}(?![\p{L}\d])`, "giu");
}

const IN_WORDS = String.raw`[\d½¼¾]|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand)`;

/** By the names of UNITS. Nobody's wish is against what is as usual beside either system: pints, stone, cups. */
const MEASURES: ReadonlyMap<string, Measure> = new Map([
  ["mile", measure("length", counted("miles?|mi|Meilen?|millas?", IN_WORDS), "km")],
  ["ft", measure("length", counted("foot|feet|ft"), "cm")],
  ["in", measure("length", counted("inch|inches", IN_WORDS), "cm")],
  ["yd", measure("length", counted("yards?|yd|yds"))],
  ["km", measure("length", counted("km|kms|kilomet(?:er|re)s?|Kilometern?|kilómetros?|kilomètres?"), "mile")],
  ["m", measure("length", counted("m|met(?:er|re)s?|metros?|mètres?"), "ft yd")],
  ["cm", measure("length", counted("cm|centimet(?:er|re)s?|Zentimetern?|centímetros?|centimètres?"), "in ft")],
  ["mm", measure("length", counted("mm|millimet(?:er|re)s?"), "in")],
  [
    "lb",
    measure(
      "mass",
      /\d[ -]?(?:lbs?(?!\p{L})|pounds? of (?!it\b|that\b|this\b|your\b|the\b|my\b|debt\b|savings\b))/giu,
      "kg",
    ),
  ],
  ["oz", measure("mass", counted("oz|ounces?"), "g")],
  ["stone", measure("mass", counted("stone"), "kg")],
  ["kg", measure("mass", counted("kg|kilos?|kilogram(?:m|me|s|mes|os)?"), "lb")],
  ["g", measure("mass", counted("g|grams?|gramm|grammes?|gramos?"), "oz lb")],
  ["gal", measure("volume", counted("gallons?|gal"), "l")],
  ["pint", measure("volume", counted("pints?"))],
  ["cup", measure("volume", counted("cups?", "[\\d½¼¾]"))],
  ["l", measure("volume", counted("l|lit(?:er|re)s?|litros?"), "gal")],
  ["ml", measure("volume", counted("ml|millilit(?:er|re)s?"))],
  ["F", measure("temperature", degrees("f", "fahrenheit"), "C")],
  ["C", measure("temperature", degrees("c", "celsius"), "F")],
  ["EUR", measure("money", /€|\beuros?\b|\bEUR\b/giu, "USD GBP CHF JPY")],
  ["USD", measure("money", /\$ ?\d|\bUSD ?\d|\d ?(?:dollars?|bucks|USD|dólares)(?!\p{L})/giu, "EUR GBP CHF JPY")],
  ["GBP", measure("money", /£ ?\d|\bGBP ?\d|\d ?(?:quid|GBP|£|pounds? sterling)(?!\p{L})/giu, "EUR USD CHF JPY")],
  ["CHF", measure("money", /\bCHF ?\d|\d ?(?:CHF|francs|franken)(?!\p{L})/giu, "EUR USD GBP JPY")],
  ["JPY", measure("money", /¥ ?\d|\d ?(?:yen|¥|JPY)(?!\p{L})/giu, "EUR USD GBP CHF")],
]);

const METRIC = "km m cm mm kg g l ml C".split(" ");
/** Of the systems, what is told by nobody who uses the other one. */
const OPPOSED_TO_METRIC = "mile ft in yd lb oz gal F".split(" ");
const OPPOSED_TO_IMPERIAL = "km cm kg C".split(" ");

const SYSTEMS = wordTable<"metric" | "imperial">([
  ["metric metrics metrisch metrische métrico métricas métriques", "metric"],
  ["imperial", "imperial"],
]);

/** Beside those that UNITS knows. */
const MORE_UNITS = wordTable([
  ["cup cups", "cup"],
  ["fahrenheit", "F"],
  ["centigrade", "C"],
  ["kilometern kilómetro kilomètre", "km"],
  ["millas", "mile"],
  ["yen", "JPY"],
  ["franc", "CHF"],
]);

const DIMENSIONS = wordTable<readonly Dimension[]>([
  ["distance distances length lengths height heights entfernungen distanzen distancias", ["length"]],
  ["weight weights", ["mass"]],
  ["amount amounts quantity quantities mengen cantidades quantités", ["mass", "volume", "money"]],
  ["temperature temperatures temps weather temperaturen temperaturas températures", ["temperature"]],
  ["price prices cost costs money currency preise precios prix", ["money"]],
]);

/** Words that leave a rule about units a rule about units. */
const FILLERS = wordSet(
  `please pls always use using give giving show tell answer answering reply write writing state express quote quoting put
  report me us the user in with by to for at any as all everything every only just unit units system measurement
  measurements measure measures number numbers values figures remember that prefers prefer wants want likes like thinks
  think understands understand reads speaks uses i we from now on and or of my your answers replies are is be should must
  it them degree degrees ever again anymore more exclusively thanks ok stick keep default defaults think works work best
  bitte immer nur die der das den alle angaben einheiten verwende benutze nutze nenne gib por favor siempre en unidades
  usa toujours les des unités utilise degrees grad grados degrés`,
);
const REFUSING = wordSet(
  "not never no don't dont avoid without nor instead rather over than nicht statt keine kein nie pas jamais nunca",
);
const ASKING = wordSet("use but only just always give stick sondern sino mais");
const POUND_OF_WEIGHT = /\b(?:kg|kilos?|kilograms?|grams?|weights?|stone)\b/i;
const POUND_OF_MONEY = /\b(?:prices?|costs?|euros?|dollars?|sterling|money)\b|[€$]/i;
/** What limits such a rule to a place or an occasion. */
const LIMITED = /\b(?:when(?:ever)?|if|while|unless|except)\b/i;

interface Wishes {
  readonly wanted: Set<string>;
  readonly refused: Set<string>;
  readonly systems: Set<string>;
  readonly refusedSystems: Set<string>;
  readonly dimensions: Set<Dimension>;
}

/** `begins`: whether the first unit is wanted or refused where nothing else says so. */
export function unitBan(sentence: string, begins: "wanted" | "refused" = "wanted"): Ban | null {
  const whole = banOfWishes(readWishes(sentence, begins));
  if (whole !== null || begins === "refused" || LIMITED.test(sentence)) return whole;
  return anyOf(sentence.split(/[,;:]|\band\b/).map((part) => banOfWishes(readWishes(part, begins))));
}

/** null: it is about more than units. */
function readWishes(text: string, begins: "wanted" | "refused"): Wishes | null {
  const wishes: Wishes = {
    wanted: new Set(),
    refused: new Set(),
    systems: new Set(),
    refusedSystems: new Set(),
    dimensions: new Set(),
  };
  const pound = POUND_OF_WEIGHT.test(text) ? "lb" : POUND_OF_MONEY.test(text) ? "gbp" : "pound";
  // In Spanish it is another word.
  const mile = /\bkm\b|\bkilom/i.test(text) ? "mile" : "my";
  let [refuses, afterMark] = [begins === "refused", false];
  for (const { kind, lower } of cutTokens(text)) {
    if (kind === "mark" && UNITS.get(lower)?.dimension !== "money") {
      afterMark ||= /[,;:.–—-]/.test(lower);
      if (/[.;!?]/.test(lower)) refuses = begins === "refused";
      continue;
    }
    if (REFUSING.has(lower)) refuses = true;
    else if (ASKING.has(lower) && (afterMark || lower === "but")) refuses = false;
    else if (!note(wishes, /^pounds?$/.test(lower) ? pound : lower === "mi" ? mile : lower, refuses)) return null;
    afterMark = false;
  }
  // "Dollars are no use": what it refuses is what it names first.
  if (refuses && wishes.refused.size + wishes.refusedSystems.size === 0) return null;
  return wishes;
}

function note(wishes: Wishes, word: string, refuses: boolean): boolean {
  const system = SYSTEMS.get(word);
  if (system !== undefined) {
    (refuses ? wishes.refusedSystems : wishes.systems).add(system);
    return true;
  }
  const unit = MORE_UNITS.get(word) ?? UNITS.get(word)?.name;
  if (unit !== undefined && MEASURES.has(unit)) {
    (refuses ? wishes.refused : wishes.wanted).add(unit);
    return true;
  }
  const dimensions = DIMENSIONS.get(word);
  for (const each of dimensions ?? []) wishes.dimensions.add(each);
  return dimensions !== undefined || FILLERS.has(word) || ASKING.has(word);
}

function banOfWishes(wishes: Wishes | null): Ban | null {
  if (wishes === null) return null;
  const { wanted, refused, systems, refusedSystems, dimensions } = wishes;
  const isMetric = systems.has("metric") || (refusedSystems.has("imperial") && systems.size === 0);
  const isImperial = !isMetric && (systems.has("imperial") || refusedSystems.has("metric"));
  const unwanted = new Set(refused);
  for (const name of wanted) for (const each of MEASURES.get(name)!.opposed) unwanted.add(each);
  for (const name of isMetric ? OPPOSED_TO_METRIC : isImperial ? OPPOSED_TO_IMPERIAL : []) unwanted.add(name);
  const instead = new Set([...wanted, ...(isMetric ? METRIC : isImperial ? OPPOSED_TO_METRIC : [])]);
  const names = [...unwanted].filter((name) => isAsked(name, dimensions) && !wanted.has(name));
  if (names.length === 0) return null;
  return (answer) => names.some((name) => isShown(answer, MEASURES.get(name)!, instead));
}

function isAsked(name: string, dimensions: ReadonlySet<Dimension>): boolean {
  return dimensions.size === 0 || dimensions.has(MEASURES.get(name)!.dimension);
}

/** UTF-16 units beside a value in which the same value may stand in the unit that is wanted. */
const BESIDE_UNITS = 100;

/** "5 miles", and not "8 km (5 miles)"; a price where none is in the wanted currency. */
function isShown({ prose }: AnswerLooks, { dimension, shown }: Measure, instead: ReadonlySet<string>): boolean {
  const alike = [...instead].map((name) => MEASURES.get(name)!).filter((each) => each.dimension === dimension);
  for (const { index } of prose.matchAll(shown)) {
    const beside = dimension === "money" ? prose : prose.slice(Math.max(0, index - BESIDE_UNITS), index + BESIDE_UNITS);
    if (!alike.some((each) => beside.search(each.shown) >= 0)) return true;
    if (dimension === "money") return false;
  }
  return false;
}
