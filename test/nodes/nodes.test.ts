// Any node serves any brain, and says the same: what another one has written is known at the next request.
import { expect, test } from "bun:test";
import { forgetErased } from "../../src/indexing/forget-brains.ts";
import { seededNumbers } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import type { TestService } from "../support/test-service.ts";
import { describeNodes, withNodes } from "./nodes.ts";

/** The same key at each node. */
async function clientsOf(
  nodes: readonly TestService[],
  account = "acme",
): Promise<{ admin: Client[]; agent: Client[] }> {
  const [first] = nodes;
  if (first === undefined) throw new Error("there is no node");
  const made = await first.account(account);
  const at = (key: string | null) => nodes.map((node) => node.withKey(key ?? ""));
  return { admin: at(made.admin.key), agent: at(made.agent.key) };
}

/** What differs by chance alone: ids of requests, tokens and memories. */
function withoutChance(body: unknown): unknown {
  const names = new Map<string, string>();
  const text = JSON.stringify(body, (name, value) =>
    ["turn_token", "request_id", "created_at", "recorded_at"].includes(name) ? "…" : value,
  );
  return JSON.parse(
    text.replace(/\b(mem|les)_[A-Za-z0-9]+/g, (id) => {
      const known = names.get(id) ?? `id ${names.size + 1}`;
      names.set(id, known);
      return known;
    }),
  );
}

/** A conversation in which every kind of write has its place; `pick` says which node a request goes to. */
async function play(admin: readonly Client[], agent: readonly Client[], pick: () => number): Promise<unknown[]> {
  const asAdmin = () => admin[pick()]!.at({ user: "ann" });
  const asAgent = () => agent[pick()]!.at({ user: "ann" });
  const said: unknown[] = [];
  const note = (body: unknown) => void said.push(withoutChance(body));
  const words = "red blue green ochre cyan amber violet umber".split(" ");
  for (let at = 0; at < 24; at++) {
    const input = `my ${words[at % 8]} boat number ${at} lies in harbour ${words[(at * 3) % 8]}`;
    const turn = await asAgent().prepare(input);
    note(turn);
    note((await asAgent().record(turn.turn_token, `noted ${at}`, { session: `s${at % 3}` })).body);
    if (at % 5 === 2)
      note((await asAdmin().post("/lessons", { text: `rule ${words[at % 8]} is for boat ${at}` })).body);
    if (at % 6 === 3) note((await asAdmin().post("/sync", {})).body);
    if (at % 7 === 4) {
      const { body } = await asAgent().get<{ items: { id: string }[] }>("/memory?limit=3");
      const id = body.items[2]?.id ?? "";
      note((await asAdmin().delete(`/memory/${id}`)).body);
    }
    if (at % 7 === 5) {
      const { body } = await asAgent().get<{ items: { id: string }[] }>("/memory?limit=2");
      const id = body.items[1]?.id ?? "";
      note((await asAdmin().patch(`/memory/${id}`, { input: `the ${words[at % 8]} boat ${at} was sold` })).body);
    }
    if (at % 4 === 1) note((await asAgent().post("/recall", { query: `boat ${words[at % 8]}` })).body);
    note((await asAgent().post("/prepare", { input: `where is boat ${words[at % 8]}`, dry_run: true })).body);
  }
  note((await asAgent().get("/sessions")).body);
  note(await asAgent().state());
  return said;
}

describeNodes("several nodes", () => {
  for (const mode of ["cosine", "hybrid"] as const) {
    test(`say what one would, to the byte, in ${mode} mode`, async () => {
      const told: unknown[][] = [];
      for (const count of [1, 3]) {
        await withNodes(count, async ({ nodes }) => {
          const { admin, agent } = await clientsOf(nodes);
          await admin[0]!.patch("/admin/settings", { retrieval_mode: mode });
          // The others hear of it within an instant.
          await Bun.sleep(300);
          const chance = seededNumbers(7);
          told.push(await play(admin, agent, () => Math.floor(chance() * count)));
        });
      }
      expect(told[1]).toEqual(told[0]!);
    });
  }

  test("a brain that is erased on one is in the memory of none", async () => {
    await withNodes(2, async ({ nodes }) => {
      const { admin, agent } = await clientsOf(nodes);
      const [here, there] = [nodes[0]!, nodes[1]!];
      for (const at of [0, 1]) {
        await agent[at]!.at({ user: "ann" }).remember("the secret of the lighthouse");
        await agent[at]!.at({ user: "ann" }).prepare("lighthouse");
      }
      await agent[1]!.at({ user: "ann" }).prepare("the secret");
      expect(there.service.vectors.stats().rows).toBeGreaterThan(0);
      expect((await admin[0]!.delete("/admin/users/ann")).status).toBe(200);
      // As the chore of each second does.
      for (const { service } of [here, there]) forgetErased(service, await service.brains.erasedElsewhere());
      expect(there.service.vectors.stats().rows).toBe(0);
      expect(there.service.words.stats().packets).toBe(0);
      expect((await agent[1]!.at({ user: "ann" }).prepare("lighthouse")).sources).toEqual([]);
    });
  });

  test("a key that is revoked on one opens none within a second", async () => {
    await withNodes(2, async ({ nodes }) => {
      const { admin, agent } = await clientsOf(nodes);
      expect((await agent[1]!.get("/memory")).status).toBe(200);
      const id = agent[0]!.key!.split("_")[1] ?? "";
      const listed = (await admin[0]!.get<{ items: { id: string; scope: string }[] }>("/admin/keys")).body;
      const own = listed.items.find(({ scope }) => scope === "agent")?.id ?? id;
      expect((await admin[0]!.delete(`/admin/keys/${own}`)).status).toBe(200);
      await Bun.sleep(1_000);
      expect((await agent[1]!.get("/memory")).status).toBe(401);
    });
  });

  test("a token counts once, wherever it is recorded, and a quota is never exceeded", async () => {
    await withNodes(3, async ({ nodes }) => {
      const { agent } = await clientsOf(nodes);
      const turn = await agent[0]!.prepare("one turn");
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) => agent[at % 3]!.record(turn.turn_token, `answer ${at}`)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
      expect((await agent[1]!.get<{ items: unknown[] }>("/memory")).body.items).toHaveLength(1);
    });
    const plans = { turnsPerMonth: 10, cores: null, subBrains: null, requestsPerSecond: null };
    await withNodes(
      3,
      async ({ nodes }) => {
        const { agent } = await clientsOf(nodes);
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, at) =>
            agent[at % 3]!.at({ user: `u${at}` }).post("/prepare", { input: "hello there" }),
          ),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
      },
      { plans: { free: plans, pro: plans, unlimited: plans } },
    );
  });

  test("what a node that is gone has left is embedded and found", async () => {
    await withNodes(1, async ({ nodes, join }) => {
      const { agent } = await clientsOf(nodes);
      const [gone] = nodes;
      gone!.service.backlog.close();
      const turn = await agent[0]!.prepare("the anchor is blue");
      await agent[0]!.record(turn.turn_token, "noted");
      const next = await join();
      const there = next.withKey(agent[0]!.key ?? "");
      expect((await there.prepare("blue anchor")).sources).toHaveLength(1);
    });
  });

  test("an answer is held against what another node has recorded", async () => {
    await withNodes(2, async ({ nodes }) => {
      const { agent } = await clientsOf(nodes);
      const [here, there] = agent.map((client) => client.at({ user: "ann" }));
      await here!.remember("the boat is old");
      for (const each of [here!, there!]) await each.prepare("the boat");
      const turn = await here!.prepare("what do you know");
      await here!.remember("The keel is made of oak.");
      // What is newest is held against every answer.
      for (const colour of ["red", "blue", "green", "white"]) await here!.remember(`The sail is ${colour}.`);
      await here!.prepare("the sail");
      const asked = { turn_token: turn.turn_token, answer: "The keel is not made of oak." };
      const [first, second] = await Promise.all([here!, there!].map((client) => client.post("/verify", asked)));
      expect(first!.body).toMatchObject({ ok: false, contradiction: true });
      expect(withoutChance(second!.body)).toEqual(withoutChance(first!.body));
    });
  });

  test("what another node has just recorded is found at the first look at its brain", async () => {
    await withNodes(2, async ({ nodes }) => {
      const { agent } = await clientsOf(nodes);
      await agent[0]!.remember("the anchor is blue");
      expect((await agent[1]!.prepare("blue anchor")).sources).toHaveLength(1);
    });
  });

  test("a node reads in what another has recorded, and not the whole brain again", async () => {
    await withNodes(2, async ({ nodes }) => {
      const { agent } = await clientsOf(nodes);
      const loads = () => nodes.map(({ service }) => service.vectors.stats().loads);
      await agent[0]!.remember("the anchor is blue");
      for (const client of agent) await client.prepare("anchor");
      const before = loads();
      for (let at = 0; at < 4; at++) {
        await agent[at % 2]!.remember(`anchor number ${at} is red`);
        expect((await agent[(at + 1) % 2]!.prepare("anchor")).sources).toHaveLength(at + 2);
      }
      expect(loads()).toEqual(before);
    });
  });
});
