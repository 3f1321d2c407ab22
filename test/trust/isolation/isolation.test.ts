// The short form of `bun run torture:isolation`: the same clients, table and oracle, for some operations.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeNodes } from "../../nodes/nodes.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { Engine, type RunReport } from "./engine.ts";
import { Fleet } from "./fleet.ts";
import { Marks, NOTHING, type Owner } from "./marks.ts";
import { operationsOf } from "./operations.ts";
import { Service, type UnderTest } from "./service.ts";
import { shapeOf } from "./wire.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
const SEED = 8;
/** Some ten seconds of work; only a hang takes so long. */
const TIMEOUT_MS = 300_000;

const directory = mkdtempSync(join(tmpdir(), "memoryd-isolation-"));
const model = join(directory, "model");
makeTinyModel(model, { seed: 1 });
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function work(service: UnderTest, operations: number): Promise<RunReport> {
  if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
  try {
    await service.start();
    const report = await new Engine({
      service,
      operations,
      ...{ seed: SEED, clients: 4, accounts: 4, restarts: 1 },
    }).run();
    expect(report.done).toBeGreaterThanOrEqual(operations);
    expect(report.restarts).toBe(1);
    return report;
  } finally {
    await service.kill();
  }
}

test(
  "no answer shows what is another's, and what is one's own is there, through a kill and with brains leaving memory",
  async () => {
    const { pairs, world } = await work(new Service([EXECUTABLE], directory, model), 1_500);
    expect(pairs).toBeGreaterThan(50);
    const brains = world.accounts.flatMap((account) => [...account.brains.values()]);
    expect(brains.filter(({ items }) => items.size > 0).length).toBeGreaterThan(10);
  },
  TIMEOUT_MS,
);

describeNodes("where each question goes to another node", () => {
  test(
    "no answer shows what is another's, and what is one's own is there, through a kill",
    async () => {
      const { url, drop } = await freshDatabase();
      const command = [EXECUTABLE];
      const { pairs } = await work(new Fleet({ command, directory, modelDir: model, database: url, nodes: 2 }), 300);
      expect(pairs).toBeGreaterThan(10);
      await drop();
    },
    TIMEOUT_MS,
  );
});

test("an operation that the oracle does not know fails the run", () => {
  const path = { get: { operationId: "peekEverything" } };
  expect(() => operationsOf({ paths: { "/peek": path } })).toThrow("no entry for peekEverything");
});

test("a mark of another brain is found in any text, and one that was erased too", () => {
  const marks = new Marks(Math.random);
  const ann: Owner = { kind: "brain", account: "a", core: "default", user: "ann" };
  const own = (owner: Owner) => owner.user === "ann";
  const mark = marks.make(ann);
  const text = `{"reason": "you said ${mark.toUpperCase()}."}`;
  expect(marks.foreign(text, own, new Set())).toEqual([]);
  expect(marks.foreign(text, NOTHING, new Set())).toEqual([`${mark} of brain a/default/ann`]);
  expect(marks.foreign("mem_0123456789012345678901", own, new Set())).toHaveLength(1);
  marks.retire([mark], ann);
  expect(marks.foreign(text, own, new Set())).toEqual([`${mark}, which was erased`]);
});

test("two answers differ where status, a header or a word of the body does, and not by what was sent", () => {
  const reply = (id: string, status = 404, header = "a") => ({
    status,
    text: `{"message":"no ${id}","request_id":"${Math.random()}"}`,
    body: undefined as never,
    headers: new Headers({ "x-served": header, "x-request-id": id }),
  });
  expect(shapeOf(reply("x1"), ["x1"])).toBe(shapeOf(reply("x2"), ["x2"]));
  const shapes = [reply("x1"), reply("x1", 403), reply("x1", 404, "b"), reply("other")];
  expect(new Set(shapes.map((each) => shapeOf(each, ["x1"]))).size).toBe(4);
});
