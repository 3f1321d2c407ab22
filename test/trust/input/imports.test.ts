// Import files of every format, changed at random: taken whole, or refused in words, and never half of one.
import { afterAll, expect, test } from "bun:test";
import { startTestService } from "../../support/test-service.ts";
import { fuzzImports, sendImport } from "./fuzz-imports.ts";
import type { Sound } from "./mutate-imports.ts";

const SEED = 8;
const FILES = 400;
const TIMEOUT_MS = 240_000;

const t = await startTestService();
afterAll(() => t.close());

const FOREIGN: readonly Sound[] = [
  {
    format: "mem0",
    text: JSON.stringify({
      results: [
        { id: "m1", memory: "Likes metric units", user_id: "ada", created_at: "2025-03-02T10:00:00.5-07:00" },
        { id: "m2", memory: "Lives in Lisbon", user_id: "bob", metadata: { a: 1 }, created_at: null },
      ],
    }),
  },
  {
    format: "basic-memory",
    text: "---\ntitle: Coffee\ntype: note\npermalink: coffee\n---\n\n# Coffee\n\n- [method] Pour over #brewing\n- relates_to [[Tea]]\n",
  },
  {
    format: "chat",
    text: `${JSON.stringify({
      messages: [
        { role: "user", content: "I live in Oslo" },
        { role: "assistant", content: "Noted." },
      ],
    })}\n`,
  },
];

/** An account's export with all that an export can hold. */
async function soundExport(): Promise<Sound> {
  const { admin } = await t.account();
  await admin.post("/cores", { slug: "blue", name: "Blue", context: "A context." });
  await admin.put("/admin/constitutions/polite", { text: "Be polite.", gates: [{ pattern: "x+", reason: "no" }] });
  await admin.patch("/admin/settings", { sources_max: 5 });
  for (const user of ["ada", "bob"]) {
    const client = admin.at({ user, core: "blue" });
    for (const input of ["My name is Ada", "No, call me Ida", "alpha beta"]) {
      const { turn_token } = await client.prepare(input, { session: "s", occurred_at: "2026-01-31T09:30:00Z" });
      await client.post("/record", { turn_token, answer: "Noted." });
    }
    await client.post("/lessons", { text: "Always answer in metric units." });
  }
  const { text } = await admin.text("/admin/export");
  return { format: "memoryd", text: Buffer.from(text, "utf8").toString("latin1") };
}

test(
  "a file changed at random is taken, or refused in a sentence with its line, and then leaves nothing",
  async () => {
    const sound = [await soundExport(), ...FOREIGN];
    for (const { text } of sound) expect((await sendImport((await t.account()).admin, text)).status).toBe(200);
    // The export is the richest of them, and as likely as the three others.
    const tally = await fuzzImports(t, [sound[0]!, sound[0]!, ...sound], { seed: SEED, files: FILES });
    expect(tally.taken).toBeGreaterThan(FILES / 20);
    expect(tally.placed).toBeGreaterThan(FILES / 10);
  },
  TIMEOUT_MS,
);
