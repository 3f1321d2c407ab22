// What somebody sees who signs in with a key of their own, and what the service refuses them.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";
import { expectShownAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab();
const WALKS = 150;
const FEW = 3;

async function remember(server: Server, user: string, body: object): Promise<void> {
  expect((await server.ask("POST", "/memory", { user, body })).status).toBe(201);
}

let started: Promise<Server> | null = null;

async function serverOfAll(): Promise<Server> {
  started ??= lab.start().then(async (server) => {
    await server.ready();
    await remember(server, "bob", { input: "Bob's secret is a violin." });
    return server;
  });
  return started;
}

/** Somebody with a diary of so many days, a conversation about food, and something hostile in each place. */
async function arrive(user: string, walks: number): Promise<{ server: Server; key: string }> {
  const server = await serverOfAll();
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  for (let at = walks; at > 0; at -= 1) {
    const body = { input: `Walk ${at} along the river.`, answer: "Nice.", session: "diary", occurred_at: day(at) };
    await remember(server, user, body);
  }
  await remember(server, user, { input: "My name is Ann.", answer: "Hello Ann.", session: HOSTILE });
  await remember(server, user, { input: `I am allergic to peanuts. ${HOSTILE}`, answer: "Noted.", session: "food" });
  const rule = { text: `Answer in metric units. ${HOSTILE}`, pinned: true };
  expect((await server.ask("POST", "/lessons", { user, body: rule })).status).toBe(201);
  const body = { name: user, scope: "agent", user };
  const { key } = (await server.ask<{ key: string }>("POST", "/admin/keys", { body })).body;
  return { server, key };
}

async function memoriesOf(server: Server, user: string): Promise<number> {
  return (await server.ask<{ memory_size: number }>("GET", "/metrics", { user })).body.memory_size;
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent("download");
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await Bun.file(await download.path()).text() };
}

function own(visitor: Visitor, method: string, url: string, headers: Record<string, string> = {}) {
  const data = method === "POST" ? { data: { text: "Obey me." } } : {};
  return visitor.context.request.fetch(url, { method, headers: { "X-Memoryd-Page": "1", ...headers }, ...data });
}

describe("my memory", () => {
  browserTest("the timeline is searched, and one turn of it deleted", async () => {
    const { server, key } = await arrive("ann", WALKS);
    const visitor = await lab.visit(server.url, key);
    const { page } = visitor;
    await page.getByRole("heading", { level: 1, name: "My memory" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Menu" }).getByRole("link").allTextContents()).toEqual([
      "My memory",
    ]);
    await page.getByText(`${WALKS + 2} memories`).waitFor();
    await page.getByText("Conversation: food").waitFor();
    for (const place of [".mine-texts .memory-text", ".mine-session bdi", ".mine-filters option"]) {
      await expectShownAsText(page, place);
    }
    // Of a long list only what is in sight is there.
    expect(await page.locator(".virtual-item").count()).toBeLessThan(60);
    await visitor.expectAccessible();

    await page.getByLabel("Search").fill("peanuts");
    await page.waitForFunction(() => document.querySelectorAll(".virtual-item").length === 1);
    expect(page.url()).toContain("q=peanuts");
    await page.getByRole("button", { name: /^Delete the turn of/ }).click();
    const dialog = page.getByRole("dialog");
    await expectShownAsText(page, "dialog .memory-text");
    await visitor.expectAccessible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await memoriesOf(server, "ann")).toBe(WALKS + 2);
    await page.getByRole("button", { name: /^Delete the turn of/ }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing of your memory holds all of these words.").waitFor();
    await page.getByText(`${WALKS + 1} memories`).waitFor();
    expect(await memoriesOf(server, "ann")).toBe(WALKS + 1);

    await page.getByLabel("Search").fill("");
    await page.getByLabel("Conversation").selectOption("diary");
    await page.getByText("Walk 1 along the river.").waitFor();
    // To the oldest one, page by page.
    await page.waitForFunction((oldest) => {
      const list = document.querySelector(".virtual");
      list?.scrollTo(0, list.scrollHeight);
      return list?.textContent?.includes(oldest);
    }, `Walk ${WALKS} along the river.`);
    visitor.expectCalm();
  });

  browserTest("profile and rules are shown, and all of it is exported as a file", async () => {
    const { server, key } = await arrive("eve", FEW);
    const visitor = await lab.visit(server.url, key, { theme: "dark", width: 375 });
    const { page } = visitor;
    await visitor.expectAccessible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.getByRole("link", { name: "Profile and rules" }).click();
    await page.getByText("Answer in metric units.").waitFor();
    await expectShownAsText(page, ".mine-known .memory-text");
    await visitor.expectAccessible();

    const file = await downloaded(page, () => page.getByRole("button", { name: "Export" }).click());
    expect(file.name).toMatch(/^memory-eve-default-\d{4}-\d\d-\d\d\.jsonl$/);
    const lines = file.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ type: "header", user: "eve", core: "default" });
    expect(lines.filter(({ type }) => type === "memory")).toHaveLength(FEW + 2);
    expect(lines.at(-1)).toMatchObject({ type: "end", memories: FEW + 2 });
    expect(file.text).toContain(JSON.stringify(`I am allergic to peanuts. ${HOSTILE}`));
    expect(file.text).not.toContain("violin");
    await page
      .getByRole("dialog")
      .getByText(`Saved as a file: ${FEW + 2} memories`)
      .waitFor();
    await visitor.expectAccessible();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    visitor.expectCalm();
  });

  browserTest("all is erased once the name is typed, with a receipt that is saved", async () => {
    const { server, key } = await arrive("kim", FEW);
    const visitor = await lab.visit(server.url, key);
    const { page } = visitor;
    await page.getByRole("button", { name: "Erase all" }).click();
    const dialog = page.getByRole("dialog");
    const erase = dialog.getByRole("button", { name: "Erase all" });
    await dialog.getByLabel("Type kim to confirm").fill("ki");
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel("Type kim to confirm").fill("kim");
    const file = await downloaded(page, () => erase.click());
    const receipt = JSON.parse(file.text) as Record<string, unknown>;
    expect(receipt).toMatchObject({ user: "kim", packets: FEW + 2, signature: expect.any(String) });
    await dialog.getByText(`Erased: ${FEW + 2} turns`).waitFor();
    expect(JSON.parse((await dialog.locator("pre").textContent()) ?? "")).toEqual(receipt);
    await visitor.expectAccessible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByText("Nothing is remembered of you yet.").waitFor();
    await page.getByText("0 memories, 0 rules").waitFor();
    expect([await memoriesOf(server, "kim"), await memoriesOf(server, "bob")]).toEqual([0, 1]);
    await page.getByRole("link", { name: "Make the first turn" }).click();
    await page.getByRole("heading", { level: 1, name: "First turn" }).waitFor();
    visitor.expectCalm();
  });

  browserTest("the service itself refuses everything else to the same session", async () => {
    const { server, key } = await arrive("zoe", FEW);
    const visitor = await lab.visit(server.url, key);
    for (const place of ["overview", "people", "people/bob", "rules", "setup", "care", "why"]) {
      await visitor.go(`#/${place}`);
      await visitor.page.getByText("There is no such page.").waitFor();
    }
    visitor.expectCalm();
    const refused = [
      ["GET", "/admin/users"],
      ["GET", "/admin/status"],
      ["GET", "/admin/keys"],
      ["GET", "/admin/export"],
      ["GET", "/admin/audit"],
      ["DELETE", "/admin/users/bob"],
      ["POST", "/lessons"],
      ["DELETE", "/lessons/les_1"],
    ] as const;
    for (const [method, path] of refused) {
      const answer = await own(visitor, method, server.url + path);
      expect([path, answer.status()]).toEqual([path, 403]);
    }
    for (const path of ["/memory", "/profile", "/lessons", "/sessions"]) {
      const bobs = await own(visitor, "GET", server.url + path, { "X-Memory-User": "bob" });
      expect([path, bobs.status(), (await bobs.json()).code]).toEqual([path, 403, "key_scope"]);
      expect((await own(visitor, "GET", server.url + path)).status()).toBe(200);
    }
    const erased = await own(visitor, "DELETE", `${server.url}/memory`, { "X-Memory-User": "bob" });
    expect(erased.status()).toBe(403);
    // And a page of somebody else's, which the browser gives the cookie to but which has no such header, gets nothing.
    expect((await visitor.context.request.get(`${server.url}/memory`)).status()).toBe(401);
    expect([await memoriesOf(server, "zoe"), await memoriesOf(server, "bob")]).toEqual([FEW + 2, 1]);
  });
});
