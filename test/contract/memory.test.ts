import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryDetailBody, MemoryItem, MemoryPage } from "../support/bodies.ts";
import { expectError, idsOf, readAll } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const bare = { session: null, occurred_at: null, metadata: {} };
const itemsOf = (page: MemoryPage) => page.items;

describe("GET /memory", () => {
  test("answers an empty list for a brain that was never used", async () => {
    const { agent } = await t.account();
    expect((await agent.get("/memory")).body).toEqual({ items: [], next_cursor: null });
  });

  test("lists newest first, every documented field and no other, and no lesson", async () => {
    const { admin } = await t.account();
    const first = await admin.turn("in one", "out one");
    const at = t.clock.iso();
    t.clock.advance(1_000);
    await admin.teach("A lesson is no memory.");
    const second = await admin.turn("in two", "out two");
    expect((await admin.get("/memory")).body).toEqual({
      items: [
        { id: second, text: "in two\nout two", created_at: t.clock.iso(), ...bare },
        { id: first, text: "in one\nout one", created_at: at, ...bare },
      ],
      next_cursor: null,
    });
  });

  test("with detail=true each entry has what else is kept of it", async () => {
    const { agent } = await t.account();
    await agent.remember("A line\nand another");
    const { items } = (await agent.get<MemoryPage>("/memory?detail=true")).body;
    const { detail, ...item } = items[0]!;
    const whole = (await agent.get<MemoryDetailBody>(`/memory/${item.id}`)).body;
    expect({ ...item, ...detail }).toEqual(whole);
    expect(whole.input).toBe("A line\nand another");
    expect((await agent.get<MemoryPage>("/memory?detail=false")).body.items).toEqual([item]);
    expectError(await agent.get("/memory?detail=yes"), 400, "invalid_request", "detail");
  });

  test("caps the list at 20 unless told otherwise, and pages to its end without gap or repeat", async () => {
    const { agent } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 23; at += 1) ids.unshift(await agent.remember(`turn ${at}`));
    const { body } = await agent.get<MemoryPage>("/memory");
    expect(body.items.map((item) => item.id)).toEqual(ids.slice(0, 20));
    expect(body.next_cursor).not.toBeNull();
    expect((await agent.get<MemoryPage>("/memory?limit=23")).body.next_cursor).toBeNull();
    for (const limit of [1, 5, 22, 23, 1_000]) {
      const all = await readAll<MemoryItem>(agent, `/memory?limit=${limit}`, itemsOf);
      expect(all.map((item) => item.id)).toEqual(ids);
    }
  });

  test("pages without gap or repeat also where turns go and come between the pages", async () => {
    const { agent } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) ids.unshift(await agent.remember(`turn ${at}`));
    const read = await readAll<MemoryItem>(agent, "/memory?limit=3", itemsOf, async (page) => {
      // What was read, the very last that was read, and what is still to be read.
      if (page === 1) for (const at of [0, 2, 4]) await agent.delete(`/memory/${ids[at]}`);
      if (page === 2) await agent.remember("turn that came late");
    });
    expect(read.map((item) => item.id)).toEqual(ids.filter((_, at) => at !== 4));
  });

  test("a cursor is no key to another brain", async () => {
    const { agent } = await t.account();
    for (let at = 0; at < 3; at += 1) await agent.remember(`secret ${at}`);
    const { next_cursor } = (await agent.get<MemoryPage>("/memory?limit=1")).body;
    const other = await (await t.account()).agent.get<MemoryPage>(`/memory?cursor=${next_cursor}`);
    expect(other.body).toEqual({ items: [], next_cursor: null });
  });

  test.each(["0", "-1", "1001", "1.5", "1e2", "abc", "", "0x10", "5&limit=5", "99999999999"])(
    "refuses limit=%s",
    async (limit) => {
      const { agent } = await t.account();
      expectError(await agent.get(`/memory?limit=${limit}`), 400, "invalid_request", "limit");
    },
  );

  test.each(["x", "czA", "czE%3D", "bDE", "", "%00", "%ff", "a".repeat(600)])("refuses cursor=%s", async (cursor) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/memory?cursor=${cursor}`), 400, "invalid_request");
  });

  test("takes limit 1 and 1000", async () => {
    const { agent } = await t.account();
    for (const query of ["?limit=1", "?limit=1000"]) {
      expect((await agent.get(`/memory${query}`)).status).toBe(200);
    }
  });
});

describe("GET /memory/{id}", () => {
  test("shows one turn with all that is kept about it", async () => {
    const { agent } = await t.account();
    const id = await agent.turn("in", "out");
    expect((await agent.get(`/memory/${id}`)).body).toEqual({
      id,
      text: "in\nout",
      created_at: t.clock.iso(),
      packet_type: "raw",
      input: "in",
      answer: "out",
      confidence: 0.5,
      unconfirmed_overwrite: false,
      cues: [],
      ...bare,
    });
  });

  const edges: [string, string][] = [
    ["the year 0", "0000-01-01T00:00:00Z"],
    ["a moment before the year 0 in UTC", "0000-01-01T00:00:00+14:00"],
    ["the last second of the year 9999", "9999-12-31T23:59:59.999Z"],
    ["a moment after the year 9999 in UTC", "9999-12-31T23:59:59-12:00"],
    ["a leap day", "2024-02-29T00:00:00Z"],
    ["midnight as hour 24", "2026-01-31T24:00:00Z"],
    ["nine digits of a second", "2026-01-31T09:30:00.123456789Z"],
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["an offset that no place has", "2026-01-31T09:30:00+23:59"],
  ];
  test.each(edges)("shows a turn of %s, or its prepare is refused; nothing fails", async (_, occurred_at) => {
    const { agent } = await t.account();
    const prepared = await agent.post<{ turn_token: string }>("/prepare", { input: "edge of time", occurred_at });
    if (prepared.status !== 200) return expectError(prepared, 400, "invalid_request", "occurred_at");
    await agent.record(prepared.body.turn_token, "edge of time");
    const [item] = (await agent.get<MemoryPage>("/memory")).body.items;
    const shown = await agent.get<{ occurred_at: string }>(`/memory/${item?.id}`);
    expect(shown.status).toBe(200);
    expect(Number.isNaN(Date.parse(shown.body.occurred_at))).toBe(false);
    expect((await agent.prepare("edge of time")).sources).toHaveLength(1);
  });
});

describe("DELETE /memory/{id}", () => {
  test("answers { ok: true }; the turn is nowhere any more, its bytes on disk included", async () => {
    const own = await startTestService();
    try {
      const { agent } = await own.account();
      const id = await agent.turn("erasable xylophone", "erasable zeppelin");
      const kept = await agent.turn("lasting accordion", "fine");
      const answer = await agent.delete(`/memory/${id}`);
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect((await agent.get<MemoryPage>("/memory")).body.items.map((item) => item.id)).toEqual([kept]);
      expectError(await agent.get(`/memory/${id}`), 404, "memory_not_found");
      expectError(await agent.delete(`/memory/${id}`), 404, "memory_not_found");
      expect((await agent.prepare("erasable xylophone")).sources).toEqual([]);
      const bytes = await own.bytesOnDisk();
      expect(bytes.includes("lasting accordion")).toBe(true);
      expect(bytes.includes("zeppelin")).toBe(false);
    } finally {
      await own.close();
    }
  });
});

describe("an id that is no memory of this brain", () => {
  test("is 404 for GET and DELETE, and nothing goes: unknown, a lesson's, another brain's", async () => {
    const { admin } = await t.account();
    const other = (await t.account()).agent;
    const lesson = await admin.teach("Be brief.");
    const elsewhere = [await admin.at({ user: "ann" }).remember("hers"), await other.remember("theirs")];
    for (const id of ["mem_unknown", "x", "%20", "%f0%9f%98%80", lesson.id, ...elsewhere]) {
      expectError(await admin.get(`/memory/${id}`), 404, "memory_not_found");
      expectError(await admin.delete(`/memory/${id}`), 404, "memory_not_found");
    }
    expect((await admin.at({ user: "ann" }).get<MemoryPage>("/memory")).body.items).toHaveLength(1);
    expect((await other.get<MemoryPage>("/memory")).body.items).toHaveLength(1);
    expect((await admin.state()).lessons.lessons).toHaveLength(1);
  });

  test.each(["a".repeat(129), "%00", "%ff", "%ed%a0%80"])("is 400 where it is no id at all: %s", async (id) => {
    const { agent } = await t.account();
    expectError(await agent.get(`/memory/${id}`), 400, "invalid_request");
    expectError(await agent.delete(`/memory/${id}`), 400, "invalid_request");
  });
});

describe("DELETE /memory", () => {
  test("erases turns and lessons of this brain alone, and says how many", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const others = [admin.at({ user: "ann" }), admin.at({ core: "blue" })];
    for (const client of [admin, ...others]) {
      await client.remember("alpha beta");
      await client.remember("gamma delta");
      await client.teach("alpha rule");
    }
    const before = await Promise.all(others.map((client) => client.state()));
    const { status, body } = await admin.delete("/memory");
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, packets: 2, lessons: 1, receipt: expect.any(Object) });
    const { memory, lessons, metrics } = await admin.state();
    expect([memory.items, lessons.lessons]).toEqual([[], []]);
    expect(metrics).toMatchObject({ memory_size: 0, lessons: 0, turns: 2 });
    expect((await admin.prepare("alpha beta")).sources).toEqual([]);
    expect(await Promise.all(others.map((client) => client.state()))).toEqual(before);
  });

  test("of an empty brain erases nothing and is 200", async () => {
    const { agent } = await t.account();
    const nothing = { ok: true, packets: 0, lessons: 0, receipt: expect.objectContaining({ brains: 0 }) };
    expect((await agent.delete("/memory")).body).toEqual(nothing);
  });

  test("leaves no byte of the brain on the disk", async () => {
    const own = await startTestService();
    try {
      const { admin } = await own.account();
      await admin.turn("erasable xylophone", "erasable zeppelin");
      await admin.teach("Erasable quokka.");
      await admin.prepare("erasable bassoon");
      expect((await own.bytesOnDisk()).includes("bassoon")).toBe(true);
      await admin.delete("/memory");
      const bytes = await own.bytesOnDisk();
      for (const word of ["xylophone", "zeppelin", "quokka", "bassoon"]) expect(bytes.includes(word)).toBe(false);
    } finally {
      await own.close();
    }
  });

  test("lets the brain remember anew, and what was erased takes no place among the sources", async () => {
    const { agent } = await t.account();
    for (let at = 0; at < 9; at += 1) await agent.remember("alpha beta");
    await agent.prepare("alpha beta");
    await agent.delete("/memory");
    const id = await agent.remember("alpha beta gamma");
    expect(idsOf(await agent.prepare("alpha beta"))).toEqual([id]);
    expect((await agent.get<MemoryPage>("/memory")).body.items.map((item) => item.id)).toEqual([id]);
  });
});
