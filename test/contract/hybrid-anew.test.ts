// Hybrid answers from memory are those that the same data gives when it is read anew, whatever happened in between.
import { expect, setDefaultTimeout, test } from "bun:test";
import type { MemoryPage } from "../support/bodies.ts";
import { HOUR_MS, seededNumbers } from "../support/chance.ts";
import { hybrid, recall, say } from "../support/hybrid.ts";
import { startTestService } from "../support/test-service.ts";

setDefaultTimeout(60_000);

test.each([
  [1, 64 * 1024 * 1024],
  [2, 150_000],
  [3, 20_000],
  [4, 0],
])(
  "a long random mix of turns, erasures and questions answers the same from memory and read anew (seed %d, %d bytes)",
  async (seed, memoryBytes) => {
    const service = await startTestService({ memoryBytes, seed });
    try {
      const { admin, name } = await hybrid(service);
      const next = seededNumbers(seed);
      const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
      const words = "boiler cellar Ines Porto invoice cat garden gate May yes no ERR-1042 2024-118 the of".split(" ");
      const text = (most: number) => Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(words)).join(" ");
      const users = ["ann", "bob", "cem"];
      let found = 0;
      for (let step = 0; step < 200; step += 1) {
        service.clock.advance(Math.floor(next() * HOUR_MS));
        const user = pick(users);
        const client = admin.at({ user });
        const kind = next();
        if (kind < 0.5) await say(client, text(6), text(12), { session: pick(["x", "y", `only${step}`]) });
        else if (kind < 0.6) {
          const { items } = (await client.get<MemoryPage>("/memory?limit=1000")).body;
          if (items.length > 0) await client.delete(`/memory/${pick(items).id}`);
        } else if (kind < 0.61) await client.delete("/memory");
        else {
          const question = text(4);
          const limit = pick([1, 8, 40, 1_000]);
          const before = await recall(client, question, limit);
          found += before.length;
          const brain = await service.service.brains.find({ account: name, core: "default", user });
          if (brain === null) continue;
          service.service.words.forget(brain.id);
          service.service.vectors.forget(brain.id);
          expect(await recall(client, question, limit)).toEqual(before);
        }
      }
      expect(found).toBeGreaterThan(100);
    } finally {
      await service.close();
    }
  },
);
