// Where texts are very long, answers stay of a size that a slow reader may keep in memory, and nothing is lost of them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { MemoryPage, SourceItem } from "../support/bodies.ts";
import { startTestService, type TestAccount, type TestService } from "../support/test-service.ts";

setDefaultTimeout(60_000);

const TURNS = 40;
/** Of every answer together, in characters; each text has 131,072. */
const PAGE_CHARS_MAX = 3 * 1024 * 1024;

let service: TestService;
let account: TestAccount;
const answers = Array.from({ length: TURNS }, (_, at) => `garden ${at} `.padEnd(131_072, "a tree "));

beforeAll(async () => {
  service = await startTestService();
  account = await service.account();
  for (const answer of answers) {
    const { turn_token } = await account.agent.prepare("What of the garden?");
    expect((await account.agent.record(turn_token, answer)).status).toBe(200);
  }
});
afterAll(() => service.close());

test("a page of the list ends early, and the pages together are the whole memory", async () => {
  const texts: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await account.agent.get<MemoryPage>(`/memory?limit=1000${more}`);
    expect(status).toBe(200);
    const page = body.items.map(({ text }) => text);
    expect(page.join("").length).toBeLessThan(PAGE_CHARS_MAX);
    texts.push(...page);
    cursor = body.next_cursor;
  }
  expect(pages).toBeGreaterThan(1);
  expect(texts.map((text) => text.split("\n")[1])).toEqual(answers.toReversed());
});

test("a recall with a limit brings the best, each whole, as far as there is room", async () => {
  const asked = { query: "What of the garden?", limit: 1_000 };
  const { body } = await account.agent.post<{ sources: SourceItem[] }>("/recall", asked);
  expect(body.sources.length).toBeGreaterThan(1);
  expect(body.sources.map(({ text }) => text).join("").length).toBeLessThan(PAGE_CHARS_MAX);
  for (const { text } of body.sources) expect(text).toHaveLength("What of the garden?\n".length + 131_072);
});

test("an export is whole and in order", async () => {
  const { text } = await account.admin.text("/admin/export");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const packets = lines.filter(({ type }) => type === "packet");
  expect(packets.map(({ answer }) => answer)).toEqual(answers);
  expect(lines.at(-1)).toMatchObject({ type: "end", packets: TURNS });
});
