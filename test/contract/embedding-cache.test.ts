// What is embedded, and what is remembered of it, by account: counted where the model would be asked.
import { afterAll, expect, test } from "bun:test";
import type { Embedding } from "../../src/domain/model-spec.ts";
import type { EmbedRequest } from "../../src/domain/ports/embedder.ts";
import { startTestService, type TestAccount } from "../support/test-service.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

class CountingEmbedder extends WordEmbedder {
  readonly asked: string[] = [];

  override embed(request: EmbedRequest): Promise<Embedding> {
    const { text, role, lane } = request;
    this.asked.push(`${lane} ${role} ${text}`);
    return super.embed(request);
  }
}

const embedder = new CountingEmbedder();
const t = await startTestService({ embedder, embeddingsRemembered: 100 });
afterAll(() => t.close());

/** Every way to have a text embedded; what the model was asked for, in no order. */
async function converse({ admin }: TestAccount): Promise<string[]> {
  const before = embedder.asked.length;
  const ann = admin.at({ user: "ann" });
  for (const unit of ["kilometres", "litres", "grams"]) {
    await ann.turn(`Please always answer in ${unit} from now on.`, `Noted, in ${unit} then.`);
  }
  const { turn_token } = await ann.prepare("Where does the river rise?");
  const answer = "The river rises in the hills. It ends in the sea.";
  expect((await ann.post("/verify", { turn_token, answer })).status).toBe(200);
  expect((await ann.record(turn_token, answer)).status).toBe(200);
  expect((await ann.post("/recall", { query: "river" })).status).toBe(200);
  const rule = await ann.teach("Name the source of what you say.");
  expect((await ann.patch(`/lessons/${rule.id}`, { text: "Always name the source." })).status).toBe(200);
  expect((await ann.post("/sync", {})).status).toBe(200);
  const { body } = await ann.post<{ synthesis_token: string; clusters: { id: string }[] }>("/synthesize/prepare", {});
  for (const { id } of body.clusters ?? []) {
    const lessons = [{ cluster: id, rule: "Use metric units." }];
    await ann.post("/synthesize/record", { synthesis_token: body.synthesis_token, lessons });
  }
  // Answered once everything is embedded.
  await ann.prepare("river");
  return embedder.asked.slice(before).sort();
}

test("nothing that is embedded for one account is remembered for another", async () => {
  const [acme, other] = [await t.account(), await t.account()];
  const first = await converse(acme);
  expect(first.filter((each) => each.startsWith("background")).length).toBeGreaterThan(3);
  expect(await converse(other)).toEqual(first);
  expect((await converse(acme)).length).toBeLessThan(first.length / 2);
});

test("an erasure lets go of what its account has seen, and of nothing of another", async () => {
  const [acme, other] = [await t.account(), await t.account()];
  const countOf = async ({ admin }: TestAccount) => {
    const isQuestion = (each: string) => each.endsWith("the same question");
    const before = embedder.asked.filter(isQuestion).length;
    await admin.post("/recall", { query: "the same question" });
    return embedder.asked.filter(isQuestion).length - before;
  };
  await acme.admin.remember("alpha");
  expect([await countOf(acme), await countOf(acme), await countOf(other), await countOf(other)]).toEqual([1, 0, 1, 0]);
  const erasures = [
    () => acme.admin.delete("/memory"),
    async () => acme.admin.delete(`/memory/${await acme.admin.remember("alpha")}`),
    async () => {
      await acme.admin.at({ user: "ann" }).remember("alpha");
      return acme.admin.delete("/admin/users/ann");
    },
    async () => {
      await acme.admin.post("/cores", { slug: "blue", name: "Blue" });
      return acme.admin.delete("/cores/blue");
    },
  ];
  for (const erase of erasures) {
    expect((await erase()).status).toBe(200);
    expect([await countOf(acme), await countOf(other)]).toEqual([1, 0]);
  }
});
