import { expect, test } from "bun:test";
import { generateKey, hashOfKey, parseKey, sameHash } from "../../src/accounts/key-format.ts";
import { base62OfBytes, base62OfNumber } from "../../src/base/base62.ts";

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

test("a key has the published form, and reads back", () => {
  for (let round = 0; round < 200; round += 1) {
    const { id, text } = generateKey(random);
    expect(text).toMatch(/^mk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
    expect(parseKey(text)).toEqual({ id, text });
  }
});

test("a key holds 256 random bits, its id 48 of others", () => {
  const asked: number[] = [];
  const bytes = (count: number) => {
    asked.push(count);
    return new Uint8Array(count).fill(255);
  };
  const { text } = generateKey({ bytes });
  expect(asked).toEqual([6, 32]);
  // 2^256 - 1 has 43 digits in base 62; of the id's nine the last eight are taken.
  expect(text).toStartWith(
    `mk_live_${base62OfNumber(2n ** 48n - 1n, 9).slice(1)}_${base62OfNumber(2n ** 256n - 1n, 43)}`,
  );
});

test("the checksum is the CRC-32 of what precedes it, in base 62, padded with 0", () => {
  const zeros = { bytes: (count: number) => new Uint8Array(count) };
  const { text } = generateKey(zeros);
  expect(text.slice(0, -6)).toBe(`mk_live_00000000_${"0".repeat(43)}`);
  // Computed apart, by the crc32 of zlib and long division.
  expect(text.slice(-6)).toBe("4OBNiZ");
});

test("a key with any one character changed is no key", () => {
  const { text } = generateKey(random);
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === "A" ? "B" : "A";
    expect(parseKey(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
  for (const broken of ["", text.slice(1), `${text}0`, ` ${text}`, `${text}\n`, text.toLowerCase()]) {
    expect(parseKey(broken)).toBeNull();
  }
});

test("two keys have different hashes, and one the same", () => {
  const [a, b] = [generateKey(random).text, generateKey(random).text];
  expect(sameHash(hashOfKey(a), hashOfKey(a))).toBe(true);
  expect(sameHash(hashOfKey(a), hashOfKey(b))).toBe(false);
  expect(sameHash(hashOfKey(a), new Uint8Array(3))).toBe(false);
});

test("base 62 runs from digits over capitals to small letters, most significant first", () => {
  expect([0n, 9n, 10n, 35n, 36n, 61n, 62n, 3843n].map((value) => base62OfNumber(value, 2))).toEqual([
    "00",
    "09",
    "0A",
    "0Z",
    "0a",
    "0z",
    "10",
    "zz",
  ]);
  expect(base62OfBytes(new Uint8Array(32).fill(255), 43)).toHaveLength(43);
});
