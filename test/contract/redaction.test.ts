// The setting `redact`: what it takes out never reaches the disk, the model or another answer.
import { afterAll, afterEach, describe, expect, spyOn, test } from "bun:test";
import type { ErrorAnswer, LessonPage, MemoryPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { briefOf, expectError } from "../support/expectations.ts";
import { openPlanOf, recordRules, rulesOf, ScriptedDistiller, sayTwice } from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService({ endpoint: new ScriptedDistiller() });
afterAll(() => t.close());

/** One of each kind; in two pieces where a search for lost keys would take it for one. */
const SECRETS = {
  keys: "AK" + "IAQ3EGTRW7XK5PLM2A",
  passwords: "hunter2-sparrow",
  cards: "4012888888881881",
  ibans: "DE89370400440532013000",
  emails: "ada.lovelace@example.org",
  phones: "+44 20 7946 0958",
  ids: "219-09-9999",
} as const;
const ALL = Object.keys(SECRETS);
const SAID = `my password is ${SECRETS.passwords}. ${SECRETS.keys}, ${SECRETS.cards}, ${SECRETS.ibans}, ${SECRETS.emails}, ${SECRETS.phones}, ${SECRETS.ids}`;
const REDACTED =
  "my password is [redacted: password]. [redacted: key], [redacted: card number], [redacted: IBAN], [redacted: email address], [redacted: phone number], [redacted: id number]";

/** Every text that the model was given. */
const embedded: string[] = [];
const spy = spyOn(t.words, "embed");
afterEach(() => {
  for (const [{ text }] of spy.mock.calls) embedded.push(text);
  spy.mockClear();
});

async function redacting(redact: unknown = ALL): Promise<Client> {
  const { admin } = await t.account();
  const { status, body } = await admin.patch("/admin/settings", { redact });
  expect(status, JSON.stringify(body)).toBe(200);
  return admin;
}

/** Nothing of any secret in what the test left on the disk and gave to the model. */
async function expectNoTrace(secrets: readonly string[] = Object.values(SECRETS)): Promise<void> {
  const bytes = await t.bytesOnDisk();
  for (const secret of secrets) {
    expect(bytes.includes(secret)).toBe(false);
    expect(spy.mock.calls.filter(([{ text }]) => text.includes(secret))).toEqual([]);
  }
}

const memoryOf = async (client: Client) => (await client.get<MemoryPage>("/memory?limit=1000")).body.items;

describe("the setting", () => {
  test("is off until it is changed, keeps the order of the table, and goes off again", async () => {
    const { admin } = await t.account();
    const redactOf = async () => (await admin.get<{ redact: unknown }>("/admin/settings")).body.redact;
    expect(await redactOf()).toBe("off");
    await admin.patch("/admin/settings", { redact: ["cards", "keys"] });
    expect(await redactOf()).toEqual(["keys", "cards"]);
    await admin.patch("/admin/settings", { sources_max: 4 });
    expect(await redactOf()).toEqual(["keys", "cards"]);
    await admin.patch("/admin/settings", { redact: "off" });
    expect(await redactOf()).toBe("off");
  });

  test.each([["on"], [true], [[]], [["everything"]], [["keys", "keys"]], [{ keys: true }], ["keys"]])(
    "refuses %j",
    async (redact) => {
      const { admin } = await t.account();
      expectError(await admin.patch("/admin/settings", { redact }), 400, "invalid_request");
      expect((await admin.get("/admin/settings")).body).toMatchObject({ redact: "off" });
    },
  );

  test("belongs to its account alone, and to admin keys", async () => {
    await redacting();
    const { admin, agent } = await t.account();
    expect((await agent.patch("/admin/settings", { redact: ["keys"] })).status).toBe(403);
    await admin.turn("the neighbour pays with 5105105105105100", "noted");
    expect((await memoryOf(admin))[0]?.text).toContain("5105105105105100");
  });
});

describe("what is said and answered", () => {
  test("is stored, embedded and shown without its secrets; the caller's model gets the input as it came", async () => {
    const admin = await redacting();
    const turn = await admin.prepare(SAID, { session: `chat with ${SECRETS.emails}` });
    expect(turn.messages.at(-1)).toEqual({ role: "user", content: SAID });
    await expectNoTrace();
    expect((await admin.record(turn.turn_token, `You said: ${SAID}`)).status).toBe(200);
    const [item] = await memoryOf(admin);
    expect(item?.text).toBe(`${REDACTED}\nYou said: ${REDACTED}`);
    const { body } = await admin.get<{ session: string }>(`/memory/${item?.id}`);
    expect(body.session).toBe("chat with [redacted: email address]");
    expect(briefOf(await admin.prepare("what is my password?"))).toContain("[redacted: card number]");
    expect((await admin.text("/admin/export")).text).toContain("[redacted: IBAN]");
    await expectNoTrace();
  });

  test("keeps what was not asked for", async () => {
    const admin = await redacting(["emails"]);
    await admin.turn(`bill bob@example.net on ${"5555555555554444"}`, "noted");
    expect((await memoryOf(admin))[0]?.text).toBe("bill [redacted: email address] on 5555555555554444\nnoted");
  });

  test("is the same turn when it is recorded again, and another where the rest of the answer differs", async () => {
    const admin = await redacting();
    const { turn_token } = await admin.prepare("which card?");
    expect((await admin.record(turn_token, `It is ${SECRETS.cards}.`)).status).toBe(200);
    expect((await admin.record(turn_token, `It is ${SECRETS.cards}.`)).status).toBe(200);
    expectError(await admin.record(turn_token, "It is another."), 409, "token_consumed");
    expect(await memoryOf(admin)).toHaveLength(1);
  });

  test("is redacted at the record where it was prepared before the setting", async () => {
    const { admin } = await t.account();
    const late = "6011000990139424";
    const { turn_token } = await admin.prepare(`my card is ${late}`, { session: late });
    await admin.patch("/admin/settings", { redact: ["cards"] });
    expect((await admin.record(turn_token, `noted ${late}`)).status).toBe(200);
    expect((await memoryOf(admin))[0]?.text).toBe("my card is [redacted: card number]\nnoted [redacted: card number]");
    const { body } = await admin.get<{ session: string }>(`/memory/${(await memoryOf(admin))[0]?.id}`);
    expect(body.session).toBe("[redacted: card number]");
    // It is found by what is stored of it.
    expect((await admin.prepare("my card is [redacted: card number]")).sources).toHaveLength(1);
  });

  test("stays as it is where it was stored before the setting", async () => {
    const { admin } = await t.account();
    await admin.turn("my old card is 30569309025904", "noted");
    await admin.patch("/admin/settings", { redact: ALL });
    expect((await memoryOf(admin))[0]?.text).toContain("30569309025904");
  });

  test("is gated by what came, not by what is left of it", async () => {
    const admin = await redacting();
    const gates = [{ pattern: "\\b4012\\d{12}\\b", reason: "No cards." }];
    await admin.put("/admin/constitutions/strict", { text: "Be strict.", gates, prohibitions: [] });
    const { body } = await admin.post("/prepare", { input: `pay ${SECRETS.cards}`, constitution: "strict" });
    expect(body).toMatchObject({ allowed: false, reason: "No cards." });
    await expectNoTrace();
  });

  test("takes the longest input and answer, and comes back from an export with marks longer than the secrets", async () => {
    const admin = await redacting(["cards"]);
    const { turn_token } = await admin.prepare("cvv 123\n".repeat(4_096));
    expect((await admin.record(turn_token, "cvv 123\n".repeat(16_384))).status).toBe(200);
    const { text } = await admin.text("/admin/export");
    const other = (await t.account()).admin;
    const headers = { ...other.headers(), "content-type": "application/x-ndjson" };
    const file = text.replaceAll(/"id":"mem_[^"]*"/g, '"id":"mem_other"');
    const lines = file.trimEnd().split("\n");
    const head = `${lines.slice(0, -1).join("\n")}\n`;
    const sha256 = new Bun.CryptoHasher("sha256").update(head).digest("hex");
    const end = { ...(JSON.parse(lines.at(-1) ?? "{}") as object), sha256 };
    const body = `${head}${JSON.stringify(end)}\n`;
    const answer = await other.send<ErrorAnswer>("/admin/import", { method: "POST", headers, body });
    expect([answer.status, answer.body]).toMatchObject([200, { packets: { stored: 1 } }]);
  });
});

describe("what is learned", () => {
  test("is redacted as a rule by hand, new and reworded", async () => {
    const admin = await redacting();
    const lesson = await admin.teach(`Always pay with ${SECRETS.cards}.`);
    expect(lesson.response_text).toBe("Always pay with [redacted: card number].");
    const { body } = await admin.patch(`/lessons/${lesson.id}`, { text: `Always write to ${SECRETS.emails}.` });
    expect(body).toMatchObject({ response_text: "Always write to [redacted: email address]." });
    await expectNoTrace();
  });

  test("is redacted in what the caller's model worded, and in what a pass makes of older turns", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "always send the bill to carol@example.com");
    await admin.patch("/admin/settings", { redact: ["emails"] });
    const plan = await openPlanOf(admin);
    const rule = "Always send the bill to dave@example.com.";
    await recordRules(admin, plan.synthesis_token, [{ cluster_id: plan.clusters[0]?.id ?? "", text: rule }]);
    expect(await rulesOf(admin)).toEqual(["Always send the bill to [redacted: email address]."]);
    expect((await t.bytesOnDisk()).includes("dave@example.com")).toBe(false);
  });

  test("is redacted in the service's own passes", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "always send my invoices to erin@example.com");
    await admin.patch("/admin/settings", { redact: ["emails"], distiller: "endpoint" });
    expect((await admin.post<{ learned: number }>("/sync", {})).body.learned).toBe(1);
    const { lessons } = (await admin.get<LessonPage>("/lessons")).body;
    expect(lessons[0]?.response_text).toContain("[redacted: email address]");
    expect(lessons[0]?.response_text).not.toContain("erin");
  });
});

describe("what is imported", () => {
  const send = (client: Client, body: string, type: string) =>
    client.send<{ packets: { stored: number; skipped: number } }>("/admin/import", {
      method: "POST",
      headers: { ...client.headers(), "content-type": type },
      body,
    });

  test("is redacted from chats, names and sessions among it, and the same file again adds nothing", async () => {
    const admin = await redacting();
    const messages = [
      { role: "user", content: `My name is Dana. ${SAID}` },
      { role: "assistant", content: `Noted: ${SECRETS.cards}` },
    ];
    const chat = JSON.stringify({ id: `about ${SECRETS.emails}`, user: "dana", messages });
    expect((await send(admin, chat, "application/json")).body.packets).toEqual({ stored: 1, skipped: 0 });
    expect((await send(admin, chat, "application/json")).body.packets).toEqual({ stored: 0, skipped: 1 });
    const [item] = await memoryOf(admin.at({ user: "dana" }));
    expect(item?.text).toBe(`My name is Dana. ${REDACTED}\nNoted: [redacted: card number]`);
    await expectNoTrace();
  });

  test("is redacted from an export of data that was not, and embedded anew", async () => {
    const plain = (await t.account()).admin;
    const card = "3566002020360505";
    await plain.turn(`my card is ${card}`, "noted");
    await plain.turn("I live in Lisbon", "noted");
    await plain.teach(`Pay with ${card}.`);
    // Their embeddings are there when this answers.
    await plain.prepare("where do I live?");
    const { text } = await plain.text("/admin/export");
    await plain.delete("/memory");
    const admin = await redacting(["cards"]);
    const answer = await send(admin, text, "application/x-ndjson");
    expect(answer.body).toMatchObject({ packets: { stored: 2 }, lessons: { stored: 1 }, to_embed: 2 });
    expect(await rulesOf(admin)).toEqual(["Pay with [redacted: card number]."]);
    expect((await memoryOf(admin)).map((item) => item.text)).toContain("my card is [redacted: card number]\nnoted");
    expect((await t.bytesOnDisk()).includes(card)).toBe(false);
    expect((await send(admin, text, "application/x-ndjson")).body.packets).toEqual({ stored: 0, skipped: 2 });
  });

  test("the setting itself leaves and comes back with an export", async () => {
    const admin = await redacting(["keys", "ibans"]);
    const { text } = await admin.text("/admin/export");
    expect(text).toContain('"redact":["keys","ibans"]');
    const other = (await t.account()).admin;
    await send(other, text, "application/x-ndjson");
    expect((await other.get("/admin/settings")).body).toMatchObject({ redact: ["keys", "ibans"] });
  });
});

test("the model was never given a secret of an account that redacts", () => {
  expect(embedded.length).toBeGreaterThan(20);
  for (const text of embedded) {
    for (const secret of [SECRETS.keys, SECRETS.passwords, SECRETS.cards, SECRETS.ibans]) {
      expect(text).not.toContain(secret);
    }
  }
});
