// The loop: load, kill -9, start again, look at everything; seeded, so that a run can be told what to do again.
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "../../../src/domain/limits.ts";
import { seededNumbers } from "../../support/chance.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { type Backups, watchBackups } from "./backups.ts";
import { checkRows, waitForEmbeddings } from "./check-rows.ts";
import { checkService } from "./check-service.ts";
import { tasksOf, type Work } from "./client-work.ts";
import { type KillableServer, startServer, UnexpectedAnswer } from "./killable-server.ts";
import { type BrainOracle, heldBy, Oracle, Tally, textOf } from "./oracle.ts";
import { plantData } from "./plant-data.ts";

export interface TortureOptions {
  readonly executable: string;
  readonly kills: number;
  readonly seed: number;
  /** An empty folder; each run of starts on one data directory has a folder of its own in it. */
  readonly folder: string;
  /** Kills before a fresh data directory. */
  readonly killsPerDirectory: number;
  /** Every how many starts all embeddings are waited for. */
  readonly embeddingsEvery: number;
  /** Told of each kill. */
  readonly onKill?: (kills: number, tally: Tally, findings: readonly string[]) => void;
}

export interface TortureReport {
  readonly tally: Tally;
  /** What broke a promise; empty is what it should be. */
  readonly findings: readonly string[];
}

/** Where a kill falls: once in each of them, then by chance. */
export const MOMENTS = [
  { name: "under load", share: 0.66 },
  { name: "under load, the model not loaded yet", share: 0.06 },
  { name: "in a start", share: 0.1 },
  { name: "in a shutdown", share: 0.08 },
  { name: "in a backup", share: 0.06 },
  { name: "in a scheduled backup", share: 0.04 },
] as const;
type Moment = (typeof MOMENTS)[number]["name"];

/** A directory in so many is embedded by the model inside the executable; the others by a small one, so that writes are many. */
const LARGE_MODEL_EVERY = 5;
/** From readiness on where the kill falls early, else from the first acknowledged record and change on: a slow machine kills late. */
const LOAD_MS = { least: 0, most: 700 };
const EARLY_SHARE = 0.2;
const WARM_UP_MS_MAX = 20_000;
const LOOK_EVERY_MS = 2;
/** From its first instruction to some time after it listens. */
const START_MS = { least: 0, most: 900 };
const SHUTDOWN_MS = { least: 0, most: 150 };
const KEPT_FOLDERS_MAX = 3;
/** Of a brain, after each start that waits for every embedding. */
const FORMER_TRIED = 3;

/** One of each comes before a kill, but for those that fall early. */
const AWAITED = ["acknowledged records", "acknowledged changes"] as const;

/** One data directory, from its first start to its last kill. */
interface Life {
  readonly folder: string;
  readonly dataDir: string;
  readonly oracle: Oracle;
  readonly backups: Backups;
  /** What every start on it is given. */
  readonly flags: readonly string[];
}

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { executable, kills, folder } = options;
  const chance = seededNumbers(options.seed);
  const between = ({ least, most }: { least: number; most: number }) => least + chance() * (most - least);
  const tally = new Tally();
  const findings: string[] = [];
  const smallModel = join(folder, "model");
  makeTinyModel(smallModel, { seed: 7 });
  let serial = 0;
  let lives = 0;
  let starts = 0;
  let faultyLives = 0;
  let drawn = 0;
  let now = "";

  const find = (what: string) => {
    findings.push(`after kill ${tally.get("kills")} (${now}): ${what}`);
  };
  const countKill = (moment: Moment) => {
    tally.add("kills");
    tally.add(`kills ${moment}`);
    options.onKill?.(tally.get("kills"), tally, findings);
  };

  async function newLife(): Promise<Life> {
    const own = join(folder, `life-${++lives}`);
    mkdirSync(own);
    const dataDir = join(own, "data");
    const oracle = new Oracle();
    await plantData({ executable, dataDir, oracle, number: lives });
    const isLarge = lives % LARGE_MODEL_EVERY === 0;
    const life: Life = {
      folder: own,
      dataDir,
      oracle,
      flags: isLarge ? [] : ["--model-dir", smallModel],
      backups: watchBackups({ executable, folder: own, dataDir, oracle, find, tally }),
    };
    // The very first start may be cut as well: migrations, the first key.
    for (let cuts = Math.floor(chance() * 3); cuts > 0 && tally.get("kills") < kills; cuts--) await cutStart(life);
    return life;
  }

  async function cutStart({ dataDir, flags }: Life): Promise<void> {
    now = "in a start";
    const server = startServer(executable, dataDir, flags);
    await Bun.sleep(between(START_MS));
    await server.kill();
    countKill("in a start");
  }

  /** Starts it for good; null where it does not come up, which is a finding. */
  async function start(life: Life, flags: readonly string[]): Promise<KillableServer | null> {
    const server = startServer(executable, life.dataDir, [...life.flags, ...flags]);
    if ((await server.listening()) !== null) return server;
    find(`the service does not start again: ${server.log()}`);
    return null;
  }

  /** Everything that was promised, before anything new is. */
  async function check(life: Life, server: KillableServer): Promise<void> {
    await checkService({ server, oracle: life.oracle, tally, chance, find });
    if (++starts % options.embeddingsEvery === 0) {
      await server.ready();
      await waitForEmbeddings(life.dataDir);
      tally.add("starts after which every embedding was waited for");
      await findByMeaning(life, server);
    }
    for (const fault of checkRows(life.dataDir, life.oracle)) find(fault);
    await life.backups.check();
    tally.add("starts checked");
  }

  /** What is embedded is found by its own words in another order of business: by its embedding. */
  async function findByMeaning({ oracle }: Life, server: KillableServer): Promise<void> {
    for (const brain of oracle.reachable()) {
      const there = brain.there().map((said) => heldBy(said));
      const changed = brain.there().flatMap(({ held }) => held ?? []);
      for (const held of [there.at(-1), changed.at(-1)]) {
        if (held === undefined || held.input.length > 1000) continue;
        const { user, core } = brain;
        const { body } = await server.expect([200], "POST", "/recall", {
          user,
          core,
          // All there may be: an unconfirmed claim weighs so little that every other packet may stand before it.
          body: { query: held.input, limit: DEFAULT_LIMITS.listLimitMax },
        });
        const isFound = body.sources.some(({ text }: { text: string }) => text === textOf(held));
        tally.add("records recalled");
        if (!isFound) find(`${brain.label} does not recall an acknowledged record by its own words: ${held.input}`);
        if (!(await textsWith(server, brain, held.input)).includes(textOf(held)))
          find(`${brain.label} does not list an acknowledged record by its own words: ${held.input}`);
      }
      for (const input of brain.former.slice(-FORMER_TRIED).filter(({ length }) => length <= 1000)) {
        tally.add("former texts looked for");
        const [found] = await textsWith(server, brain, input);
        if (found !== undefined) find(`${brain.label} finds by words that were changed: ${input}`);
      }
    }
  }

  /** What has every word of the input, which names a number of its own. */
  async function textsWith(server: KillableServer, { user, core }: BrainOracle, input: string): Promise<string[]> {
    const { body } = await server.expect([200], "GET", `/memory?q=${encodeURIComponent(input)}`, { user, core });
    return body.items.map(({ text }: { text: string }) => text);
  }

  /** Clients at work until the connection breaks; `stop` says that it is about to. */
  function work(life: Life, server: KillableServer): { over: boolean; done: Promise<unknown> } {
    const state = { over: false, done: Promise.resolve() as Promise<unknown> };
    const given: Work = { server, oracle: life.oracle, tally, chance, serial: () => ++serial };
    const client = async (task: (work: Work) => Promise<void>) => {
      try {
        while (!state.over) await task(given);
      } catch (error) {
        // What a service that goes down answers is its own affair, but for a failure that it did not foresee.
        const isFailure = error instanceof UnexpectedAnswer && error.answer.status === 500;
        if (!state.over || isFailure) find(error instanceof Error ? error.message : String(error));
      }
    };
    state.done = Promise.all(tasksOf(life.oracle).map(client));
    return state;
  }

  function draw(): Moment {
    const first = MOMENTS[drawn++];
    if (first !== undefined) return first.name;
    let left = chance();
    for (const { name, share } of MOMENTS) {
      left -= share;
      if (left < 0) return name;
    }
    return "under load";
  }

  /** One start with its check, its load and its kill. False where this directory can be trusted no longer. */
  async function cycle(life: Life): Promise<boolean> {
    const before = findings.length;
    const moment = draw();
    if (moment === "in a start") {
      await cutStart(life);
      return true;
    }
    const server = await start(life, moment === "in a scheduled backup" ? life.backups.schedule() : []);
    if (server === null) return false;
    try {
      await check(life, server);
      now = moment;
      if (moment !== "under load, the model not loaded yet") await server.ready();
      const counted = AWAITED.map((what) => tally.get(what));
      const load = work(life, server);
      const warmEnd = chance() < EARLY_SHARE ? 0 : Date.now() + WARM_UP_MS_MAX;
      const isAwaited = () => AWAITED.some((what, at) => tally.get(what) === counted[at]);
      while (isAwaited() && Date.now() < warmEnd) await Bun.sleep(LOOK_EVERY_MS);
      if (moment === "in a backup") life.backups.start(chance() < 0.5);
      await Bun.sleep(between(LOAD_MS));
      load.over = true;
      if (moment === "in a shutdown") {
        server.terminate();
        await Bun.sleep(between(SHUTDOWN_MS));
      }
      await server.kill();
      await load.done;
      await life.backups.settle();
      countKill(moment);
    } catch (error) {
      find(`the check itself broke off: ${error instanceof Error ? error.message : error}`);
    } finally {
      await server.kill();
    }
    const fault = server.faults();
    if (fault !== null) find(`the service logged ${fault}`);
    return findings.length === before;
  }

  while (tally.get("kills") < kills) {
    const life = await newLife();
    const end = Math.min(kills, tally.get("kills") + options.killsPerDirectory);
    let isSound = true;
    while (isSound && tally.get("kills") < end) isSound = await cycle(life);
    if (isSound) isSound = await lookLast(life);
    if (isSound) rmSync(life.folder, { recursive: true });
    else if (++faultyLives >= KEPT_FOLDERS_MAX) break;
  }
  return { tally, findings };

  /** After the last kill of a directory: start, wait for every embedding, look at everything, end in peace. */
  async function lookLast(life: Life): Promise<boolean> {
    const before = findings.length;
    const server = await start(life, []);
    if (server === null) return false;
    try {
      starts = -1;
      await check(life, server);
      server.terminate();
      const code = await server.exited;
      if (code !== 0) find(`a shutdown in peace ended with ${code}`);
      for (const fault of checkRows(life.dataDir, life.oracle)) find(fault);
      tally.add("directories brought to an end");
    } catch (error) {
      find(`the last look broke off: ${error instanceof Error ? error.message : error}`);
    } finally {
      await server.kill();
    }
    // A copy beside what is wrong tells more than a sentence.
    if (findings.length > before && existsSync(life.dataDir))
      cpSync(life.dataDir, `${life.dataDir}-copy`, { recursive: true });
    return findings.length === before;
  }
}
