// The page "People" where there is much: only what is in sight is on the page, and the last of it can be reached.
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { seedBrains } from "../bench/suite/seed-brains.ts";
import type { MemoryMaker } from "../bench/suite/seed-vectors.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";

const lab = openBrowserLab();

const USERS = 2_000;
const TURNS = 20_000;
const HALF_HOUR_MS = 1_800_000;
/** What fits in sight, and what stands ready beyond its edges. */
const ITEMS_MAX = 60;

const padded = (at: number) => String(at).padStart(5, "0");

/** Each user's tea, and one's numbered notes, below the service: it would embed each text, and embedding is no matter here. */
function seed(dataDir: string): void {
  let said = 0;
  const maker: MemoryMaker = {
    random: seededRandom(1),
    turn() {
      const at = said++;
      return { input: at < USERS ? `tea ${at}` : `note number ${at - USERS}`, answer: "" };
    },
    vector: (_, rows, at) => rows.fill(DIMENSION ** -0.5, at, at + DIMENSION),
  };
  const users = Array.from({ length: USERS }, (_, at) => ({ user: `user-${padded(at)}`, packets: 1 }));
  const times = { first: Date.UTC(2024, 0, 1), every: HALF_HOUR_MS };
  seedBrains(dataDir, [...users, { user: "many", packets: TURNS, times }], maker);
}

/** Scrolls to the end of the list, and on, until `text` is there; counts the items on the page all the way. */
async function scrollTo({ page }: Visitor, text: string): Promise<number> {
  let most = 0;
  const list = page.locator(".virtual");
  for (let step = 0; step < 500; step += 1) {
    most = Math.max(most, await page.getByRole("listitem").count());
    if ((await page.getByText(text, { exact: true }).count()) > 0) return most;
    await list.evaluate((room) => room.scrollTo(0, room.scrollHeight));
    await page.waitForTimeout(20);
  }
  throw new Error(`${text} is never there`);
}

async function isThere(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).waitFor();
}

browserTest("thousands of users and tens of thousands of turns are scrolled and searched", async () => {
  const { dataDir, stop } = await lab.start();
  await stop();
  seed(dataDir);
  const server = await lab.start({ dataDir });

  const visitor = await lab.visit(server.url, server.adminKey);
  const { page, go } = visitor;
  await go("#/people");
  expect(await scrollTo(visitor, `user-${padded(USERS - 1)}`)).toBeLessThan(ITEMS_MAX);
  await page.getByLabel("Search by id").fill("er-0123");
  await isThere(page, "user-01239");
  await page.waitForFunction(() => document.querySelectorAll("li").length === 10);
  await page.getByLabel("Search by id").fill("nobody");
  await page.getByText("Nobody's id contains").waitFor();

  await go("#/people/many");
  await isThere(page, `note number ${TURNS - 1}`);
  expect(await scrollTo(visitor, "note number 0")).toBeLessThan(ITEMS_MAX);
  await page.getByLabel("Words").fill("12345");
  await page.waitForFunction(() => document.querySelectorAll("li").length === 1);
  await isThere(page, "note number 12345");
  await page.getByLabel("Words").fill("");
  await page.getByLabel("From").fill("2024-01-02");
  await page.getByLabel("To").fill("2024-01-02");
  await page.getByRole("heading", { level: 3, name: "Tuesday, January 2, 2024" }).waitFor();
  await isThere(page, "note number 95");
  expect(await page.getByRole("heading", { level: 3 }).count()).toBe(1);
  visitor.expectCalm();
});
