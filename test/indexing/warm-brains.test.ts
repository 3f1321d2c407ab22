import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { warmBrains } from "../../src/indexing/warm-brains.ts";
import { BLOCK_BYTES } from "../../src/vectors/scan-layout.ts";
import type { Client } from "../support/client.ts";
import { newDataDir, startTestService, type TestService, type TestServiceOptions } from "../support/test-service.ts";

const RUNNING = { brainsMax: 16, stopping: new AbortController().signal };

/** Users with four turns, with three and with one, before a start. */
async function withRestarted(
  options: TestServiceOptions,
  use: (started: TestService, agent: Client) => Promise<void>,
): Promise<void> {
  const dataDir = newDataDir();
  try {
    const first = await startTestService({ dataDir });
    const agent = first.operator;
    for (const [user, turns] of [
      ["ann", 3],
      ["ben", 4],
      ["cleo", 1],
    ] as const)
      for (let turn = 0; turn < turns; turn++) await agent.at({ user }).turn(`harbour ${turn}`, "noted");
    await first.service.backlog.settle((await first.service.brains.find(brainOf("ben")))!.id);
    await first.close();
    const started = await startTestService({ ...options, dataDir });
    await use(started, started.withKey(agent.key!)).finally(() => started.close());
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function brainOf(user: string) {
  return { account: "default", core: "default", user };
}

function held({ service }: TestService) {
  return { rows: service.vectors.stats().rows, packets: service.words.stats().packets };
}

test("after a start the large brains are in memory, with their words where they are searched by words", async () => {
  await withRestarted({ accountDefaults: { retrievalMode: "hybrid" } }, async (started, agent) => {
    expect(held(started)).toEqual({ rows: 0, packets: 0 });
    await warmBrains({ ...started.service, ...RUNNING }, 3);
    expect(held(started)).toEqual({ rows: 7, packets: 7 });
    const loads = () => [started.service.vectors.stats().loads, started.service.words.stats().loads];
    const before = loads();
    await agent.at({ user: "ben" }).prepare("harbour");
    expect(loads()).toEqual(before);
  });
});

test("words of an account that ranks by cosines alone are not read", async () => {
  await withRestarted({}, async (started) => {
    await warmBrains({ ...started.service, ...RUNNING }, 3);
    expect(held(started)).toEqual({ rows: 7, packets: 0 });
  });
});

test("no more brains are read than the setting says", async () => {
  await withRestarted({}, async (started) => {
    await warmBrains({ ...started.service, ...RUNNING, brainsMax: 0 }, 1);
    expect(held(started).rows).toBe(0);
    await warmBrains({ ...started.service, ...RUNNING, brainsMax: 1 }, 1);
    expect(held(started).rows).toBe(4);
  });
});

test("no brain is read beyond half of the memory, or once the service stops", async () => {
  await withRestarted({ memoryBytes: 2 * BLOCK_BYTES }, async (started) => {
    await warmBrains({ ...started.service, ...RUNNING, stopping: AbortSignal.abort() }, 1);
    expect(held(started).rows).toBe(0);
    await warmBrains({ ...started.service, ...RUNNING }, 1);
    expect(held(started).rows).toBe(4);
  });
});
