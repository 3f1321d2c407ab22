// What plan, payment and rate have to say about a request.
import { describe, expect, test } from "bun:test";
import { admitRequest, type Demand } from "../../src/accounts/admit-request.ts";
import { type AppliedLimit, RateLimiter } from "../../src/accounts/limit-rate.ts";
import type { BrainKey } from "../../src/domain/brain.ts";
import { DEFAULT_PLANS, type Plan, type Plans } from "../../src/domain/plan.ts";
import { AccountsInMemory, fixedClock, identityOf, NOW } from "../support/account-ports.ts";

const MONTH = "2026-03";
const SHARED: BrainKey = { account: "acme", core: "default", user: null };
const OF_ADA: BrainKey = { ...SHARED, user: "ada" };
const TIGHT: Plan = { turnsPerMonth: 10, cores: null, subBrains: 2, requestsPerSecond: null };
const DEMANDS: readonly Demand[] = ["record", "turn", "brain", "learning", "nothing"];

function plansWith(free: Partial<Plan>): Plans {
  return { ...DEFAULT_PLANS, free: { ...TIGHT, ...free } };
}

/** An account on the plan `free`, which is the given one. */
function depsOf(accounts: AccountsInMemory, free: Partial<Plan> = {}, keyRequestsPerSecond: number | null = null) {
  return { accounts, clock: fixedClock(), plans: plansWith(free), rates: new RateLimiter(), keyRequestsPerSecond };
}

function free(): AccountsInMemory {
  return new AccountsInMemory().stands("acme", { plan: "free" });
}

/** The code of the refusal; "admitted" where there is none. */
async function outcomeOf(deps: ReturnType<typeof depsOf>, demand: Demand, brain: BrainKey | null): Promise<string> {
  try {
    await admitRequest(deps, { identity: identityOf(), brain, demand, onLimits: () => {} });
    return "admitted";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

async function outcomes(deps: ReturnType<typeof depsOf>, brain: BrainKey | null): Promise<string[]> {
  const found: string[] = [];
  for (const demand of DEMANDS) found.push(`${demand}: ${await outcomeOf(deps, demand, brain)}`);
  return found;
}

describe("turns of the month", () => {
  test("the last one of the plan is admitted, the next is not, and other demands do not ask", async () => {
    expect(await outcomeOf(depsOf(free().spends("acme", MONTH, 9)), "turn", SHARED)).toBe("admitted");
    expect(await outcomes(depsOf(free().spends("acme", MONTH, 10)), SHARED)).toEqual([
      "record: admitted",
      "turn: quota_exceeded",
      "brain: admitted",
      "learning: admitted",
      "nothing: admitted",
    ]);
  });

  test("the refusal says how many there are and when the next month begins", async () => {
    const deps = depsOf(free().spends("acme", MONTH, 99));
    const refused = admitRequest(deps, { identity: identityOf(), brain: SHARED, demand: "turn", onLimits: () => {} });
    const untilApril = (Date.parse("2026-04-01T00:00:00Z") - NOW) / 1_000;
    await expect(refused).rejects.toMatchObject({ details: { turns_per_month: 10, retry_after_s: untilApril } });
  });

  test("those of another month or account do not count, nor where the plan has no bound", async () => {
    const accounts = free().spends("acme", "2026-02", 99).spends("other", MONTH, 99);
    expect(await outcomeOf(depsOf(accounts), "turn", SHARED)).toBe("admitted");
    const many = free().spends("acme", MONTH, 1_000_000);
    expect(await outcomeOf(depsOf(many, { turnsPerMonth: null }), "turn", SHARED)).toBe("admitted");
    expect(await outcomeOf(depsOf(many, { turnsPerMonth: 0 }), "turn", SHARED)).toBe("quota_exceeded");
  });
});

describe("brains of users", () => {
  test("a user beyond the plan is refused where a brain would be made, one who has a brain goes on", async () => {
    const full = free().hasUsers("acme", "bob", "eve");
    const beyond = ["record: admitted", "turn: plan_upgrade_required", "brain: plan_upgrade_required"];
    expect(await outcomes(depsOf(full), OF_ADA)).toEqual([...beyond, "learning: admitted", "nothing: admitted"]);
    expect(await outcomeOf(depsOf(full), "turn", { ...OF_ADA, user: "bob" })).toBe("admitted");
    expect(await outcomeOf(depsOf(full), "turn", SHARED)).toBe("admitted");
    expect(await outcomeOf(depsOf(full, { subBrains: null }), "turn", OF_ADA)).toBe("admitted");
    expect(await outcomeOf(depsOf(full, { subBrains: 3 }), "turn", OF_ADA)).toBe("admitted");
  });

  test("it is told before the month that is used up", async () => {
    const full = free().hasUsers("acme", "bob", "eve").spends("acme", MONTH, 10);
    expect(await outcomeOf(depsOf(full), "turn", OF_ADA)).toBe("plan_upgrade_required");
    expect(await outcomeOf(depsOf(full), "turn", SHARED)).toBe("quota_exceeded");
  });
});

describe("an account that is past due", () => {
  const late = () => free().stands("acme", { plan: "free", pastDue: true }).hasUsers("acme", "bob");

  test("takes no turn and learns nothing, and makes no brain for another user", async () => {
    const refused = ["record: admitted", "turn: payment_required", "brain: payment_required"];
    const rest = ["learning: payment_required", "nothing: admitted"];
    expect(await outcomes(depsOf(late()), OF_ADA)).toEqual([...refused, ...rest]);
    expect(await outcomes(depsOf(late(), { subBrains: null }), OF_ADA)).toEqual([...refused, ...rest]);
  });

  test("goes on with the brains that are there", async () => {
    expect(await outcomeOf(depsOf(late()), "brain", { ...OF_ADA, user: "bob" })).toBe("admitted");
    expect(await outcomeOf(depsOf(late()), "brain", SHARED)).toBe("admitted");
    expect(await outcomeOf(depsOf(late()), "brain", null)).toBe("admitted");
  });

  test("is told so before its rate, and spends nothing of it", async () => {
    const deps = depsOf(late(), { requestsPerSecond: 1 });
    for (let round = 0; round < 3; round += 1) expect(await outcomeOf(deps, "turn", SHARED)).toBe("payment_required");
    expect(await outcomeOf(deps, "nothing", SHARED)).toBe("admitted");
    expect(await outcomeOf(deps, "nothing", SHARED)).toBe("rate_limited");
  });
});

describe("requests of a second", () => {
  test("what is beyond is refused with the seconds to wait, and told of its limits all the same", async () => {
    const deps = depsOf(free(), { requestsPerSecond: 1 }, 5);
    const heard: (readonly AppliedLimit[])[] = [];
    const request = { identity: identityOf(), brain: null, demand: "nothing" } as const;
    await admitRequest(deps, { ...request, onLimits: (limits) => heard.push(limits) });
    const second = admitRequest(deps, { ...request, onLimits: (limits) => heard.push(limits) });
    await expect(second).rejects.toMatchObject({ code: "rate_limited", details: { retry_after_s: 1 } });
    const left = heard.map((limits) => limits.map((limit) => [limit.name, limit.left]));
    expect(left).toEqual([
      [
        ["key", 4],
        ["account", 0],
      ],
      [
        ["key", 4],
        ["account", 0],
      ],
    ]);
  });

  test("a record is never counted nor held up", async () => {
    const deps = depsOf(free(), { requestsPerSecond: 1 }, 1);
    for (let round = 0; round < 5; round += 1) expect(await outcomeOf(deps, "record", SHARED)).toBe("admitted");
    expect(await outcomeOf(deps, "nothing", SHARED)).toBe("admitted");
    expect(await outcomeOf(deps, "nothing", SHARED)).toBe("rate_limited");
  });

  test("without a limit nobody is told of any", async () => {
    let told = 0;
    const onLimits = () => {
      told += 1;
    };
    await admitRequest(depsOf(free()), { identity: identityOf(), brain: null, demand: "nothing", onLimits });
    expect(told).toBe(0);
  });

  test("a rate that is spent is told before the month", async () => {
    const deps = depsOf(free().spends("acme", MONTH, 10), { requestsPerSecond: 1 });
    expect(await outcomeOf(deps, "turn", SHARED)).toBe("quota_exceeded");
    expect(await outcomeOf(deps, "turn", SHARED)).toBe("rate_limited");
  });
});

test("an account that is nowhere to be found is unlimited and paid", async () => {
  expect(await outcomes(depsOf(new AccountsInMemory()), OF_ADA)).toEqual(
    DEMANDS.map((demand) => `${demand}: admitted`),
  );
});
