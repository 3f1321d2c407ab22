// Who a key is, and what becomes of those that are none.
import { describe, expect, test } from "bun:test";
import {
  authenticateKey,
  createFailureThrottle,
  type Origin,
  requireUnrevoked,
} from "../../src/accounts/authenticate-key.ts";
import { generateKey, hashOfKey } from "../../src/accounts/key-format.ts";
import type { FoundKey } from "../../src/domain/key.ts";
import { fixedClock, identityOf, KeysInMemory, NOW } from "../support/account-ports.ts";
import { seededRandom } from "../support/chance.ts";

const random = seededRandom(1);
const { id, text } = generateKey(random);
const stranger = generateKey(random);

function keptAs(changes: Partial<FoundKey> = {}) {
  const keys = new KeysInMemory();
  keys.put({ id, hash: hashOfKey(text), account: "acme", scope: "agent", core: "blue", user: "ada", ...changes });
  return { keys, clock: fixedClock() };
}

const UNAUTHORIZED = {
  code: "unauthorized",
  message: "a valid API key is needed, as X-API-Key or as Authorization: Bearer",
};

test("a key says whose it is and what it reaches, and nothing else of what is stored", async () => {
  const deps = keptAs({ expiresAt: NOW + 1 });
  expect(await authenticateKey(deps, text)).toEqual({ id, account: "acme", scope: "agent", core: "blue", user: "ada" });
  expect(deps.keys.touched).toEqual([[id, NOW]]);
});

test.each<[string, Partial<FoundKey>]>([
  ["was revoked", { revokedAt: NOW - 1 }],
  ["was revoked in this very moment", { revokedAt: NOW }],
  ["lost its core", { lostCore: true }],
  ["has expired", { expiresAt: NOW - 1 }],
  ["expires in this very moment", { expiresAt: NOW }],
  ["is another secret under the same id", { hash: hashOfKey(stranger.text) }],
])("a key that %s is refused in the words for every reason, and is not taken for used", async (_, changes) => {
  const deps = keptAs(changes);
  await expect(authenticateKey(deps, text)).rejects.toMatchObject(UNAUTHORIZED);
  expect(deps.keys.touched).toEqual([]);
});

test("what is no key is refused without a look at the store", async () => {
  const deps = keptAs();
  const wrongChecksum = text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");
  for (const written of [null, "", "hello", ` ${text}`, wrongChecksum]) {
    await expect(authenticateKey(deps, written)).rejects.toMatchObject(UNAUTHORIZED);
  }
  expect(deps.keys.lookedUp).toEqual([]);
  await expect(authenticateKey(deps, stranger.text)).rejects.toMatchObject(UNAUTHORIZED);
  expect(deps.keys.lookedUp).toEqual([stranger.id]);
});

describe("from an address that may fail twice a minute", () => {
  function originOf(address: string | null = "192.0.2.1") {
    const asked: (string | null)[] = [];
    const origin: Origin = {
      address: () => {
        asked.push(address);
        return address;
      },
      throttle: createFailureThrottle(2),
    };
    return { origin, asked };
  }

  async function failsTwice(deps: ReturnType<typeof keptAs>, origin: Origin): Promise<void> {
    for (const written of ["hello", stranger.text]) {
      await expect(authenticateKey(deps, written, origin)).rejects.toMatchObject(UNAUTHORIZED);
    }
  }

  test("the third failure is told to wait, whole seconds, and what nobody knows is not looked up for it", async () => {
    const deps = keptAs();
    const { origin } = originOf();
    await failsTwice(deps, origin);
    deps.keys.lookedUp.length = 0;
    for (const written of [null, "hello", stranger.text]) {
      const limited = { code: "rate_limited", details: { retry_after_s: 30 } };
      await expect(authenticateKey(deps, written, origin)).rejects.toMatchObject(limited);
    }
    expect(deps.keys.lookedUp).toEqual([]);
    const later = { ...deps, clock: fixedClock(NOW + 100) };
    await expect(authenticateKey(later, null, origin)).rejects.toMatchObject({ details: { retry_after_s: 30 } });
  });

  test("a valid key still works there, and a wrong secret under a known id is told to wait", async () => {
    const deps = keptAs();
    const { origin } = originOf();
    await failsTwice(deps, origin);
    expect(await authenticateKey(deps, text, origin)).toMatchObject({ id });
    deps.keys.put({ id, hash: hashOfKey(stranger.text) });
    await expect(authenticateKey(deps, text, origin)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("a refusal to look costs no token: half a minute later one more may fail", async () => {
    const deps = keptAs();
    const { origin } = originOf();
    await failsTwice(deps, origin);
    await expect(authenticateKey(deps, null, origin)).rejects.toMatchObject({ code: "rate_limited" });
    const later = { ...deps, clock: fixedClock(NOW + 30_000) };
    await expect(authenticateKey(later, null, origin)).rejects.toMatchObject(UNAUTHORIZED);
    await expect(authenticateKey(later, null, origin)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("another address is not held to it", async () => {
    const deps = keptAs();
    const { origin } = originOf();
    await failsTwice(deps, origin);
    const other: Origin = { ...origin, address: () => "192.0.2.2" };
    await expect(authenticateKey(deps, "hello", other)).rejects.toMatchObject(UNAUTHORIZED);
  });

  test("success counts nothing, and nobody asks for the address while nothing failed", async () => {
    const deps = keptAs();
    const { origin, asked } = originOf();
    for (let round = 0; round < 5; round += 1) await authenticateKey(deps, text, origin);
    expect(asked).toEqual([]);
    expect(origin.throttle.isWatching).toBe(false);
  });

  test("where no address is known nothing is counted", async () => {
    const deps = keptAs();
    const { origin } = originOf(null);
    for (let round = 0; round < 5; round += 1) {
      await expect(authenticateKey(deps, "hello", origin)).rejects.toMatchObject(UNAUTHORIZED);
    }
    expect(origin.throttle.isWatching).toBe(false);
  });
});

test("without a limit a throttle watches nothing and holds nobody back", () => {
  const throttle = createFailureThrottle(null);
  for (let round = 0; round < 100; round += 1) throttle.failed("192.0.2.1", NOW);
  expect([throttle.isWatching, throttle.waitS("192.0.2.1", NOW)]).toEqual([false, null]);
});

test("during a long request a key that is revoked, loses its core or is gone does nothing more; one that expires goes on", async () => {
  const identity = identityOf({ id });
  for (const changes of [{}, { expiresAt: NOW - 1 }]) await requireUnrevoked(keptAs(changes), identity);
  for (const changes of [{ revokedAt: NOW }, { lostCore: true }]) {
    await expect(requireUnrevoked(keptAs(changes), identity)).rejects.toMatchObject(UNAUTHORIZED);
  }
  await expect(requireUnrevoked({ keys: new KeysInMemory() }, identity)).rejects.toMatchObject(UNAUTHORIZED);
});
