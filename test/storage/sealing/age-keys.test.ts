// Keys of age: made, read from the files that age-keygen writes, and refused in words.
import { expect, test } from "bun:test";
import { faultOfPublicKey, identitiesIn, makeIdentity } from "../../../src/storage/sealing/age-keys.ts";
import { NOW } from "../../store/fixture.ts";

test("a new identity is a file as age-keygen writes it, and its public key seals", async () => {
  const { publicKey, text } = await makeIdentity(NOW);
  const [created, named, identity, ...rest] = text.split("\n");
  expect([created, named, rest]).toEqual(["# created: 2026-01-31T09:30:00.000Z", `# public key: ${publicKey}`, [""]]);
  expect(faultOfPublicKey(publicKey)).toBeNull();
  expect(identitiesIn(`${text}\r\n  \n${text}`)).toEqual([identity ?? "", identity ?? ""]);
  expect((await makeIdentity(NOW)).publicKey).not.toBe(publicKey);
});

test("what is no public key is told, and the secret part is called that", async () => {
  const { publicKey, text } = await makeIdentity(NOW);
  const wrong = ["", "age1", "ssh-ed25519 AAAA", `${publicKey.slice(0, -1)}${publicKey.endsWith("q") ? "p" : "q"}`];
  for (const key of wrong) expect(faultOfPublicKey(key)).toContain("is no public key of age");
  expect(faultOfPublicKey(identitiesIn(text)[0] ?? "")).toContain("is the secret part of a key");
});

test.each([
  ["", "it holds none"],
  ["# public key: age1\n", "it holds none"],
  ["AGE-SECRET-KEY-1QQQ", "a line of it is none"],
  ["-----BEGIN OPENSSH PRIVATE KEY-----", "a line of it is none"],
  ["age-encryption.org/v1\n-> scrypt", "it is sealed itself"],
])("a file of identities that begins with %p is refused", (text, why) => {
  expect(() => identitiesIn(text)).toThrow(why);
});
