// Takes secrets out of a text, and writes in their place what they were.
import type { Steps } from "../base/steps.ts";
import type { RedactKind } from "../domain/redaction.ts";
import { CARD_FINDERS } from "./find-cards.ts";
import { EMAIL_FINDERS, ID_FINDERS, PHONE_FINDERS } from "./find-contacts.ts";
import { findIbans } from "./find-ibans.ts";
import { KEY_FINDERS } from "./find-keys.ts";
import { PASSWORD_FINDERS } from "./find-passwords.ts";
import type { Finder, Span } from "./span.ts";

/** Where two finds overlap, the mark names the kind that stands first here. */
const FINDERS = {
  keys: KEY_FINDERS,
  ibans: [findIbans],
  cards: CARD_FINDERS,
  emails: EMAIL_FINDERS,
  ids: ID_FINDERS,
  phones: PHONE_FINDERS,
  passwords: PASSWORD_FINDERS,
} as const satisfies Readonly<Record<RedactKind, readonly Finder[]>>;
const RANKED = Object.keys(FINDERS) as RedactKind[];
/** Passes over one text: once a mark replaces a secret, what stands beside it may turn out to be one too. */
const PASSES_MAX = 4;
const MARK = /\[redacted: [A-Za-z ]{1,20}\]/g;

/** The text with a mark such as `[redacted: card number]` for each find; the same string where there is none. */
export function* redact(text: string, kinds: readonly RedactKind[]): Steps<string> {
  let redacted = text;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const spans = yield* findSecrets(redacted, kinds);
    if (spans.length === 0) return redacted;
    redacted = withMarks(redacted, spans);
  }
  return redacted;
}

/** The secrets in the order of the text, none of them overlapping. */
export function* findSecrets(text: string, kinds: readonly RedactKind[]): Steps<Span[]> {
  const found: (Span & { rank: number })[] = [];
  for (const [rank, kind] of RANKED.filter((each) => kinds.includes(each)).entries()) {
    for (const find of FINDERS[kind]) {
      for (const span of find(text)) found.push({ ...span, rank });
      yield;
    }
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const joined: (Span & { rank: number })[] = [];
  for (const span of found) {
    const last = joined.at(-1);
    if (last === undefined || span.from >= last.to) joined.push(span);
    else {
      const first = span.rank < last.rank ? span : last;
      joined[joined.length - 1] = { ...first, from: last.from, to: Math.max(last.to, span.to) };
    }
  }
  return outsideMarks(text, joined);
}

/** Takes marks that are in the text already out of the finds: they are no secrets, but the rest of a find may be. */
function outsideMarks(text: string, spans: readonly Span[]): Span[] {
  const marks = [...text.matchAll(MARK)].map((match) => ({ from: match.index, to: match.index + match[0].length }));
  if (marks.length === 0) return [...spans];
  const parts: Span[] = [];
  let next = 0;
  for (const { from, to, what } of spans) {
    while ((marks[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
    let at = from;
    for (let mark = next; (marks[mark]?.from ?? to) < to; mark++) {
      parts.push({ from: at, to: Math.max(at, marks[mark]!.from), what });
      at = marks[mark]!.to;
    }
    parts.push({ from: at, to, what });
  }
  return parts.filter((part) => part.from < part.to && !isRest(text.slice(part.from, part.to)));
}

/** Whether a part is too little to be a secret by itself, such as a bracket beside a mark. */
function isRest(part: string): boolean {
  return part.length < 4 && !/[\p{L}\d]{3}/u.test(part);
}

function withMarks(text: string, spans: readonly Span[]): string {
  let out = "";
  let at = 0;
  for (const { from, to, what } of spans) {
    out += `${text.slice(at, from)}[redacted: ${what}]`;
    at = to;
  }
  return out + text.slice(at);
}
