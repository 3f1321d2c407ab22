import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { REDACT_KINDS, type RedactKind } from "../../src/domain/redaction.ts";
import { linearExpressions } from "../../src/matching/linear-expression.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { redact as redactInSteps } from "../../src/redaction/redact.ts";
import { redactWithin } from "../../src/redaction/redact-for.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import { type LabelledText, readLabelledTexts, scoreRedaction } from "./labelled-texts.ts";

const seen = await readLabelledTexts("seen");
const unseen = await readLabelledTexts("unseen");

const redact = (text: string, kinds: readonly RedactKind[]) => finish(redactInSteps(text, kinds));
const redactAll = (text: string) => redact(text, REDACT_KINDS);
/** Shapes that are written in two pieces here, so that nobody takes them for somebody's. */
const AWS = "AK" + "IAQ3EGTRW7XK5PLM2A";

test("no expression is made while texts are redacted: what is made is kept for good", () => {
  redactAll("password: Winter-2025!");
  const before = linearExpressions().size;
  for (const { text } of [...seen, ...unseen]) redactAll(text);
  expect(linearExpressions().size).toBe(before);
});

describe("the labelled texts", () => {
  test("hold at least 150 secrets and 150 near misses", () => {
    const all = [...seen, ...unseen];
    expect(all.flatMap(({ secrets }) => secrets).length).toBeGreaterThanOrEqual(150);
    expect(all.filter(({ secrets }) => secrets.length === 0).length).toBeGreaterThanOrEqual(150);
  });

  test("are read right where they were in sight while patterns were written", () => {
    const { misses, secrets, right } = scoreRedaction(seen);
    expect(misses).toEqual([]);
    expect(right).toBe(secrets);
  });

  test("are read well where none was looked at", () => {
    const { secrets, fired, right, nearMisses, nearMissesHit } = scoreRedaction(unseen);
    expect(right / secrets).toBeGreaterThanOrEqual(0.9);
    expect(right / fired).toBeGreaterThanOrEqual(0.93);
    expect(nearMissesHit / nearMisses).toBeLessThanOrEqual(0.03);
  });

  test.each(REDACT_KINDS.map((kind) => [kind]))("%s alone leaves everything else as it is", (kind) => {
    for (const { text, secrets } of seen) {
      const redacted = redact(text, [kind]);
      for (const secret of secrets) {
        const written = text.slice(secret.from, secret.to);
        if (secret.kind === kind) expect(redacted).not.toContain(written);
      }
      if (secrets.length === 0) expect(redacted).toBe(text);
    }
  });

  test("are left alone where nothing is asked for", () => {
    for (const { text } of seen) expect(redact(text, [])).toBe(text);
  });
});

test("a mark says what stood there, and the words around it stay", () => {
  expect(redactAll("pay with 4111 1111 1111 1111, please")).toBe("pay with [redacted: card number], please");
  expect(redactAll("my password is hunter2.")).toBe("my password is [redacted: password].");
  expect(redactAll("postgres://app:s3cret@db/shop")).toBe("postgres://[redacted: password]@db/shop");
  expect(redactAll("IBAN DE89 3704 0044 0532 0130 00!")).toBe("IBAN [redacted: IBAN]!");
  expect(redactAll(`key ${AWS} and ${AWS}`)).toBe("key [redacted: key] and [redacted: key]");
  expect(redactAll("write to ada@example.org")).toBe("write to [redacted: email address]");
});

test("a number with one wrong digit is no card and no account", () => {
  const card = "4111111111111111";
  for (let at = 0; at < card.length; at++) {
    const wrong = card.slice(0, at) + ((Number(card[at]) + 1) % 10) + card.slice(at + 1);
    expect(redact(wrong, ["cards"])).toBe(wrong);
  }
  const iban = "DE89370400440532013000";
  for (let at = 2; at < iban.length; at++) {
    const wrong = iban.slice(0, at) + ((Number(iban[at]) + 1) % 10) + iban.slice(at + 1);
    expect(redact(wrong, ["ibans"])).toBe(wrong);
  }
});

test("what was redacted once is the same redacted again, in any mixture of texts", () => {
  const random = seededRandom(8);
  const texts = [...seen, ...unseen];
  const drawn = () => texts[Math.floor(random.next() * texts.length)]!;
  const joints = [" ", "\n", "", ": ", "=", ", ", "@", '"', " is "];
  for (let at = 0; at < 1_500; at++) {
    const joint = joints[at % joints.length]!;
    const text = [drawn(), drawn(), drawn()].map((each: LabelledText) => each.text).join(joint);
    const once = redactAll(text);
    expect(redactAll(once)).toBe(once);
  }
});

test("a secret is gone wherever it stands between other texts", () => {
  const random = seededRandom(9);
  const strange = seen.filter(({ secrets }) => secrets.length === 0);
  const secret = seen.filter(({ secrets }) => secrets.length > 0);
  for (const { text, secrets } of secret) {
    const before = strange[Math.floor(random.next() * strange.length)]!.text;
    const redacted = redactAll(`${before}.\n${text}\n${before}`);
    for (const { from, to } of secrets) expect(redacted).not.toContain(text.slice(from, to));
  }
});

test("marks that are longer than what they stand for do not make a text longer than it may be", async () => {
  const text = "cvv 123\n".repeat(100);
  const redacted = await redactWithin({ reading: readInPlace() }, "tester", text, ["cards"], text.length);
  expect(redacted).toHaveLength(text.length);
  expect(redacted).not.toContain("123");
});

/** Each would take hours where a pattern goes back over what it has read; a second is plenty where none does. */
const LONG: readonly (readonly [string, string])[] = [
  ["one letter", "a"],
  ["digits", "4"],
  ["groups of digits", "4111 "],
  ["single digits", "4 "],
  ["signs", "+1-"],
  ["the beginnings of keys", "sk-"],
  ["the beginnings of tokens", "eyJaaaaaaaaaaa.eyJ"],
  ["the beginnings of private keys", "-----BEGIN PRIVATE KEY-----"],
  ["words before a password", "password "],
  ["password is", "password is "],
  ["password for", "password for a "],
  ["assignments", "password="],
  ["quoted assignments", 'password="'],
  ["addresses", "a@"],
  ["points and addresses", "a.b@c."],
  ["schemes", "a://b:"],
  ["countries", "DE89 "],
  ["spaces", " "],
  ["bearers", "bearer "],
  ["telephones", "call me on ("],
  ["letters before a password", "\u00e4passwort"],
  ["slashes", "hooks.slack.com/services/T"],
  ["base64", "aB3/"],
];

test.each(LONG)(
  "the longest answer of nothing but %s is read in linear time",
  (_, piece) => {
    const text = piece.repeat(Math.ceil(131_072 / piece.length));
    expect(typeof redactAll(text)).toBe("string");
    expect(typeof redactAll(`${text}4111 1111 1111 1111`)).toBe("string");
  },
  20_000,
);
