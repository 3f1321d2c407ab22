// Random sequences of operations over accounts, keys, cores and users, against a model that knows whose is what.
import { expect, test } from "bun:test";
import type { LessonPage, MemoryPage, MetricsBody, TurnBody } from "../support/bodies.ts";
import { seededNumbers } from "../support/chance.ts";
import type { Answer, Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestAccount, type TestService } from "../support/test-service.ts";

const OPERATIONS = 500;
const SLUGS = ["blue", "red"];
const USERS = ["ann", "bob"];
/** The test takes a few seconds; a slow machine may take many. */
const TIMEOUT_MS = 120_000;

/** Room for all vectors, for those of a few brains at a time, and for none. */
const AMPLE = 64 * 1024 * 1024;
const TIGHT = 400 * 1024;
const NOTHING = 0;

interface BrainModel {
  /** Marks by id, oldest first. */
  readonly memory: Map<string, string>;
  readonly lessons: Map<string, string>;
  turns: number;
}

interface OpenTurn {
  readonly token: string;
  readonly mark: string;
  readonly brain: string;
  readonly account: number;
}

interface Caller {
  readonly account: number;
  readonly core: string | null;
  readonly user: string | null;
  readonly admin: boolean;
  readonly client: Client;
}

/** What the next operation is done as, and what the interface must make of it. */
interface Aim {
  readonly caller: Caller;
  readonly client: Client;
  readonly label: string;
  readonly refusal: [status: number, code: string] | null;
}

class World {
  readonly brains = new Map<string, BrainModel>();
  readonly cores: Set<string>[] = [];
  readonly open: OpenTurn[] = [];
  readonly callers: Caller[] = [];
  readonly accounts: TestAccount[] = [];
  #marks = 0;

  constructor(readonly next: () => number) {}

  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error("nothing to pick from");
    return from[Math.floor(this.next() * from.length)] as T;
  }

  newMark(): string {
    this.#marks += 1;
    return `mark${this.#marks}x`;
  }

  brain(label: string): BrainModel {
    const known = this.brains.get(label) ?? { memory: new Map(), lessons: new Map(), turns: 0 };
    this.brains.set(label, known);
    return known;
  }

  aim(): Aim {
    const caller = this.pick(this.callers);
    const core = this.pick([undefined, undefined, "default", ...SLUGS]);
    const user = this.pick([undefined, ...USERS]);
    const client = caller.client.at({
      ...(core === undefined ? {} : { core }),
      ...(user === undefined ? {} : { user }),
    });
    const chosenCore = core ?? caller.core ?? "default";
    const chosenUser = user ?? caller.user;
    const label = `${caller.account}/${chosenCore}/${chosenUser ?? ""}`;
    const outside =
      (caller.core !== null && chosenCore !== caller.core) || (caller.user !== null && chosenUser !== caller.user);
    const missing = chosenCore !== "default" && !this.cores[caller.account]?.has(chosenCore);
    const refusal: Aim["refusal"] = outside ? [403, "key_scope"] : missing ? [404, "core_not_found"] : null;
    return { caller, client, label, refusal };
  }
}

async function populate(t: TestService, world: World): Promise<void> {
  for (let account = 0; account < 3; account += 1) {
    const made = await t.account();
    world.cores.push(new Set(SLUGS));
    world.accounts.push(made);
    for (const slug of SLUGS) await made.admin.post("/cores", { slug, name: slug });
    const unbound = { account, core: null, user: null };
    world.callers.push(
      { ...unbound, admin: true, client: made.admin },
      { ...unbound, admin: false, client: made.agent },
    );
    for (const [core, user] of [
      ["blue", null],
      [null, "ann"],
      ["red", "bob"],
    ] as const) {
      world.callers.push({ account, core, user, admin: false, client: await made.key({ core, user }) });
    }
  }
}

/** No answer may hold a mark that the brain did not keep, save the one that was just sent. */
function expectOwnMarks(world: World, aim: Aim, answer: Answer<unknown>, sent = ""): void {
  const { memory, lessons } = world.brain(aim.label);
  const own = new Set([...memory.values(), ...lessons.values(), sent]);
  const foreign = (JSON.stringify(answer.body).match(/mark\d+x/g) ?? []).filter((mark) => !own.has(mark));
  expect([aim.label, ...foreign]).toEqual([aim.label]);
}

type Operation = (world: World, aim: Aim) => Promise<Answer<unknown>>;

const textOf = (mark: string) => `common topic ${mark}`;

const prepare: Operation = async (world, aim) => {
  const mark = world.newMark();
  const answer = await aim.client.post<TurnBody>("/prepare", { input: textOf(mark) });
  if (aim.refusal !== null) return answer;
  expectOwnMarks(world, aim, answer, mark);
  const { memory } = world.brain(aim.label);
  // Everything here is similar to everything, so only the bound of 8 may leave something out.
  expect(answer.body.sources).toHaveLength(Math.min(8, memory.size));
  expect(answer.body.sources.every(({ id }) => memory.has(id))).toBe(true);
  const token = answer.body.turn_token ?? "";
  world.open.push({ token, mark, brain: aim.label, account: aim.caller.account });
  return answer;
};

const record: Operation = async (world, aim) => {
  if (world.open.length === 0) return prepare(world, aim);
  const at = Math.floor(world.next() * world.open.length);
  const open = world.open[at];
  if (open === undefined) throw new Error("no such turn");
  const answer = await aim.client.record(open.token, textOf(open.mark));
  if (aim.refusal !== null) return answer;
  const { caller } = aim;
  const [, core = "", user = ""] = open.brain.split("/");
  const reached =
    open.account === caller.account &&
    (caller.core === null || caller.core === core) &&
    (caller.user === null || caller.user === user);
  if (!reached) expectError(answer, 404, "token_not_found");
  else if (open.brain !== aim.label) expectError(answer, 409, "token_other_brain");
  else {
    expect(answer.status).toBe(200);
    world.open.splice(at, 1);
    const [newest] = (await aim.client.get<MemoryPage>("/memory?limit=1")).body.items;
    const model = world.brain(aim.label);
    model.turns += 1;
    expect(newest?.text).toContain(open.mark);
    model.memory.set(newest?.id ?? "", open.mark);
  }
  return answer;
};

const wholeTurn: Operation = async (world, aim) => {
  const answer = await prepare(world, aim);
  if (aim.refusal !== null) return answer;
  const open = world.open.pop();
  if (open === undefined) throw new Error("the turn was not opened");
  expect((await aim.client.record(open.token, "noted")).status).toBe(200);
  const [newest] = (await aim.client.get<MemoryPage>("/memory?limit=1")).body.items;
  const model = world.brain(aim.label);
  model.turns += 1;
  model.memory.set(newest?.id ?? "", open.mark);
  return answer;
};

const teach: Operation = async (world, aim) => {
  const mark = world.newMark();
  const answer = await aim.client.post<{ id: string }>("/lessons", { text: textOf(mark) });
  if (aim.refusal === null && aim.caller.admin) world.brain(aim.label).lessons.set(answer.body.id, mark);
  return answer;
};

const look: Operation = async (world, aim) => {
  const answer = await aim.client.get<MemoryPage>("/memory?limit=1000");
  if (aim.refusal !== null) return answer;
  const { memory, lessons, turns } = world.brain(aim.label);
  expect(answer.body.items.map((item) => item.id)).toEqual([...memory.keys()].reverse());
  expectOwnMarks(world, aim, answer);
  const listed = await aim.client.get<LessonPage>("/lessons?limit=1000");
  expect(listed.body.lessons.map((lesson) => lesson.id)).toEqual([...lessons.keys()].reverse());
  expectOwnMarks(world, aim, listed);
  const metrics = await aim.client.get<MetricsBody>("/metrics");
  expect(metrics.body).toMatchObject({ turns, memory_size: memory.size, lessons: lessons.size });
  return answer;
};

const recall: Operation = async (world, aim) => {
  const answer = await aim.client.post<{ sources: { id: string }[] }>("/recall", {
    query: "common topic",
    limit: 1_000,
  });
  if (aim.refusal !== null) return answer;
  expectOwnMarks(world, aim, answer);
  const ids = answer.body.sources.map((source) => source.id);
  expect(ids.sort()).toEqual([...world.brain(aim.label).memory.keys()].sort());
  return answer;
};

const verify: Operation = async (world, aim) => {
  const answer = await aim.client.post("/verify", { answer: "common topic" });
  if (aim.refusal === null) expectOwnMarks(world, aim, answer);
  return answer;
};

/** Tries an id of any brain: it is there for its own alone. */
const touchMemory: Operation = async (world, aim) => {
  const ids = [...world.brains.values()].flatMap(({ memory }) => [...memory.keys()]);
  if (ids.length === 0) return look(world, aim);
  const id = world.pick(ids);
  const erase = world.next() < 0.4;
  const answer = erase ? await aim.client.delete(`/memory/${id}`) : await aim.client.get(`/memory/${id}`);
  if (aim.refusal !== null) return answer;
  const { memory } = world.brain(aim.label);
  if (memory.has(id)) expect(answer.status).toBe(200);
  else expectError(answer, 404, "memory_not_found");
  expectOwnMarks(world, aim, answer);
  if (erase) memory.delete(id);
  return answer;
};

const removeLesson: Operation = async (world, aim) => {
  const ids = [...world.brains.values()].flatMap(({ lessons }) => [...lessons.keys()]);
  if (ids.length === 0) return teach(world, aim);
  const id = world.pick(ids);
  const answer = await aim.client.delete(`/lessons/${id}`);
  if (aim.refusal !== null || !aim.caller.admin) return answer;
  const { lessons } = world.brain(aim.label);
  if (lessons.has(id)) expect(answer.status).toBe(200);
  else expectError(answer, 404, "lesson_not_found");
  lessons.delete(id);
  return answer;
};

const forgetBrain: Operation = async (world, aim) => {
  const answer = await aim.client.delete("/memory");
  if (aim.refusal !== null) return answer;
  const model = world.brain(aim.label);
  expect(answer.body).toMatchObject({ ok: true, packets: model.memory.size, lessons: model.lessons.size });
  model.memory.clear();
  model.lessons.clear();
  dropOpenTurns(world, (label) => label === aim.label);
  return answer;
};

/** Erases a core of the account and makes it anew: what its brains held is gone, and its keys, for this account alone. */
async function renewCore(world: World, caller: Caller): Promise<void> {
  const slug = world.pick(SLUGS);
  expect((await caller.client.delete(`/cores/${slug}`)).status).toBe(200);
  expect((await caller.client.post("/cores", { slug, name: slug })).status).toBe(201);
  for (const [at, bound] of world.callers.entries()) {
    if (bound.account !== caller.account || bound.core !== slug) continue;
    expectError(await bound.client.get("/metrics"), 401, "unauthorized");
    const client = await world.accounts[bound.account]?.key({ core: slug, user: bound.user });
    if (client !== undefined) world.callers[at] = { ...bound, client };
  }
  const ofCore = (label: string) => label.startsWith(`${caller.account}/${slug}/`);
  for (const label of [...world.brains.keys()].filter(ofCore)) world.brains.delete(label);
  dropOpenTurns(world, ofCore);
}

function dropOpenTurns(world: World, gone: (label: string) => boolean): void {
  const kept = world.open.filter((open) => !gone(open.brain));
  world.open.splice(0, world.open.length, ...kept);
}

const ADMIN_ONLY = new Set<Operation>([teach, removeLesson]);

const WEIGHTED: readonly (readonly [Operation, number])[] = [
  [wholeTurn, 10],
  [prepare, 5],
  [record, 8],
  [look, 5],
  [recall, 4],
  [verify, 2],
  [teach, 6],
  [touchMemory, 6],
  [removeLesson, 3],
  [forgetBrain, 1],
];

test.each([
  [1, AMPLE],
  [2, AMPLE],
  [3, TIGHT],
  [4, NOTHING],
])(
  "no answer ever holds what belongs to another account, core or user (seed %d, %d bytes for vectors)",
  async (seed, memoryBytes) => {
    const t = await startTestService({ seed, memoryBytes });
    try {
      const world = new World(seededNumbers(seed));
      await populate(t, world);
      const operations = WEIGHTED.flatMap(([operation, weight]) => Array<Operation>(weight).fill(operation));
      for (let at = 0; at < OPERATIONS; at += 1) {
        if (at % 60 === 59)
          await renewCore(world, world.pick(world.callers.filter((caller) => caller.admin && caller.core === null)));
        const aim = world.aim();
        const operation = world.pick(operations);
        const answer = await operation(world, aim);
        if (ADMIN_ONLY.has(operation) && !aim.caller.admin) expectError(answer, 403, "admin_required");
        else if (aim.refusal !== null) expectError(answer, ...aim.refusal);
      }
      expect([...world.brains.values()].filter(({ memory }) => memory.size > 0).length).toBeGreaterThan(5);
    } finally {
      await t.close();
    }
  },
  TIMEOUT_MS,
);
