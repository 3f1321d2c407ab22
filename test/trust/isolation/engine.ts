// Clients that do random operations at the same time, each checked by the oracle, while the service comes and goes.
import { seededNumbers } from "../../support/chance.ts";
import { Lock } from "./locks.ts";
import type { Operation } from "./operation.ts";
import { chooseOperation, operationsOf } from "./operations.ts";
import { populate } from "./populate.ts";
import { refresh } from "./refresh.ts";
import type { UnderTest } from "./service.ts";
import { RefusedAsDue, Step, type Target } from "./step.ts";
import { ConnectionLost, Mismatch } from "./wire.ts";
import { type Account, type Brain, type Key, SHARED_SLUGS, type World } from "./world.ts";

export interface RunOptions {
  readonly service: UnderTest;
  readonly seed: number;
  readonly operations: number;
  readonly clients: number;
  readonly accounts: number;
  /** TERM and KILL in turn, spread over the run. */
  readonly restarts: number;
  readonly onProgress?: (done: number) => void;
}

export interface RunReport {
  readonly done: number;
  readonly requests: number;
  readonly pairs: number;
  readonly refused: number;
  readonly lost: number;
  readonly restarts: number;
  readonly byOperation: ReadonlyMap<string, number>;
  readonly world: World;
}

/** Lines of the last operations that are shown where a run fails. */
const HISTORY = 400;
const SHOWN = 25;
/** How often a bound key asks for some brain at random, which is mostly refused. */
const SHARE_OF_FREE_CHOICE = 0.3;

export class Engine {
  readonly #history: { account: string; line: string }[] = [];
  readonly #counts = new Map<string, number>();
  /** Shared by operations on whole accounts, taken by who ends the service: only those on one brain are cut off. */
  readonly #standing = new Lock();
  #done = 0;
  #requests = 0;
  #pairs = 0;
  #refused = 0;
  #lost = 0;
  #restarts = 0;
  #failed: Error | null = null;
  #world!: World;
  #operations: readonly Operation[] = [];

  constructor(private readonly options: RunOptions) {}

  /** Throws at the first answer that is not what the oracle knows, with the seed and what led to it. */
  async run(): Promise<RunReport> {
    const { service, seed, clients, accounts } = this.options;
    const document = await (await fetch(`${service.url}/openapi.json`)).json();
    this.#operations = operationsOf(document);
    const shellKey = (account: string) => service.shellKey(account);
    this.#world = await populate(service.url, service.adminKey, seededNumbers(seed), accounts, shellKey);
    const all = Array.from({ length: clients }, (_, at) => this.#client(seededNumbers(seed * 1_000 + at + 1)));
    await Promise.all([...all, this.#interruptions()]);
    if (this.#failed !== null) throw this.#failed;
    await this.#lookAtAll();
    return {
      done: this.#done,
      requests: this.#requests,
      pairs: this.#pairs,
      refused: this.#refused,
      lost: this.#lost,
      restarts: this.#restarts,
      byOperation: this.#counts,
      world: this.#world,
    };
  }

  async #client(next: () => number): Promise<void> {
    while (this.#failed === null && this.#done < this.options.operations) {
      await this.options.service.whenUp();
      try {
        await this.#operation(next);
      } catch (error) {
        if (this.#failed === null) this.#failed = this.#explain(error);
        return;
      }
      this.#done += 1;
      if (this.#done % 1_000 === 0) this.options.onProgress?.(this.#done);
    }
  }

  async #operation(next: () => number): Promise<void> {
    const world = this.#world;
    const operation = chooseOperation(this.#operations, next);
    this.#counts.set(operation.id, (this.#counts.get(operation.id) ?? 0) + 1);
    const account = pick(world.accounts, next);
    const live = account.keys.filter((key) => !key.dead);
    const caller = pick(next() < 0.02 ? account.keys : next() < 0.35 ? live.slice(0, 1) : live, next);
    if (operation.reach === "account") {
      const alone = () => account.lock.alone(() => this.#wholeAccount(operation, account, caller, next));
      await this.#standing.shared(() =>
        account.name === "default" && operation.id.endsWith("Account") ? world.governing.alone(alone) : alone(),
      );
      return;
    }
    const free = next() < SHARE_OF_FREE_CHOICE;
    const anyUser = pick([undefined, undefined, ...account.users], next);
    const slugs = [undefined, undefined, "default", ...SHARED_SLUGS, account.ownSlug, this.#strangeSlug(next)];
    const anyCore = pick(slugs, next);
    const user = caller.user !== null && !free ? undefined : anyUser;
    const core = caller.core !== null && !free ? undefined : anyCore;
    await account.lock.shared(() => this.#oneBrain(operation, account, caller, core, user, next));
  }

  #strangeSlug(next: () => number): string {
    return next() < 0.2 ? pick(this.#world.accounts, next).ownSlug : "blue";
  }

  async #oneBrain(
    operation: Operation,
    account: Account,
    caller: Key,
    core: string | undefined,
    user: string | undefined,
    next: () => number,
  ): Promise<void> {
    const chosenCore = core ?? caller.core ?? "default";
    const chosenUser = user ?? caller.user;
    const isOutside =
      (caller.core !== null && chosenCore !== caller.core) || (caller.user !== null && chosenUser !== caller.user);
    const isBeyond = account.isSpilled(chosenCore);
    const mayOnlyRecord = isBeyond && caller.core !== null && operation.id === "recordTurn";
    const isSpilled = isBeyond && !mayOnlyRecord;
    const refusal =
      this.#ownRefusal(operation, caller) ?? brainRefusal(account, caller, chosenCore, isOutside, isSpilled);
    const brain = refusal === null ? account.brain(isSpilled ? "default" : chosenCore, chosenUser) : null;
    const target = this.#target(caller, next, { core, user, refusal, brain, isSpilled, mayOnlyRecord });
    if (brain === null) return this.#play(operation, target, account);
    await brain.lock.alone(async () => {
      if (brain.unsure) await this.#refresh(account, brain);
      await this.#play(operation, target, account);
    });
  }

  async #wholeAccount(operation: Operation, account: Account, caller: Key, next: () => number): Promise<void> {
    for (const brain of account.brains.values()) if (brain.unsure) await this.#refresh(account, brain);
    const refusal = this.#ownRefusal(operation, caller);
    const nothing = { core: undefined, user: undefined, brain: null, isSpilled: false, mayOnlyRecord: false };
    let hasChanged = false;
    const onChange = () => {
      hasChanged = true;
    };
    await this.#play(operation, { ...this.#target(caller, next, { ...nothing, refusal }), onChange }, account);
    if (hasChanged) await Bun.sleep(this.options.service.settleMs);
  }

  #target(
    caller: Key,
    next: () => number,
    rest: Pick<Target, "core" | "user" | "refusal" | "brain" | "isSpilled" | "mayOnlyRecord">,
  ): Target {
    const note = (line: string) => {
      this.#requests += 1;
      this.#history.push({ account: caller.account, line });
      if (this.#history.length > HISTORY) this.#history.shift();
    };
    const onPair = () => {
      this.#pairs += 1;
    };
    return {
      service: this.options.service,
      world: this.#world,
      next,
      caller,
      note,
      onPair,
      onChange: () => {},
      ...rest,
    };
  }

  #ownRefusal({ access, keys }: Operation, caller: Key): Target["refusal"] {
    if (access === "public") return null;
    if (caller.dead) return [401, "unauthorized"];
    if (access === "admin" && caller.scope !== "admin") return [403, "admin_required"];
    const isUnbound = caller.core === null && caller.user === null;
    if (keys === "unbound" && !isUnbound) return [403, "key_scope"];
    if (keys === "governor" && !(isUnbound && caller.account === "default")) return [403, "key_scope"];
    return null;
  }

  async #play(operation: Operation, target: Target, account: Account): Promise<void> {
    try {
      await operation.run(new Step(target));
    } catch (error) {
      if (error instanceof RefusedAsDue) this.#refused += 1;
      else if (error instanceof ConnectionLost) {
        // What came of it is not known: whoever comes next looks first.
        this.#lost += 1;
        account.unsure = true;
        if (target.brain !== null) target.brain.unsure = true;
      } else throw withOperation(error, operation, target);
    }
  }

  async #refresh(account: Account, brain: Brain): Promise<void> {
    // What was refused there has not begun.
    if (!account.hasCore(brain.core)) {
      brain.unsure = false;
      return;
    }
    const { service } = this.options;
    await service.whenUp();
    try {
      await refresh(service.url, this.#world, account, brain);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      await service.whenUp();
      await refresh(service.url, this.#world, account, brain);
    }
  }

  async #interruptions(): Promise<void> {
    const { restarts, operations, service } = this.options;
    for (let at = 1; at <= restarts; at += 1) {
      while (this.#failed === null && this.#done < (at * operations) / (restarts + 1)) await Bun.sleep(5);
      if (this.#failed !== null) return;
      await this.#standing.alone(() => service.restart(at % 2 === 1 ? "SIGKILL" : "SIGTERM"));
      this.#restarts += 1;
    }
  }

  /** In the end every brain is looked at once more. */
  async #lookAtAll(): Promise<void> {
    for (const account of this.#world.accounts)
      for (const brain of account.brains.values()) if (account.hasCore(brain.core)) await this.#refresh(account, brain);
  }

  #explain(error: unknown): Error {
    const { seed, clients } = this.options;
    const account = error instanceof Mismatch ? /^\[([^\]/]+)/.exec(error.message)?.[1] : undefined;
    const lines = this.#history.filter((each) => account === undefined || each.account === account).slice(-SHOWN);
    const head = `seed ${seed}, ${clients} clients, after ${this.#done} operations`;
    const told = `${head}: ${error instanceof Error ? error.message : String(error)}`;
    const last = lines.map(({ line }) => `  ${line}`).join("\n");
    return new Error(`${told}\nThe last requests of this account:\n${last}\n${this.options.service.log}`, {
      cause: error,
    });
  }
}

function brainRefusal(
  account: Account,
  caller: Key,
  core: string,
  isOutside: boolean,
  isSpilled: boolean,
): Target["refusal"] {
  if (isOutside) return [403, "key_scope"];
  if (!account.hasCore(core)) return [404, "core_not_found"];
  if (isSpilled && caller.core !== null) return [402, "plan_upgrade_required"];
  return null;
}

function withOperation(error: unknown, operation: Operation, { caller, brain }: Target): unknown {
  if (!(error instanceof Mismatch)) return error;
  return new Mismatch(
    `[${caller.account}] ${operation.id}${brain === null ? "" : ` in ${brain.label}`}: ${error.message}`,
  );
}

function pick<T>(from: readonly T[], next: () => number): T {
  if (from.length === 0) throw new Error("there is nothing to pick");
  return from[Math.floor(next() * from.length)] as T;
}
