// Words a standing rule: as an imperative where the sentence shows one, else in the user's own words.
import { quotedNeed, quotedOrder } from "../domain/lesson.ts";
import type { WishKind } from "../domain/wish.ts";
import type { Wish } from "./find-wishes.ts";

/** Of a quotation; the limit of a lesson is far above it. */
const QUOTED_CHARS_MAX = 400;

export function wordWish({ rule, text }: Pick<Wish, "rule" | "text">, strength: "order" | "preference"): string {
  if (rule !== null) return rule;
  const said = text.length > QUOTED_CHARS_MAX ? `${text.slice(0, QUOTED_CHARS_MAX).trimEnd()}…` : text;
  return strength === "order" ? quotedOrder(said) : quotedNeed(said);
}

const OF_KIND: Readonly<Record<string, string>> = {
  "length short": "Keep answers short.",
  "length long": "Answer in detail.",
  "units metric": "Use metric units.",
  "units imperial": "Use imperial units.",
  "temperature celsius": "Give temperatures in Celsius.",
  "temperature fahrenheit": "Give temperatures in Fahrenheit.",
  "clock 24 hours": "Use the 24-hour clock.",
  "clock 12 hours": "Use the 12-hour clock.",
  "date order day first": "Write dates with the day first.",
  "date order month first": "Write dates with the month first.",
  "spelling british": "Use British spelling.",
  "spelling american": "Use American spelling.",
  "address informal": "Address the user informally.",
  "address formal": "Address the user formally.",
  "tone formal": "Use a formal tone.",
  "tone casual": "Use a casual tone.",
  "code language typescript": "Write code in TypeScript.",
  "code language javascript": "Write code in JavaScript.",
  "code language python": "Write code in Python.",
  "sources yes": "Give the sources.",
  "examples yes": "Give an example.",
  "words plain": "Explain in plain words, without jargon.",
  "steps one by one": "Explain step by step, one step at a time.",
  "options one": "Give one suggestion, not several.",
  "summary yes": "Give a short summary.",
  "answer first": "Put the answer first, and the reasons after it.",
  "price low": "Suggest inexpensive options.",
  "effort low": "Suggest what is quick and easy.",
  "praise no": "Do not praise the user.",
  "apologies no": "Do not apologise.",
  "jokes no": "Do not make jokes.",
  "spoilers no": "Do not give spoilers.",
  "disclaimers no": "Leave out disclaimers and warnings.",
  "questions back no": "Do not end answers with questions.",
};

/** Of a wish that came again in other words. */
export function wordKind({ kind, value }: WishKind): string {
  const known = OF_KIND[`${kind} ${value}`];
  if (known !== undefined) return known;
  if (kind === "diet") return `Suggest ${value} food only.`;
  if (value === "none") return `Suggest food without ${kind} only.`;
  if (kind === "currency") return `Give prices in ${value}s.`;
  if (kind === "language") return `Answer in ${value.charAt(0).toUpperCase()}${value.slice(1)}.`;
  return value === "no" ? `Do not use ${kind}.` : `Use ${kind}.`;
}
