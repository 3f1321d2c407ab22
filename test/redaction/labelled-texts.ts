// Reads the labelled texts of redaction, and scores the finders on them.
import { join } from "node:path";
import { finish } from "../../src/base/steps.ts";
import { REDACT_KINDS, type RedactKind } from "../../src/domain/redaction.ts";
import { findSecrets } from "../../src/redaction/redact.ts";

export type Part = "seen" | "unseen";

export interface Secret {
  readonly kind: RedactKind;
  readonly from: number;
  readonly to: number;
}

export interface LabelledText {
  readonly text: string;
  /** None in a near miss. */
  readonly secrets: readonly Secret[];
}

const KIND_BY_LABEL: Readonly<Record<string, RedactKind>> = {
  key: "keys",
  password: "passwords",
  card: "cards",
  iban: "ibans",
  email: "emails",
  phone: "phones",
  id: "ids",
};
const WHAT_BY_KIND: Readonly<Record<RedactKind, readonly string[]>> = {
  keys: ["key"],
  passwords: ["password"],
  cards: ["card number", "card code"],
  ibans: ["IBAN"],
  emails: ["email address"],
  phones: ["phone number"],
  ids: ["id number"],
};
/** Stands inside a key, so that those who search repositories for lost keys do not take it for one. */
const BREAK = /¦/g;
const LABEL = /⟦(\w+):([^⟧]*)⟧/g;

/** One text a line, `⟦kind:…⟧` around each secret; `\n` is a line end, `\\n` what a JSON string writes for it. */
export async function readLabelledTexts(part: Part): Promise<LabelledText[]> {
  const file = Bun.file(join(import.meta.dir, "labelled", `${part}.txt`));
  const lines = (await file.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => parse(withLineEnds(line.replace(BREAK, ""))));
}

function withLineEnds(line: string): string {
  return line.replace(/\\\\n|\\n/g, (written) => (written === "\\n" ? "\n" : "\\n"));
}

function parse(line: string): LabelledText {
  const secrets: Secret[] = [];
  let text = "";
  let at = 0;
  for (const match of line.matchAll(LABEL)) {
    const [whole, label = "", secret = ""] = match;
    const kind = KIND_BY_LABEL[label];
    if (kind === undefined) throw new Error(`no kind of secret: ${label}`);
    text += line.slice(at, match.index);
    secrets.push({ kind, from: text.length, to: text.length + secret.length });
    text += secret;
    at = match.index + whole.length;
  }
  return { text: text + line.slice(at), secrets };
}

export interface Score {
  readonly texts: number;
  /** Secrets in them. */
  readonly secrets: number;
  readonly fired: number;
  /** The secret whole, and nothing beside it. */
  readonly right: number;
  /** Texts without a secret of the kinds looked for. */
  readonly nearMisses: number;
  readonly nearMissesHit: number;
  readonly misses: readonly string[];
}

/** All kinds are looked for; those of `kinds` are counted. */
export function scoreRedaction(texts: readonly LabelledText[], kinds: readonly RedactKind[] = REDACT_KINDS): Score {
  const misses: string[] = [];
  let [secrets, fired, right, nearMisses, nearMissesHit] = [0, 0, 0, 0, 0];
  for (const { text, secrets: all } of texts) {
    const wanted = all.filter(({ kind }) => kinds.includes(kind));
    const found = finish(findSecrets(text, REDACT_KINDS)).filter(({ what }) =>
      kinds.some((kind) => WHAT_BY_KIND[kind].includes(what)),
    );
    secrets += wanted.length;
    fired += found.length;
    const hits = found.filter((span) =>
      wanted.some(
        ({ kind, from, to }) => from === span.from && to === span.to && WHAT_BY_KIND[kind].includes(span.what),
      ),
    );
    right += hits.length;
    if (wanted.length === 0) {
      nearMisses++;
      nearMissesHit += Number(found.length > 0);
    }
    if (hits.length !== found.length || hits.length !== wanted.length) {
      const told = found.map(({ from, to, what }) => `${what} ${JSON.stringify(text.slice(from, to))}`).join(", ");
      misses.push(`${text} -> ${told === "" ? "nothing" : told}`);
    }
  }
  return { texts: texts.length, secrets, fired, right, nearMisses, nearMissesHit, misses };
}
