// One client of the soak: turns of its users, now and then something else, and users who come and go.
import { TOPICS, turnAbout } from "../../bench/suite/seed-texts.ts";
import type { SeededRandom } from "../../vectors/seeded-random.ts";
import { type Answered, type Call, callAs, type Tally, tell } from "./soak-caller.ts";

export interface ClientOptions {
  readonly url: string;
  readonly adminKey: string;
  /** Its own, which the operator exchanges. */
  readonly key: { value: string };
  readonly tally: Tally;
  readonly name: string;
  readonly random: SeededRandom;
  /** Users it has at a time. */
  readonly users: number;
  /** The most turns that a user stays for. */
  readonly userTurnsMax: number;
  /** A core that stays. */
  readonly core: string;
  readonly pauseMs: number;
}

interface User {
  readonly name: string;
  readonly core: string | undefined;
  /** What it talks about. */
  readonly topic: number;
  turnsLeft: number;
}

export interface Client {
  /** Goes on until it is stopped; what is under way is finished. */
  run(): Promise<void>;
  stop(): void;
  /** Settled when no call is under way that was begun before. */
  settled(): Promise<void>;
  readonly usersErased: number;
}

/** How often each follows a turn. */
const SHARES = {
  verify: 0.3,
  repeat: 0.05,
  conflict: 0.03,
  recall: 0.25,
  lessons: 0.05,
  metrics: 0.03,
  sync: 0.03,
  deleteMemory: 0.05,
  exportUser: 0.02,
  emptyBrain: 0.003,
} as const;
const CORE_SHARE = 0.25;

export function createClient(options: ClientOptions): Client {
  const { random, tally } = options;
  const users: User[] = [];
  let made = 0;
  let erased = 0;
  let going = true;
  let underWay: Promise<unknown> = Promise.resolve();

  function newUser(): User {
    const least = Math.ceil(options.userTurnsMax / 3);
    return {
      name: `${options.name}-user-${++made}`,
      core: random.next() < CORE_SHARE ? options.core : undefined,
      topic: random.integer(TOPICS),
      turnsLeft: least + random.integer(options.userTurnsMax - least + 1),
    };
  }

  function call(kind: string, user: User, more: Omit<Call, "key" | "user" | "core">, key = options.key.value) {
    const selection = { user: user.name, ...(user.core !== undefined && { core: user.core }) };
    const answered = callAs(options.url, tally, kind, { key, ...selection, ...more });
    underWay = answered;
    return answered;
  }

  const happens = (share: keyof typeof SHARES) => random.next() < SHARES[share];
  const post = (path: string, body: object, expect: readonly number[] = [200]) =>
    ({ method: "POST", path, body, expect }) as const;

  async function turn(user: User): Promise<void> {
    const { input, answer } = turnAbout(random, user.topic);
    const prepared = await call("prepare", user, post("/prepare", { input, session: `${user.name}-talk` }));
    const { turn_token: token } = fieldsOf(prepared);
    if (typeof token !== "string") return;
    if (happens("verify")) await call("verify", user, post("/verify", { turn_token: token, answer }));
    await call("record", user, post("/record", { turn_token: token, answer }));
    if (happens("repeat")) await call("record", user, post("/record", { turn_token: token, answer }));
    if (happens("conflict")) {
      await call("conflict", user, post("/record", { turn_token: token, answer: "Something else." }, [409]));
    }
  }

  async function besides(user: User): Promise<void> {
    if (happens("recall")) await call("recall", user, post("/recall", { query: turnAbout(random, user.topic).input }));
    if (happens("lessons")) await call("lessons", user, { method: "GET", path: "/lessons" });
    if (happens("metrics")) await call("metrics", user, { method: "GET", path: "/metrics" });
    if (happens("sync")) await call("sync", user, post("/sync", {}));
    if (happens("deleteMemory")) await deleteOne(user);
    if (happens("emptyBrain")) await call("empty", user, { method: "DELETE", path: "/memory" });
    if (happens("exportUser")) await exportOf(user);
  }

  async function deleteOne(user: User): Promise<void> {
    const listed = await call("list", user, { method: "GET", path: "/memory?limit=20" });
    const items = fieldsOf(listed).items as { id: string }[] | undefined;
    const chosen = items?.[random.integer(items.length || 1)];
    if (chosen !== undefined) await call("delete", user, { method: "DELETE", path: `/memory/${chosen.id}` });
  }

  async function exportOf(user: User): Promise<void> {
    const path = `/admin/export?user=${user.name}`;
    const exported = await callAs(options.url, tally, "export", { method: "GET", path, key: options.adminKey });
    if (exported === null) return;
    const last = exported.text.trimEnd().split("\n").at(-1) ?? "";
    if (!last.includes('"sha256"')) tell(tally, "export", `broke off with ${last.slice(0, 80)}`);
  }

  async function leave(user: User): Promise<void> {
    const path = `/admin/users/${user.name}`;
    await callAs(options.url, tally, "erase", { method: "DELETE", path, key: options.adminKey });
    erased++;
  }

  return {
    get usersErased() {
      return erased;
    },
    async run() {
      while (users.length < options.users) users.push(newUser());
      while (going) {
        const at = random.integer(users.length);
        const user = users[at]!;
        await turn(user);
        await besides(user);
        if (--user.turnsLeft <= 0) {
          await leave(user);
          users[at] = newUser();
        }
        await Bun.sleep(options.pauseMs * (0.5 + random.next()));
      }
    },
    stop: () => {
      going = false;
    },
    settled: async () => void (await underWay),
  };
}

function fieldsOf(answered: Answered | null): Record<string, unknown> {
  return answered === null ? {} : (JSON.parse(answered.text) as Record<string, unknown>);
}
