import { describe, expect, test } from "bun:test";
import { readValues } from "../../src/statements/read-values.ts";
import { cutTokens } from "../../src/statements/tokens.ts";
import { comparable, sameValue, type Value } from "../../src/statements/value.ts";

function told(value: Value): string {
  if (value.type === "amount") return `${value.number}${value.unit === null ? "" : ` ${value.unit.name}`}`;
  if (value.type === "time") {
    const [hours, minutes] = [Math.floor(value.minutes / 60), value.minutes % 60];
    return `${hours}:${String(minutes).padStart(2, "0")}${value.half ? "!" : ""}`;
  }
  if (value.type === "date") return [value.year, value.month, value.day].map((part) => part ?? "*").join("-");
  return `${value.of} ${value.member}`;
}

function read(text: string): string {
  return readValues(cutTokens(text)).map(told).join(", ");
}

function first(text: string): Value {
  const [value] = readValues(cutTokens(text));
  if (value === undefined) throw new Error(`no value in ${text}`);
  return value;
}

describe("values are read", () => {
  test.each([
    ["8,000 or 8000 or eight thousand", "8000, 8000, 8000"],
    ["142k miles, two hundred and fifty, twenty-seven", "142000 mile, 250, 27"],
    ["1.420 Euro, dreiundzwanzig Tage, mil novecientos sesenta", "1420 EUR, 23 day, 1960"],
    ["42.195 km, 4.2 kilos, 38 mm", "42.195 km, 4.2 kg, 38 mm"],
    ["£12.60, 78 euros, 140 quid, $5", "12.6 GBP, 78 EUR, 140 GBP, 5 USD"],
    ["₹1,400, 4.8 million naira, ¥900, 60 000 kr, 40 zł", "1400 INR, 4800000 NGN, 900 JPY, 60000 kr, 40 PLN"],
    ["deux mille cinq cents euros, 3 200 €, 1 350 francs, 12'500 Euro", "2500 EUR, 3200 EUR, 1350 CHF, 12500 EUR"],
    ["mille six cents euros, six cents, cinq cents ou cinq", "1600 EUR, 6 cent, 500, 5"],
    ["quatre-vingts, quatre-vingt-onze, soixante-quinze, dix-sept, cent quatre-vingt-trois", "80, 91, 75, 17, 183"],
    ["cuatro, veinte; dix, huit; eighty, twelve", "4, 20, 10, 8, 80, 12"],
    ["a las 5 de la tarde, a las 12 de la noche, 8 de la mañana, a las siete y cuarto", "17:00!, 0:00!, 8:00!, 7:15"],
    ["9 heures et demie du soir, à 4 heures de l'après-midi, 11 heures du matin", "21:30!, 16:00!, 11:00!"],
    ["um acht Uhr abends, 10 Uhr vormittags, at 6 in the evening, 3 heures de route", "20:00!, 10:00!, 18:00!, 3 hour"],
    ["12 to 15 minutes", "12 minute, 15 minute"],
    ["a week early, £5 a week", "1 week, 5 GBP"],
    ["7pm, 13:40, at 2, noon, 9 h 38, 17h04, um 7 Uhr", "19:00!, 13:40!, 2:00, 12:00!, 9:38, 17:04!, 7:00"],
    ["half past four, half two, quarter to six, twenty past nine", "4:30, 2:30, 5:45, 9:20"],
    ["the 3rd of May, 19 sept, 2026-05-03, May 8, 14. März", "*-5-3, *-9-19, 2026-5-3, *-5-8, *-3-14"],
    ["on the 15th, her 18th birthday", "*-*-15, 18"],
    ["I may march in May", "*-5-*"],
    ["on Thursdays, sat 10 may, they sat down", "weekday 4, weekday 6, *-5-10"],
    ["my sister in law and my mother-in-law's dad", "kinship sister in law, kinship mother in law, kinship father"],
    ["half a dozen eggs, at my father's in Linz", "6, kinship father"],
    ["no one, one of them", ""],
  ])("of %j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe("two values", () => {
  test.each([
    ["8k people", "eight thousand people"],
    ["half past four", "16:30"],
    ["7pm", "19:00"],
    ["the 3rd of May", "2026-05-03"],
    ["6.4 km", "4 miles"],
    ["two weeks", "14 days"],
    ["it cost 214", "£214"],
  ])("are the same: %j and %j", (a, b) => {
    expect(sameValue(first(a), first(b))).toBe(true);
    expect(sameValue(first(b), first(a))).toBe(true);
  });

  test.each([
    ["7am", "7pm"],
    ["14 miles", "14 km"],
    ["78 euros", "78 pounds"],
    ["3 weeks", "3 cats"],
    ["the 3rd of May", "the 3rd of June"],
    ["Monday", "Tuesday"],
  ])("are not the same: %j and %j", (a, b) => {
    expect(sameValue(first(a), first(b))).toBe(false);
    expect(sameValue(first(b), first(a))).toBe(false);
  });

  test("are compared only where one may stand in the place of the other", () => {
    expect(comparable(first("4 hens"), first("5 hens"))).toBe(true);
    expect(comparable(first("grade 4"), first("grade 5"))).toBe(true);
    expect(comparable(first("4 hens"), first("5 eggs"))).toBe(false);
    expect(comparable(first("4 km"), first("5 miles"))).toBe(true);
    expect(comparable(first("4 km"), first("5 kg"))).toBe(false);
    expect(comparable(first("Monday"), first("my sister"))).toBe(false);
  });
});
