// The names of months in nine languages, and the parser of dates for each language.
import { strict as de } from "chrono-node/de";
import { Chrono, strict as en } from "chrono-node/en";
import { strict as es } from "chrono-node/es";
import { strict as fr } from "chrono-node/fr";
import { strict as it } from "chrono-node/it";
import { strict as ja } from "chrono-node/ja";
import { strict as nl } from "chrono-node/nl";
import { strict as pt } from "chrono-node/pt";
import { strict as ru } from "chrono-node/ru";
import { strict as uk } from "chrono-node/uk";
import { strict as hans } from "chrono-node/zh/hans";
import { strict as hant } from "chrono-node/zh/hant";

/** Reads dates that state a day, in one language. */
export type DateParser = Chrono;

export type Lang = "de" | "en" | "es" | "fr" | "it" | "nl" | "pt" | "ru" | "uk";

export interface Months {
  readonly dates: DateParser;
  /** The names of the twelve months; other forms of the same month follow after "|". */
  readonly names: string;
  /** Short forms. They count only in a full date; English ones count everywhere. "-": none. */
  readonly short: string;
  /** Words before a month that is a time by itself: "in May". */
  readonly before: string;
}

export const MONTHS: Readonly<Record<Lang, Months>> = {
  de: {
    dates: de,
    names: "januar|jänner februar märz|maerz april mai juni juli august september oktober november dezember",
    short: "jan feb mär apr - jun jul aug sep|sept okt nov dez",
    before: "im|seit|bis|ab|anfang|ende|mitte|letzten|vergangenen|diesen|monat",
  },
  en: {
    dates: en,
    names: "january february march april may june july august september october november december",
    short: "jan feb mar apr - jun jul aug sep|sept oct nov dec",
    before: "in|during|throughout|mid|early|late|this|last|since|until|till|of|before|after|by|around",
  },
  es: {
    dates: es,
    names: "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre",
    short: "ene feb mar abr may jun jul ago sep oct nov dic",
    before: "en|desde|hasta|durante|(?:mes|fin|fines|finales|principios|comienzos|inicios|mediados) de",
  },
  fr: {
    dates: fr,
    names: "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre|decembre",
    short: "janv févr|fév - avr - - juil - sept oct nov déc",
    before: "en|depuis|jusqu'en|mi|début|fin|courant|mois (?:de |d')",
  },
  it: {
    dates: it,
    names: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    short: "gen feb mar apr mag giu lug ago set ott nov dic",
    before: "in|a|ad|da|fino a|durante|(?:mese|fine|inizio|metà) (?:di )?|scorso",
  },
  nl: {
    dates: nl,
    names: "januari februari maart april mei juni juli augustus september oktober november december",
    short: "jan feb mrt apr - jun jul aug sep okt nov dec",
    before: "in|sinds|sedert|tot|vanaf|begin|eind|half|medio|afgelopen",
  },
  pt: {
    dates: pt,
    names: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    short: "jan fev mar abr mai jun jul ago set out nov dez",
    before: "em|desde|até|durante|(?:mês|fim|final|início|meados) de",
  },
  ru: {
    dates: ru,
    names:
      "январь|января|январе февраль|февраля|феврале март|марта|марте апрель|апреля|апреле май|мая|мае июнь|июня|июне июль|июля|июле август|августа|августе сентябрь|сентября|сентябре октябрь|октября|октябре ноябрь|ноября|ноябре декабрь|декабря|декабре",
    short: "янв фев апр - - - - авг сен|сент окт ноя дек",
    before: "в|во|с|со|до|за|конце|начале|середине|прошлом|этом",
  },
  uk: {
    dates: uk,
    names:
      "січень|січня|січні лютий|лютого|лютому березень|березня|березні квітень|квітня|квітні травень|травня|травні червень|червня|червні липень|липня|липні серпень|серпня|серпні вересень|вересня|вересні жовтень|жовтня|жовтні листопад|листопада|листопаді грудень|грудня|грудні",
    short: "- - - - - - - - - - - -",
    before: "у|в|з|із|до|за|кінці|початку|середині|минулому|наприкінці",
  },
};

/** Japanese and Chinese, simplified and traditional. */
export const CJK_DATES: readonly DateParser[] = [ja, hans, hant];

/** Only the library's parsers for a month's name with a day: its parsers for times take "8 to 10" for hours. */
function datesAlone({ dates, names }: Months): DateParser {
  const samples = (names.split(" ")[0] ?? "")
    .split("|")
    .flatMap((name) => [`3 ${name} 2021`, `3. ${name} 2021`, `3 de ${name} de 2021`, `${name} 3, 2021`]);
  const parsers = dates.parsers.filter((parser) => {
    const alone = new Chrono({ parsers: [parser], refiners: [] });
    return samples.some((sample) => alone.parse(sample)[0]?.start.isCertain("day"));
  });
  return new Chrono({ parsers, refiners: dates.refiners });
}

const dateParsers = new Map<Lang, DateParser>();

/** Made when a language is first read: making all of them would slow every start. */
export function dateParser(lang: Lang): DateParser {
  const parser = dateParsers.get(lang) ?? datesAlone(MONTHS[lang]);
  dateParsers.set(lang, parser);
  return parser;
}
