// Issuing, listing and revoking keys, and what a bound key may do of it.
import { expect, test } from "bun:test";
import { type IssueKeyInput, issueKey, listKeys, revokeKey, withinIssuer } from "../../src/accounts/issue-key.ts";
import { hashOfKey, parseKey } from "../../src/accounts/key-format.ts";
import { fixedClock, identityOf, KeysInMemory, NOW } from "../support/account-ports.ts";
import { seededRandom } from "../support/chance.ts";

const input: IssueKeyInput = {
  account: "acme",
  name: "web",
  scope: "agent",
  core: "blue",
  user: "ada",
  expiresAt: null,
};

function depsOf(keys = new KeysInMemory()) {
  return { clock: fixedClock(), random: seededRandom(1), keys };
}

test("an issued key is stored as its hash, under the id that it bears, with all that was asked for", async () => {
  const deps = depsOf();
  const { key, text } = await issueKey(deps, { ...input, expiresAt: NOW + 1 });
  expect(parseKey(text)?.id).toBe(key.id);
  const unused = { createdAt: NOW, lastUsedAt: null, revokedAt: null, replacedBy: null };
  expect(key).toEqual({ ...input, ...unused, expiresAt: NOW + 1, id: key.id });
  expect([...deps.keys.kept.values()]).toEqual([{ ...key, hash: hashOfKey(text), lostCore: false }]);
  expect(JSON.stringify([...deps.keys.kept.values()])).not.toContain(text);
});

test("the audit hears who issued a key: the service where nobody is named", async () => {
  const deps = depsOf();
  await issueKey(deps, input);
  await issueKey(deps, input, { id: "issuer00" });
  expect(deps.keys.doers).toEqual([
    { actor: "service", at: NOW },
    { actor: "issuer00", at: NOW },
  ]);
});

test("a key that would have ended already is not issued, to the millisecond", async () => {
  const deps = depsOf();
  for (const expiresAt of [0, NOW - 1, NOW]) {
    const refused = { code: "invalid_request", details: { field: "expires_at" } };
    await expect(issueKey(deps, { ...input, expiresAt })).rejects.toMatchObject(refused);
  }
  expect(deps.keys.kept.size).toBe(0);
});

const BOUND_TO_CORE = { core: "blue", user: null };
const BOUND_TO_USER = { core: null, user: "ada" };
const BOUND_TO_BOTH = { core: "blue", user: "ada" };

test.each([
  [
    { core: null, user: null },
    { core: null, user: null },
  ],
  [{ core: null, user: null }, BOUND_TO_BOTH],
  [BOUND_TO_CORE, BOUND_TO_CORE],
  [BOUND_TO_CORE, BOUND_TO_BOTH],
  [BOUND_TO_USER, BOUND_TO_USER],
  [BOUND_TO_USER, BOUND_TO_BOTH],
  [BOUND_TO_BOTH, BOUND_TO_BOTH],
])("a key bound to %j issues one bound to %j", (bound, asked) => {
  expect(withinIssuer(identityOf(bound), asked)).toEqual(asked);
});

test.each([
  [BOUND_TO_CORE, { core: null, user: null }, "core"],
  [BOUND_TO_CORE, { core: "red", user: null }, "core"],
  [BOUND_TO_USER, { core: null, user: null }, "user"],
  [BOUND_TO_USER, { core: "blue", user: "bob" }, "user"],
  [BOUND_TO_BOTH, BOUND_TO_CORE, "user"],
  [BOUND_TO_BOTH, BOUND_TO_USER, "core"],
])("a key bound to %j issues none bound to %j: the %s is wider", (bound, asked, field) => {
  const issue = () => withinIssuer(identityOf(bound), asked);
  expect(issue).toThrow(expect.objectContaining({ code: "key_scope", details: { field } }));
});

function keysOfEveryKind(): KeysInMemory {
  const keys = new KeysInMemory();
  for (const id of ["free", "also-free"]) keys.put({ id });
  keys.put({ id: "blue", ...BOUND_TO_CORE });
  keys.put({ id: "red", core: "red" });
  keys.put({ id: "ada", ...BOUND_TO_USER });
  keys.put({ id: "blue-ada", ...BOUND_TO_BOTH });
  keys.put({ id: "blue-bob", core: "blue", user: "bob" });
  keys.put({ id: "other", account: "other", ...BOUND_TO_BOTH });
  return keys;
}

const REACHED = [
  [{ core: null, user: null }, ["free", "also-free", "blue", "red", "ada", "blue-ada", "blue-bob"]],
  [BOUND_TO_CORE, ["blue", "blue-ada", "blue-bob"]],
  [BOUND_TO_USER, ["ada", "blue-ada"]],
  [BOUND_TO_BOTH, ["blue-ada"]],
] as const;

test.each(REACHED)(
  "a key bound to %j sees and revokes those that are bound as it is, and no others",
  async (bound, reached) => {
    const keys = keysOfEveryKind();
    const issuer = identityOf(bound);
    expect((await listKeys({ keys }, issuer)).map(({ id }) => id)).toEqual([...reached]);
    for (const id of [...keys.kept.keys(), "none"]) {
      const revoked = revokeKey({ keys, clock: fixedClock() }, issuer, id);
      if (reached.some((each) => each === id)) await revoked;
      else await expect(revoked).rejects.toMatchObject({ code: "key_not_found" });
    }
    const ended = [...keys.kept.values()].filter(({ revokedAt }) => revokedAt === NOW).map(({ id }) => id);
    expect(ended).toEqual([...reached]);
    expect(keys.doers).toEqual(reached.map(() => ({ actor: "issuer00", at: NOW })));
  },
);
