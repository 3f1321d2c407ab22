// Nodes go on while their database is brought back to an earlier moment: what it has lost is in no answer any more.
import { expect, test } from "bun:test";
import { forgetErased } from "../../src/indexing/forget-brains.ts";
import type { TurnBody } from "../support/bodies.ts";
import type { TestService } from "../support/test-service.ts";
import { describeNodes, withNodes } from "./nodes.ts";

async function agentsOf(nodes: readonly TestService[]) {
  const { agent, admin } = await nodes[0]!.account("acme");
  const at = (key: string | null, user: string) => nodes.map((node) => node.withKey(key ?? "").at({ user }));
  return { agents: (user: string) => at(agent.key, user), admin };
}

const textsOf = ({ sources }: Pick<TurnBody, "sources">) => sources.map(({ text }) => text.split("\n")[0]);

describeNodes("a database that went back to an earlier moment", () => {
  test("is answered from, and not what a node had in memory of the time that is lost", async () => {
    await withNodes(2, async ({ nodes, keep }) => {
      const { agents } = await agentsOf(nodes);
      const [here, there] = agents("ann");
      await here!.remember("the harbour is small");
      const goBack = await keep();
      await here!.remember("the harbour is secret");
      await here!.remember("the harbour is deep");
      for (const each of [here!, there!]) expect((await each.prepare("harbour")).sources).toHaveLength(3);
      await goBack();
      expect(textsOf(await here!.prepare("harbour"))).toEqual(["the harbour is small"]);
      // As many versions as were lost, so that only their names tell them apart.
      await here!.remember("the harbour is wide");
      await here!.remember("the harbour is calm");
      const said = await Promise.all([here!, there!].map(async (each) => textsOf(await each.prepare("harbour"))));
      expect(said[0]?.toSorted()).toEqual(["the harbour is calm", "the harbour is small", "the harbour is wide"]);
      expect(said[1]).toEqual(said[0]!);
      for (const { service } of nodes) expect(service.vectors.stats().rows).toBe(3);
    });
  });

  test("gives the number of a lost brain to another user, whose memory it then is", async () => {
    await withNodes(1, async ({ nodes, keep }) => {
      const { agents } = await agentsOf(nodes);
      const [ann, ben] = [agents("ann")[0]!, agents("ben")[0]!];
      const goBack = await keep();
      await ann.remember("the safe opens with seven");
      await ann.remember("the safe stands in the cellar");
      await ann.prepare("safe");
      await goBack();
      await ben.remember("a boat with a safe keel");
      expect(textsOf(await ben.prepare("safe"))).toEqual(["a boat with a safe keel"]);
      const [service] = nodes;
      expect(service!.service.vectors.stats().rows).toBe(1);
    });
  });

  test("takes with it what a node has of brains that nobody asks for", async () => {
    await withNodes(1, async ({ nodes, keep }) => {
      const { agents } = await agentsOf(nodes);
      const users = ["ann", "ben", "cleo"].map((user) => agents(user)[0]!);
      for (const user of users) {
        await user.remember("the first thing");
        await user.prepare("thing");
      }
      const goBack = await keep();
      for (const user of users.slice(0, 2)) {
        await user.remember("the second thing");
        await user.prepare("thing");
      }
      await goBack();
      const { vectors, words } = nodes[0]!.service;
      expect(vectors.stats().rows).toBe(5);
      await users[0]!.prepare("thing");
      // Cleo's is as the database has it, and stays; Ann's was read again.
      for (let at = 0; vectors.stats().rows !== 2; at++) {
        if (at === 1_000) throw new Error(`${vectors.stats().rows} rows are still in memory`);
        await Bun.sleep(5);
      }
      expect(words.stats().packets).toBeLessThanOrEqual(2);
    });
  });

  test("erases under numbers that it gave before, and every node hears of it", async () => {
    await withNodes(2, async ({ nodes, keep }) => {
      const { agents, admin } = await agentsOf(nodes);
      const [, there] = nodes;
      for (const user of ["ann", "ben"]) {
        await agents(user)[0]!.remember("a thing to forget");
        await agents(user)[1]!.prepare("forget");
      }
      const goBack = await keep();
      expect((await admin.delete("/admin/users/ann")).status).toBe(200);
      forgetErased(there!.service, await there!.service.brains.erasedElsewhere());
      expect(there!.service.vectors.stats().rows).toBe(1);
      await goBack();
      expect((await admin.delete("/admin/users/ben")).status).toBe(200);
      forgetErased(there!.service, await there!.service.brains.erasedElsewhere());
      expect(there!.service.vectors.stats().rows).toBe(0);
    });
  });
});
