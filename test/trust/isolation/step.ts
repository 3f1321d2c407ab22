// One operation as one caller does it: whose brain it reaches, what must refuse it, and the search of every answer.
import { NOTHING, type Owner, type Sight } from "./marks.ts";
import type { UnderTest } from "./service.ts";
import { ConnectionLost, Mismatch, type Reply, request, shapeOf } from "./wire.ts";
import type { Account, Brain, Key, World } from "./world.ts";

/** The operation was refused as it had to be: nothing is left to do. */
export class RefusedAsDue extends Error {
  override readonly name = "RefusedAsDue";
}

export interface Target {
  readonly service: Pick<UnderTest, "url">;
  readonly world: World;
  readonly next: () => number;
  readonly caller: Key;
  /** Headers as they are sent. */
  readonly core: string | undefined;
  readonly user: string | undefined;
  readonly note: (line: string) => void;
  /** What must refuse the operation before it begins; null where nothing does. */
  readonly refusal: readonly [status: number, code: string] | null;
  /** null where the operation is about no brain, or is refused. */
  readonly brain: Brain | null;
  readonly isSpilled: boolean;
  /** A key that is bound to a core beyond the plan records the turns that were prepared before, and no more. */
  readonly mayOnlyRecord: boolean;
  /** Told of each pair of an id that is another's with one that is nobody's. */
  readonly onPair: () => void;
  /** Told of each request that may have changed something. */
  readonly onChange: () => void;
}

export type Ask = readonly [method: string, path: string, body?: unknown];

export interface SendOptions {
  /** Default: that of the brain. */
  readonly sight?: Sight;
  readonly raw?: string;
  /** The answer brings ids or tokens that nobody had before. */
  readonly isNew?: boolean;
  /** What was erased may be named. */
  readonly showsErased?: boolean;
  /** Go on after a refusal that is due. */
  readonly goOn?: boolean;
}

export class Step {
  readonly world: World;
  readonly caller: Key;
  readonly account: Account;

  constructor(readonly target: Target) {
    this.world = target.world;
    this.caller = target.caller;
    this.account = target.world.account(target.caller.account);
  }

  get brain(): Brain {
    if (this.target.brain === null) throw new Error("this operation has no brain");
    return this.target.brain;
  }

  /** The brain where there is one; an operation that is refused has none, and asks for nothing that needs it. */
  get brainOrNull(): Brain | null {
    return this.target.brain;
  }

  chance(share: number): boolean {
    return this.target.next() < share;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.target.next() * from.length)];
  }

  /** As the caller; a refusal that is due ends the operation. */
  async send(method: string, path: string, body?: unknown, more: SendOptions = {}): Promise<Reply> {
    const { refusal, isSpilled, brain } = this.target;
    const reply = await this.#ask(method, path, body, more.raw);
    if (refusal !== null) {
      this.expect(reply, refusal[0], refusal[1]);
      if (more.goOn === true) return reply;
      throw new RefusedAsDue();
    }
    this.search(reply, more.sight ?? this.sightOfBrain(), body, more);
    const served = reply.headers.get("x-memory-core-served");
    if (brain !== null && path !== "/record" && path !== "/verify" && (served === "default") !== isSpilled)
      throw new Mismatch(`X-Memory-Core-Served is ${served}`);
    return reply;
  }

  /** By MCP, where all but a wrong key is refused in the result. Gives what the tool answers; a refusal that is due ends the operation. */
  async callTool(name: string, given: object): Promise<unknown> {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
    const reply = await this.#ask("POST", "/mcp", message);
    const { refusal, brain } = this.target;
    if (refusal?.[0] === 401) {
      this.expect(reply, ...refusal);
      throw new RefusedAsDue();
    }
    this.expect(reply, 200);
    this.search(reply, refusal === null ? this.sightOfBrain() : NOTHING, message);
    const { result } = reply.body as { result: { isError?: true; content: { text: string }[] } };
    const told = result.isError === true ? (result.content[0]?.text ?? "") : null;
    // Nobody speaks for the brain that all users share.
    const isNameless = told?.startsWith("Name the user") === true;
    const isDue =
      refusal === null ? isNameless && brain?.user === null : isNameless || told?.endsWith(`(${refusal[1]})`);
    if (isDue) throw new RefusedAsDue();
    if (told !== null || refusal !== null)
      throw new Mismatch(`${told ?? "an answer"} instead of ${refusal?.[1] ?? "one"}`);
    return (result as { structuredContent?: unknown }).structuredContent;
  }

  async #ask(method: string, path: string, body: unknown, raw?: string): Promise<Reply> {
    const { service, caller, core, user, note } = this.target;
    const what = `${method} ${path} ${body === undefined ? (raw ?? "") : JSON.stringify(body)}`.slice(0, 300);
    const who = `${caller.account}/${core ?? "-"}/${user ?? "-"} by ${caller.scope} ${caller.core ?? "*"}/${caller.user ?? "*"}`;
    let reply: Reply;
    try {
      reply = await request(service.url, method, path, {
        key: caller.text,
        core,
        user,
        body,
        ...(raw === undefined ? {} : { raw }),
      });
    } catch (error) {
      note(`${who}: ${what} -> no answer`);
      throw error;
    }
    note(`${who}: ${what} -> ${reply.status} ${reply.text.slice(0, 160)}`);
    if (method !== "GET" && reply.status < 400) this.target.onChange();
    // While it shuts down, what it does not begin it refuses so.
    if (reply.status === 503) throw new ConnectionLost("503");
    if (reply.status === 500) throw new Mismatch("the service failed");
    return reply;
  }

  /** Nothing in the answer may be what the receiver must not see; an error shows nothing at all but what was sent. */
  search(reply: Reply, sight: Sight, sent: unknown, { isNew, showsErased }: SendOptions = {}): void {
    const { marks } = this.world;
    const echo = marks.in(sent === undefined ? "" : JSON.stringify(sent));
    const all = `${reply.text}\n${[...reply.headers].join("\n")}`;
    const known = marks.foreign(all, reply.status < 400 ? sight : NOTHING, reply.status < 400 ? echo : new Set());
    const found = known.filter(
      (each) => !(isNew && each.endsWith("(nobody's)")) && !(showsErased && each.endsWith("which was erased")),
    );
    if (found.length > 0) throw new Mismatch(`the answer shows ${found.slice(0, 5).join("; ")}`);
  }

  expect(reply: Reply, status: number, code?: string): void {
    const { code: told } = (reply.body ?? {}) as { code?: string };
    if (reply.status !== status || (code !== undefined && told !== code))
      throw new Mismatch(
        `${reply.status} ${told ?? ""} instead of ${status} ${code ?? ""}: ${reply.text.slice(0, 200)}`,
      );
    if (status >= 400) this.search(reply, NOTHING, undefined);
  }

  /** Keys that end with what was erased; the answer says how many. */
  endKeys(reply: Reply, isBound: (key: Key) => boolean): void {
    const ended = this.account.keys.filter((key) => !key.dead && isBound(key));
    this.same("keys revoked", [(reply.body as { keys_revoked: number }).keys_revoked], [ended.length]);
    for (const key of ended) key.dead = true;
  }

  same(what: string, found: Iterable<unknown>, known: Iterable<unknown>): void {
    const [a, b] = [JSON.stringify([...found]), JSON.stringify([...known])];
    if (a !== b) throw new Mismatch(`${what}: the service has ${a.slice(0, 600)}, the oracle ${b.slice(0, 600)}`);
  }

  sameSet(what: string, found: Iterable<string>, known: Iterable<string>): void {
    this.same(what, [...found].sort(), [...known].sort());
  }

  /** Lessons that were erased with these brains: those that are served, and what may be left of those that ended. */
  sameLessons(what: string, erased: number, brains: readonly Brain[]): void {
    const served = brains.reduce((sum, { lessons }) => sum + lessons.size, 0);
    const ended = brains.reduce((sum, { endedLessons }) => sum + endedLessons, 0);
    if (erased < served || erased > served + ended)
      throw new Mismatch(`${what}: the service has ${erased} lessons, the oracle ${served} and ${ended} that ended`);
  }

  /** What an operation of one brain may show: its own, and what the core and the account say to all of their brains. */
  sightOfBrain(): Sight {
    const { brain } = this.target;
    if (brain === null) return NOTHING;
    return (owner) => {
      if (owner.account !== brain.account) return false;
      if (owner.kind === "account") return true;
      if (owner.kind === "core") return owner.core === brain.core;
      if (owner.kind === "user") return owner.user === brain.user;
      return owner.core === brain.core && owner.user === brain.user;
    };
  }

  /** What an operation of the account may show: what lies within the bounds of the key. */
  sightOfKey(): Sight {
    const { account, core, user } = this.caller;
    return (owner: Owner) => {
      if (owner.account !== account) return false;
      if (owner.kind === "account") return true;
      const isOfUser = user === null || owner.user === user;
      if (owner.kind === "user") return isOfUser;
      const isOfCore = core === null || owner.core === core;
      return owner.kind === "core" ? isOfCore : isOfCore && isOfUser;
    };
  }

  /** Asks for what is another's and for what never was, in either order: nothing but what was sent may differ. */
  async pair(
    foreign: string,
    never: string,
    ask: (id: string) => Ask,
    expected: readonly [status: number, code?: string],
  ): Promise<void> {
    const order = this.chance(0.5) ? [foreign, never] : [never, foreign];
    const shapes: string[] = [];
    for (const id of order) {
      const [method, path, body] = ask(id);
      const goOn = this.target.refusal?.[1] === expected[1];
      const reply = await this.send(method, path, body, { goOn });
      this.expect(reply, ...expected);
      shapes.push(shapeOf(reply, [id]));
    }
    this.target.onPair();
    if (shapes[0] !== shapes[1])
      throw new Mismatch(`"not yours" and "not there" differ: ${shapes.join(" against ")}`.slice(0, 1500));
  }

  /** An id of this form that was never given out. */
  never(prefix: string, length: number): string {
    const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const digits = Array.from({ length }, () => letters[Math.floor(this.target.next() * 62)]);
    return `${prefix}${digits.join("")}`;
  }

  /** Some brain that the caller's headers do not reach now, of its own account or of another. */
  otherBrain(holds: (brain: Brain) => boolean): Brain | undefined {
    const of = this.chance(0.5) ? this.account : this.pick(this.world.accounts);
    return this.pick([...(of?.brains.values() ?? [])].filter((brain) => brain !== this.target.brain && holds(brain)));
  }

  otherAccount(): Account | undefined {
    return this.pick(this.world.accounts.filter((account) => account !== this.account));
  }
}
