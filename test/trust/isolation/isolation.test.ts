// The short form of `bun run torture:isolation`: the same clients, table and oracle, for some operations.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { Engine } from "./engine.ts";
import { Marks, NOTHING, type Owner } from "./marks.ts";
import { operationsOf } from "./operations.ts";
import { Service } from "./service.ts";
import { shapeOf } from "./wire.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
const SEED = 8;
const OPERATIONS = 1_500;
/** Some ten seconds of work; only a hang takes so long. */
const TIMEOUT_MS = 300_000;

const directory = mkdtempSync(join(tmpdir(), "memoryd-isolation-"));
const model = join(directory, "model");
makeTinyModel(model, { seed: 1 });
const service = new Service([EXECUTABLE], directory, model);
afterAll(async () => {
  await service.end("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

test(
  "no answer shows what is another's, and what is one's own is there, through a kill and with brains leaving memory",
  async () => {
    if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
    await service.start();
    const options = { service, seed: SEED, operations: OPERATIONS, clients: 4, accounts: 4, restarts: 1 };
    const report = await new Engine(options).run();
    expect(report.done).toBeGreaterThanOrEqual(OPERATIONS);
    expect(report.restarts).toBe(1);
    expect(report.pairs).toBeGreaterThan(50);
    const brains = report.world.accounts.flatMap((account) => [...account.brains.values()]);
    expect(brains.filter(({ items }) => items.size > 0).length).toBeGreaterThan(10);
  },
  TIMEOUT_MS,
);

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
