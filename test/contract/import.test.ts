// What an import takes, what it refuses, and that the same file twice adds nothing twice.
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { ErrorAnswer, LessonPage, MemoryPage, MetricsBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface ImportBody {
  readonly format: string;
  readonly brains: number;
  readonly packets: { stored: number; skipped: number };
  readonly lessons: { stored: number; skipped: number; expired: number };
  readonly cores: number;
  readonly to_embed: number;
}

function send(client: Client, body: string, query = "", type = "application/x-ndjson") {
  const headers = { ...client.headers(), "content-type": type };
  return client.send<ImportBody>(`/admin/import${query}`, { method: "POST", headers, body });
}

type Line = Record<string, unknown>;

const HEADER = {
  type: "header",
  format: "memoryd-export",
  version: 1,
  service: "0",
  model: { id: "m", sha256: "0".repeat(64) },
  account: "a",
  scope: { core: null, user: null },
  embeddings: false,
};
const AT = "2026-01-31T09:30:00.000Z";
const BRAIN = {
  type: "brain",
  core: "default",
  user: "ada",
  created_at: AT,
  turns: 3,
  coherence_sum: 0.5,
  coherence_count: 1,
};

let made = 0;
const unique = () => `t${++made}`;

function packet(changes: Line = {}): Line {
  return {
    type: "packet",
    id: `mem_${unique()}`,
    kind: "raw",
    input: "alpha beta",
    answer: "gamma",
    confidence: 0.5,
    unconfirmed_overwrite: false,
    cues: [],
    session: null,
    occurred_at: null,
    created_at: AT,
    input_tokens: 2,
    attributes: [],
    learned: false,
    learnable: true,
    ...changes,
  };
}

function lesson(changes: Line = {}): Line {
  return {
    type: "lesson",
    id: `les_${unique()}`,
    text: "Be brief.",
    use_count: 3,
    created_at: AT,
    expires_at: "2027-01-01T00:00:00.000Z",
    llm_cost: null,
    source_link: [],
    ...changes,
  };
}

/** A whole file of these lines, with an end that fits. */
function fileOf(lines: readonly Line[], end: Line = {}): string {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const count = (type: string) => lines.filter((line) => line.type === type).length;
  const counts = {
    brains: count("brain"),
    packets: count("packet"),
    lessons: count("lesson"),
    forgotten_rules: count("forgotten_rule"),
  };
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${text}${JSON.stringify({ type: "end", ...counts, sha256, ...end })}\n`;
}

/** The hash of its lines made anew, as whoever changed them would. */
function hashedAnew(file: string): string {
  const at = file.lastIndexOf('{"type":"end"');
  const sha256 = createHash("sha256").update(file.slice(0, at)).digest("hex");
  return file.slice(0, at) + file.slice(at).replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256}"`);
}

/** Oldest first. A page of long texts ends before its limit. */
async function textsOf(client: Client): Promise<string[]> {
  const texts: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body }: { body: MemoryPage } = await client.get<MemoryPage>(`/memory?limit=1000${next}`);
    texts.push(...body.items.map(({ text }) => text));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return texts.reverse();
}

async function embedded(service: TestService): Promise<void> {
  for (let round = 0; service.service.reembedding.progress() !== null; round += 1) {
    if (round > 2_000) throw new Error("the embeddings are never made");
    await Bun.sleep(5);
  }
}

describe("POST /admin/import", () => {
  test("stores what the file holds, with its ids, times and history, and it is found at once", async () => {
    const { admin } = await t.account();
    const ada = admin.at({ user: "ada" });
    // In memory before, so that what is imported must take its place there.
    await ada.turn("something else", "ok");
    await ada.post("/recall", { query: "kumquat marmalade" });
    const one = packet({ input: "kumquat marmalade", answer: "noted", occurred_at: "2025-01-01T00:00:00.000Z" });
    const rule = lesson({ source_link: [one.id] });
    const { status, body } = await send(admin, fileOf([HEADER, BRAIN, one, rule]));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ format: "memoryd", brains: 1, packets: { stored: 1, skipped: 0 }, to_embed: 2 });
    await embedded(t);
    expect((await ada.get<Line>(`/memory/${one.id}`)).body).toMatchObject({
      text: "kumquat marmalade\nnoted",
      created_at: AT,
      occurred_at: "2025-01-01T00:00:00.000Z",
    });
    const found = await ada.post<{ sources: { id: string }[] }>("/recall", { query: "kumquat marmalade" });
    expect(found.body.sources.map(({ id }) => id)).toEqual([one.id as string]);
    const { lessons } = (await ada.get<LessonPage>("/lessons")).body;
    expect(lessons[0]).toMatchObject({ id: rule.id, use_count: 3, created_at: AT, source_link: [one.id] });
    expect((await ada.get<MetricsBody>("/metrics")).body).toMatchObject({ turns: 3, memory_size: 2, lessons: 1 });
  });

  test("the same file twice adds nothing twice", async () => {
    const { admin } = await t.account();
    const file = fileOf([HEADER, { ...BRAIN, user: null }, packet(), packet(), lesson()]);
    await send(admin, file);
    const before = await admin.state();
    const { status, body } = await send(admin, file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ packets: { stored: 0, skipped: 2 }, lessons: { stored: 0, skipped: 1 } });
    expect(await admin.state()).toEqual(before);
  });

  test("imports into a brain that holds something, and a pass learns from both", async () => {
    const { admin } = await t.account();
    await admin.turn("I like metric units a lot", "ok");
    await send(
      admin,
      fileOf([HEADER, { ...BRAIN, user: null }, packet({ input: "I like metric units very much", learned: true })]),
    );
    await embedded(t);
    const plan = await admin.post<{ packets_scanned: number; clusters: object[] }>("/synthesize/prepare", {});
    expect(plan.body).toMatchObject({ packets_scanned: 2, clusters: [{ n_sources: 2 }] });
  });

  test("a value that the brain has confirmed itself stands", async () => {
    const { admin } = await t.account();
    const dana = { attribute: "name", value: "Dana", confirmed: true };
    await admin.turn("My name is Diana.", "ok");
    await send(
      admin,
      fileOf([HEADER, { ...BRAIN, user: null }, packet({ input: "My name is Dana.", attributes: [dana] })]),
    );
    const { body } = await admin.post<{ contradiction: boolean }>("/verify", { answer: "Your name is Diana." });
    expect(body.contradiction).toBe(false);
  });

  test("one brain can be given another place", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await send(admin, fileOf([HEADER, BRAIN, packet()]), "?core=blue&user=bob");
    expect(await textsOf(admin.at({ core: "blue", user: "bob" }))).toEqual(["alpha beta\ngamma"]);
    expect(await textsOf(admin.at({ user: "ada" }))).toEqual([]);
    const two = fileOf([HEADER, BRAIN, { ...BRAIN, user: "bob" }]);
    const answer = await send(admin, two, "?user=eve");
    expectError(answer, 400, "invalid_request");
    expect((answer.body as unknown as ErrorAnswer).details).toEqual({ line: 3 });
  });

  const wrong: [string, (good: Line[]) => string, number][] = [
    ["a file that breaks off", (good) => fileOf(good).split("\n").slice(0, -2).join("\n"), 3],
    ["a line cut short", (good) => fileOf(good).slice(0, -20), 4],
    ["a changed letter", (good) => fileOf(good).replace("alpha", "aleph"), 4],
    ["a count that differs", (good) => fileOf(good, { packets: 2 }), 4],
    ["something after the end", (good) => `${fileOf(good)}{}\n`, 5],
    ["a second header", (good) => fileOf([...good, HEADER]), 4],
    ["a version of the future", (good) => fileOf([{ ...HEADER, version: 2 }, ...good.slice(1)]), 1],
    ["a packet before any brain", ([header, , one]) => fileOf([header!, one!]), 2],
    ["a type that is not known", (good) => fileOf([...good, { type: "spell" }]), 4],
    ["a line that is no object", (good) => fileOf(good).replace("\n", "\n[]\n"), 2],
    ["an unknown core", (good) => fileOf([...good, { ...BRAIN, core: "nope" }]), 4],
    ["a wrong core", (good) => fileOf([...good, { ...BRAIN, core: "NO" }]), 4],
    ["a wrong user", (good) => fileOf([...good, { ...BRAIN, user: "a::b" }]), 4],
    ["a wrong time", (good) => fileOf([...good, packet({ created_at: "yesterday" })]), 4],
    ["a time beyond all calendars", (good) => fileOf([...good, packet({ created_at: "+200000-01-01T00:00:00Z" })]), 4],
    ["a wrong kind", (good) => fileOf([...good, packet({ kind: "lesson" })]), 4],
    ["a confidence above 1", (good) => fileOf([...good, packet({ confidence: 2 })]), 4],
    ["an empty input", (good) => fileOf([...good, packet({ input: " " })]), 4],
    ["an input that is too long", (good) => fileOf([...good, packet({ input: "x".repeat(32_769) })]), 4],
    ["a NUL", (good) => fileOf([...good, packet({ answer: "\u0000" })]), 4],
    ["a lone surrogate", (good) => fileOf([...good, packet({ answer: "\ud800" })]), 4],
    ["an id with a space", (good) => fileOf([...good, packet({ id: "mem x" })]), 4],
    ["a short embedding", (good) => fileOf([...good, packet({ embedding: "AAAA" })]), 4],
    ["an embedding of another length", (good) => fileOf([...good, packet({ embedding: vector(2) })]), 4],
    [
      "an embedding of infinity",
      (good) => fileOf([...good, packet({ embedding: vector(Number.POSITIVE_INFINITY) })]),
      4,
    ],
    ["an embedding that is no number", (good) => fileOf([...good, packet({ embedding: vector(Number.NaN) })]), 4],
    ["a count below 0", (good) => fileOf([...good, lesson({ use_count: -1 })]), 4],
    [
      "a rule without its meaning",
      (good) =>
        fileOf([
          ...good,
          { type: "forgotten_rule", created_at: AT, wording: null, model: HEADER.model, embedding: null },
        ]),
      4,
    ],
    [
      "a pattern that is none",
      (good) =>
        fileOf([
          ...good,
          {
            type: "constitution",
            name: "n",
            text: "",
            gates: [{ pattern: "(", reason: "r" }],
            prohibitions: [],
            updated_at: AT,
          },
        ]),
      4,
    ],
    ["a wrong setting", (good) => fileOf([...good, { type: "settings", settings: { retrieval_mode: "best" } }]), 4],
    ["settings that are no object", (good) => fileOf([...good, { type: "settings", settings: [] }]), 4],
    ["a doubled input", (good) => hashedAnew(fileOf(good).replace('"input":', '"input":"x","input":')), 3],
    ["a doubled hash", (good) => fileOf(good).replace('"sha256":"', '"sha256":"x","sha256":"'), 1],
    [
      "a doubled hash in the last line, in other letters",
      (good) => fileOf(good).replace(/"sha256":"(?=[0-9a-f]+"}\n$)/, '"\\u0073ha256":"x","sha256":"'),
      4,
    ],
    ["a line of __proto__", (good) => fileOf(good).replace("\n", '\n{"__proto__":{"type":"brain"}}\n'), 2],
  ];

  function vector(first: number): string {
    const values = new Float32Array(384);
    values[0] = first;
    return Buffer.from(values.buffer).toString("base64");
  }

  test.each(wrong)("%s is 400 with its line, and nothing is stored", async (_, write, line) => {
    const { admin } = await t.account();
    const answer = await send(admin, write([HEADER, BRAIN, packet({ input: "alpha secretword" })]));
    expectError(answer, 400, "invalid_request");
    const body = answer.body as unknown as ErrorAnswer;
    expect(body.details).toEqual({ line });
    expect(body.message).toStartWith(`line ${line}: `);
    expect(JSON.stringify(body)).not.toContain("secretword");
    expect(await textsOf(admin.at({ user: "ada" }))).toEqual([]);
    expect((await admin.get<{ items: unknown[] }>("/admin/users")).body.items).toEqual([]);
  });

  test("an id with other content, or of another brain, is told with its line", async () => {
    const { admin } = await t.account();
    const known = packet();
    await send(admin, fileOf([HEADER, BRAIN, known]));
    const other = await send(admin, fileOf([HEADER, BRAIN, packet(), { ...known, input: "changed" }]));
    expectError(other, 400, "invalid_request");
    expect((other.body as unknown as ErrorAnswer).details).toEqual({ line: 4 });
    const moved = await send(admin, fileOf([HEADER, { ...BRAIN, user: "bob" }, known]));
    expect((moved.body as unknown as ErrorAnswer).details).toEqual({ line: 3 });
    expect(await textsOf(admin.at({ user: "ada" }))).toEqual(["alpha beta\ngamma"]);
    expect(await textsOf(admin.at({ user: "bob" }))).toEqual([]);
    const rule = lesson();
    await send(admin, fileOf([HEADER, BRAIN, rule]));
    expectError(await send(admin, fileOf([HEADER, { ...BRAIN, user: "bob" }, rule])), 400, "invalid_request");
  });

  test("an id that a brain beyond the key's reach holds is taken as one that nobody has, and stays that brain's", async () => {
    const [owner, stranger] = [await t.account(), await t.account()];
    const [known, rule] = [packet(), lesson()];
    await send(owner.admin, fileOf([HEADER, BRAIN, known, rule]));
    const [shared, fresh] = [{ ...known, input: "the stranger's own" }, packet({ input: "the stranger's own" })];
    const answers = [
      await send(stranger.admin, fileOf([HEADER, BRAIN, shared, { ...rule, source_link: [known.id] }])),
      await send(stranger.admin, fileOf([HEADER, { ...BRAIN, user: "bob" }, fresh, lesson()])),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body as never);
    const [ada, foreign] = [owner.admin.at({ user: "ada" }), stranger.admin.at({ user: "ada" })];
    expect(await textsOf(ada)).toEqual(["alpha beta\ngamma"]);
    expect(await textsOf(foreign)).toEqual(["the stranger's own\ngamma"]);
    // A key of one user does not learn either what another user of its own account has.
    const bound = await owner.key({ scope: "admin", user: "bob" });
    expect((await send(bound, fileOf([HEADER, { ...BRAIN, user: "bob" }, known]))).status).toBe(200);
    // What becomes of the one says nothing to the other: neither of the packet, nor of the rule made of it.
    expect((await ada.delete(`/memory/${known.id}`)).status).toBe(200);
    expect((await foreign.get(`/memory/${known.id}`)).status).toBe(200);
    const kept = (await foreign.get<{ lessons: unknown[] }>("/lessons")).body.lessons;
    expect(kept).toMatchObject([{ id: rule.id, source_link: [known.id] }]);
    expect((await foreign.delete(`/lessons/${rule.id}`)).status).toBe(200);
    expect((await ada.get<{ lessons: unknown[] }>("/lessons")).body.lessons).toHaveLength(1);
  });

  test("one file that holds an id twice with other content stores the first alone and says so", async () => {
    const { admin } = await t.account();
    const id = `mem_${unique()}`;
    const filler = Array.from({ length: 120 }, () => packet());
    const answer = await send(
      admin,
      fileOf([HEADER, BRAIN, packet({ id }), ...filler, packet({ id, input: "other" })]),
    );
    expectError(answer, 400, "invalid_request");
    expect((answer.body as unknown as ErrorAnswer).details).toEqual({ line: 124, stored: 100 });
  });

  test("a bound key imports its own part only", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const ada = await key({ scope: "admin", user: "ada" });
    const blue = await key({ scope: "admin", core: "blue" });
    expect((await send(ada, fileOf([HEADER, BRAIN, packet()]))).status).toBe(200);
    expectError(await send(ada, fileOf([HEADER, { ...BRAIN, user: "bob" }, packet()])), 403, "key_scope");
    expectError(await send(ada, fileOf([HEADER, BRAIN, packet()]), "?user=bob"), 403, "key_scope");
    expectError(
      await send(ada, fileOf([HEADER, { type: "settings", settings: { nightly: false } }, BRAIN])),
      403,
      "key_scope",
    );
    expectError(await send(blue, fileOf([HEADER, BRAIN, packet()])), 403, "key_scope");
    expect((await send(blue, fileOf([HEADER, BRAIN, packet()]), "?core=blue")).status).toBe(200);
    expectError(await send(agent, fileOf([HEADER])), 403, "admin_required");
    expect(await textsOf(admin.at({ user: "bob" }))).toEqual([]);
  });

  test("brains of more users than the plan has are 402 before anything is stored", async () => {
    const { admin, name } = await t.account();
    const standing = (change: Line) => t.operator.patch(`/admin/accounts/${name}`, change);
    expect((await standing({ plan: "free" })).status).toBe(200);
    const most = t.service.plans.free.subBrains ?? 0;
    const brains = Array.from({ length: most + 1 }, (_, at) => ({ ...BRAIN, user: `user-${at}` }));
    expectError(await send(admin, fileOf([HEADER, ...brains])), 402, "plan_upgrade_required");
    const users = async () => (await admin.get<{ items: object[] }>("/admin/users")).body.items;
    expect(await users()).toEqual([]);
    expect((await send(admin, fileOf([HEADER, ...brains.slice(1)]))).status).toBe(200);
    expect(await users()).toHaveLength(most);
    expectError(await send(admin, fileOf([HEADER, brains[0]!])), 402, "plan_upgrade_required");
    await standing({ plan: "unlimited", past_due: true });
    expectError(await send(admin, fileOf([HEADER, brains[0]!])), 402, "plan_upgrade_required");
    expect((await send(admin, fileOf([HEADER, brains[1]!, packet()]))).status).toBe(200);
  });

  test("other types of body, an encoding, an unknown core or format are refused", async () => {
    const { admin } = await t.account();
    for (const type of ["text/html", "application/xml", "x"])
      expectError(await send(admin, "x", "", type), 415, "unsupported_media_type");
    expectError(await send(admin, fileOf([HEADER]), "?core=nope"), 404, "core_not_found");
    expectError(await send(admin, fileOf([HEADER]), "?format=zip"), 400, "invalid_request", "format");
    expectError(await send(admin, ""), 400, "invalid_request");
    expectError(await send(admin, "42"), 400, "invalid_request");
    expectError(await send(admin, "[1,2]"), 400, "invalid_request");
    expectError(await send(admin, "{}"), 400, "invalid_request");
    expect((await send(admin, fileOf([HEADER]))).status).toBe(200);
  });

  test("a file of several megabytes goes over the disk and leaves nothing there", async () => {
    const { admin } = await t.account();
    const packets = Array.from({ length: 300 }, (_, at) => packet({ input: `n${at} ${"x".repeat(10_000)}` }));
    const { status, body } = await send(admin, fileOf([HEADER, BRAIN, ...packets]));
    expect(status).toBe(200);
    expect(body.packets).toEqual({ stored: 300, skipped: 0 });
    expect(await textsOf(admin.at({ user: "ada" }))).toHaveLength(300);
  });
});
