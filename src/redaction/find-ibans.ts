// Finds international bank account numbers: the country's length, and the check digits.
import type { Finder, Span } from "./span.ts";

const WHAT = "IBAN";
/** Country -> characters, as SWIFT's IBAN registry lists them. */
const LENGTHS = new Map(
  [
    "NO15 BE16 BI27 DK18 FI18 FK18 FO18 GL18 NL18 MK19 SD18 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20",
    "CH21 CR22 HR21 LI21 LV21 BG22 BH22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23",
    "AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 DJ27 FR27 GR27 IT27 MC27",
    "MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HN28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 JO30 KW30 MU30",
    "UA29 YE30 MT31 SC31 LC32 RU33",
  ]
    .join(" ")
    .split(" ")
    .map((entry): [string, number] => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const BEGIN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g;
const SEPARATOR = /[ \-\u00a0\u202f]/;

export const findIbans: Finder = (text) => {
  const spans: Span[] = [];
  for (const { 0: begin, index } of text.matchAll(BEGIN)) {
    const length = LENGTHS.get(begin.slice(0, 2).toUpperCase());
    const to = length === undefined ? null : endOf(text, index, length);
    if (to !== null) spans.push({ from: index, to, what: WHAT });
  }
  return spans;
};

/** Where the IBAN ends; null where there is none. Single separators may stand between its characters. */
function endOf(text: string, from: number, length: number): number | null {
  let kept = "";
  let at = from;
  for (; at < text.length && kept.length < length; at++) {
    const char = text[at]!;
    if (/[A-Za-z0-9]/.test(char)) kept += char;
    else if (!SEPARATOR.test(char) || SEPARATOR.test(text[at - 1]!)) return null;
  }
  const isWhole = kept.length === length && !/[A-Za-z0-9]/.test(text[at] ?? "");
  return isWhole && hasCheckDigits(kept.toUpperCase()) ? at : null;
}

function hasCheckDigits(iban: string): boolean {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
