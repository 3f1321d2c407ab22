// Three nodes behind the proxy, as docs/deploy/nodes has them: who serves whom, and what becomes of it when a node goes.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openLab } from "../e2e/executable.ts";
import type { MemoryPage } from "../e2e/turns.ts";
import { until } from "../e2e/until.ts";
import { type Closers, type Deployment, startDeployment } from "./deployment.ts";
import { describeWithProxy } from "./nodes.ts";

const USERS = Array.from({ length: 18 }, (_, at) => `user-${at}`);

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Which one answered; null: none. */
  readonly node: string | null;
  readonly body: Record<string, unknown>;
}

describeWithProxy("three nodes behind HAProxy", () => {
  const lab = openLab({ model: "tiny" });
  const closers: Closers = [];
  let deployed: Deployment;
  beforeAll(async () => {
    deployed = await startDeployment(lab, closers);
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const ask = async (user: string, path: string, body?: object): Promise<Answered> => {
    const headers = { "X-API-Key": deployed.adminKey, "X-Memory-User": user, "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(deployed.url + path, { headers, ...sent });
    const { status } = answer;
    const node = answer.headers.get("X-Memory-Node");
    return { status, headers: answer.headers, node, body: (await answer.json()) as Answered["body"] };
  };
  const tell = async (user: string, input: string): Promise<Answered> => {
    const prepared = await ask(user, "/prepare", { input });
    if (prepared.status !== 200) return prepared;
    return ask(user, "/record", { turn_token: prepared.body.turn_token, answer: "Noted." });
  };
  const recalled = (user: string) => ask(user, "/recall", { query: "In which harbour does my boat lie?" });
  /** By user. */
  const nodesOf = async (users: readonly string[]) => {
    const answers = await Promise.all(users.map(recalled));
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
    return Object.fromEntries(users.map((user, at) => [user, answers[at]?.node]));
  };

  /** One client a user, each telling one thing after the other; what it stops with is what was told, and what went wrong. */
  const startTalk = (bird: string, users: readonly string[]) => {
    let isOver = false;
    const told = new Map<string, string[]>(users.map((user) => [user, []]));
    const failed: object[] = [];
    const clients = users.map(async (user) => {
      for (let at = 0; !isOver; at++) {
        const text = `${bird} number ${at} came to ${user}.`;
        const { status, body } = await tell(user, text);
        if (status === 200) told.get(user)?.push(`${text}\nNoted.`);
        else failed.push({ user, status, body });
      }
    });
    return {
      /** Resolves once each has told some more. */
      async goesOn() {
        const before = users.map((user) => told.get(user)!.length);
        const isFurther = () => users.every((user, at) => told.get(user)!.length > before[at]! + 3);
        await until("the talk to go on", () => isFurther() || failed.length > 0 || undefined);
      },
      async end() {
        isOver = true;
        await Promise.all(clients);
        return { bird, told, failed };
      },
    };
  };
  const textsOf = async (user: string, bird: string) => {
    const { body } = await ask(user, "/memory?limit=1000");
    return (body as unknown as MemoryPage).items.map(({ text }) => text).filter((text) => text.startsWith(bird));
  };
  const expectWhole = async ({ bird, told, failed }: Awaited<ReturnType<ReturnType<typeof startTalk>["end"]>>) => {
    expect(failed).toEqual([]);
    for (const [user, texts] of told) expect((await textsOf(user, bird)).sort()).toEqual([...texts].sort());
  };

  test("every node is ready on a database that a second machine follows", async () => {
    const { body } = await ask("nobody", "/admin/status");
    expect(body.database).toMatchObject({ role: "primary", standbys: 1, synchronous_standbys: 1 });
    expect((await ask("nobody", "/admin/audit/check")).body).toMatchObject({ ok: true });
    // Started at once, on an empty database: one account, one key.
    expect((await ask("nobody", "/admin/keys")).body.items).toHaveLength(1);
  });

  test("a user is served by one of them, and every one serves some", async () => {
    const told = await Promise.all(USERS.map((user, at) => tell(user, `My boat lies in harbour ${at}.`)));
    expect(told.map(({ status }) => status)).toEqual(USERS.map(() => 200));
    const served = Object.fromEntries(USERS.map((user, at) => [user, told[at]?.node]));
    expect(await nodesOf(USERS)).toEqual(served);
    expect(new Set(Object.values(served))).toEqual(new Set(deployed.nodes.keys()));
  });

  test("a node that is killed under traffic costs its users nothing, moves nobody else, and gets them back", async () => {
    const before = await nodesOf(USERS);
    const talk = startTalk("Heron", USERS.slice(0, 9));
    await talk.goesOn();
    deployed.nodes.get("b")!.kill("SIGKILL");
    await talk.goesOn();
    const meanwhile = await nodesOf(USERS);
    const others = USERS.filter((user) => before[user] !== "b");
    expect(others.map((user) => meanwhile[user])).toEqual(others.map((user) => before[user]));
    expect(Object.values(meanwhile)).not.toContain("b");
    await deployed.replace("b");
    await until("its users", async () => Bun.deepEquals(await nodesOf(USERS), before) || undefined);
    await talk.goesOn();
    await expectWhole(await talk.end());
  });

  test("nodes are replaced one by one under traffic, and nobody is turned away", async () => {
    const talk = startTalk("Stork", USERS.slice(0, 9));
    for (const name of [...deployed.nodes.keys()]) {
      await talk.goesOn();
      expect(await deployed.nodes.get(name)!.stop()).toBe(0);
      await talk.goesOn();
      await deployed.replace(name);
    }
    await talk.goesOn();
    await expectWhole(await talk.end());
  });

  test("where no node is left, the proxy says so as the service does, and the first that comes back serves all", async () => {
    const nodes = [...deployed.nodes.values()];
    await Promise.all(nodes.map((node) => node.stop()));
    const refused = await ask("user-0", "/recall", { query: "harbour" });
    expect([refused.status, refused.headers.get("Retry-After"), refused.body.code]).toEqual([503, "1", "not_ready"]);
    await deployed.replace("c");
    await until("an answer", async () => (await recalled("user-0")).status === 200 || undefined);
    expect(new Set(Object.values(await nodesOf(USERS)))).toEqual(new Set(["c"]));
  });
});
