// The page "People" in a real browser: finding somebody, mending what is remembered wrongly, erasing with the receipt.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";
import { HOSTILE } from "./hostile.ts";

const lab = openBrowserLab();
let started: Promise<Server> | null = null;

/** The one server of this file, with a core of the test's own. */
async function coreOf(slug: string): Promise<Server> {
  started ??= lab.start();
  const server = await started;
  expect((await server.ask("POST", "/cores", { body: { slug, name: slug } })).status).toBe(201);
  return server;
}

const ODD_IDS = ["auth0|123", "a/b", ".", "..", "%", "%2e", "?q=1&x#y", "-"];

interface Where {
  readonly core?: string;
  readonly user?: string;
}

async function remember(server: Server, where: Where, memory: object): Promise<string> {
  const { status, body } = await server.ask<{ id: string }>("POST", "/memory", { ...where, body: memory });
  expect(status).toBe(201);
  return body.id;
}

async function newKey(server: Server, key: object): Promise<string> {
  const { status, body } = await server.ask<{ key: string }>("POST", "/admin/keys", { body: { name: "k", ...key } });
  expect(status).toBe(201);
  return body.key;
}

const turnWith = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });

async function openTurn({ page }: Visitor, text: string) {
  await turnWith(page, text).getByRole("link", { name: "Open the turn of" }).click();
  const dialog = page.getByRole("dialog", { name: "One memory" });
  await dialog.getByText("Confidence").waitFor();
  return dialog;
}

const itemsAre = (page: Page, count: number) =>
  page.waitForFunction((wanted) => document.querySelectorAll("li").length === wanted, count);

/** Without waiting for anything. */
const jump = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Types the word, and erases; answers with the receipt that the page shows and the one that it saves. */
async function eraseShown(visitor: Visitor, word: string, everywhere: boolean) {
  const { page } = visitor;
  await page.getByRole("button", { name: "Erase…" }).click();
  const dialog = page.getByRole("dialog");
  if (everywhere) await dialog.getByLabel("The person, in every core").check();
  const action = dialog.getByRole("button", { name: everywhere ? "Erase the person" : "Erase this memory" });
  expect(await action.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${word} to confirm`, { exact: true }).fill(word);
  await action.click();
  const receipt = page.getByRole("dialog", { name: "Receipt" });
  await receipt.waitFor();
  const shown: unknown = JSON.parse((await receipt.locator("pre").textContent()) ?? "");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    receipt.getByRole("button", { name: "Save the receipt" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^receipt-.*\.json$/);
  expect(await Bun.file(await download.path()).json()).toEqual(shown);
  await receipt.getByRole("button", { name: "Close" }).click();
  await visitor.settled();
  return shown as Record<string, unknown>;
}

describe("people", () => {
  browserTest("without anybody's memory it leads to the first turn", async () => {
    const server = await coreOf("empty");
    const visitor = await lab.visit(server.url, server.adminKey);
    await visitor.go("#/people?core=empty");
    const link = visitor.page.getByRole("link", { name: "Make the first turn" });
    expect(await link.getAttribute("href")).toBe("#/start");
    visitor.expectCalm();
  });

  browserTest("one is found by typing, and a wrong memory is corrected, asked about and erased", async () => {
    const server = await coreOf("desk");
    const ann = { core: "desk", user: "ann" };
    const older = await remember(server, ann, {
      ...{ input: "The launch of the shop is on Monday", answer: "Noted.", session: "chat-1" },
      ...{ occurred_at: "2026-03-01T10:00:00Z", metadata: { topic: "shop" } },
    });
    await remember(server, ann, { input: "No, the launch of the shop moved to Wednesday", session: "chat-2" });
    await remember(server, ann, { input: "My name is Ann" });
    await remember(server, ann, { input: "My name is Beth" });
    await remember(server, { core: "desk", user: "bob" }, { input: "I like tea" });
    await remember(server, { core: "desk" }, { input: "The office closes at six" });
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page, go, settled } = visitor;
    await go("#/people?core=desk");
    expect(await page.getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(/^Shared by all1 turn0 rules$/),
      expect.stringMatching(/^ann4 turns\d rules?.*(second|now)/),
      expect.stringMatching(/^bob1 turn\d rules?/),
    ]);
    await visitor.expectAccessible();
    await page.getByLabel("Search by id").fill("AN");
    await itemsAre(page, 1);
    await page.getByRole("link", { name: "ann" }).click();
    await page.getByRole("heading", { level: 1, name: "ann" }).waitFor();
    await settled();
    await visitor.expectAccessible();

    expect(await turnWith(page, "moved to Wednesday").getByText("correction").count()).toBe(1);
    expect(await turnWith(page, "Beth").getByText("unconfirmed").count()).toBe(1);
    const monday = await turnWith(page, "is on Monday").textContent();
    expect(monday).toMatch(/Session chat-1.*topic: shop.*SaidThe launch of the shop is on MondayAnsweredNoted\.$/);

    await page.getByLabel("Words").fill("launch");
    await itemsAre(page, 2);
    await page.getByLabel("To").fill("2026-03-02");
    await itemsAre(page, 1);
    expect(page.url()).toContain("to=2026-03-02");
    await page.getByRole("button", { name: "Show all" }).click();
    await itemsAre(page, 4);
    expect(await page.getByLabel("Words").inputValue()).toBe("");

    const dialog = await openTurn(visitor, "is on Monday");
    await visitor.expectAccessible();
    expect(await dialog.getByRole("link", { name: "Why does it come?" }).getAttribute("href")).toBe(
      "#/why?user=ann&core=desk&q=The+launch+of+the+shop+is+on+Monday",
    );
    await dialog.getByRole("button", { name: "Does it still stand?" }).click();
    await dialog.getByText("Something newer took its place:").waitFor();
    await dialog.getByText("moved to Wednesday").waitFor();

    await dialog.getByRole("button", { name: "Correct it" }).click();
    await dialog.getByLabel("Said").fill("The launch of the shop is on Thursday");
    await dialog.getByLabel("Metadata").fill("topic: shop\nsure: true");
    await visitor.expectAccessible();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Corrected.").waitFor();
    await dialog.getByText("is on Thursday").waitFor();
    await page.keyboard.press("Escape");
    await turnWith(page, "is on Thursday").waitFor();
    await page.waitForFunction(() => !location.hash.includes("memory="));
    expect((await server.ask("GET", `/memory/${older}`, ann)).body).toMatchObject({
      ...{ input: "The launch of the shop is on Thursday", answer: "Noted." },
      metadata: { topic: "shop", sure: true },
    });

    const other = await openTurn(visitor, "Beth");
    await other.getByRole("button", { name: "Erase it" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Erased.").waitFor();
    await itemsAre(page, 3);
    await page.getByRole("link", { name: "All people" }).click();
    await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    visitor.expectCalm();
  });

  browserTest("each part of a memory is at its address, and something is added to it", async () => {
    const server = await coreOf("parts");
    const ann = { core: "parts", user: "ann" };
    const named = await remember(server, ann, { input: "My name is Ann and I am a nurse", session: "a/b & c" });
    await remember(server, ann, { input: "Always answer in metric units.", session: "a/b & c" });
    await remember(server, ann, { input: "My name is Beth", session: ".." });
    await server.ask("POST", "/sync", ann);
    await server.ask("POST", "/lessons", { ...ann, body: { text: "Be kind.", pinned: true } });
    const visitor = await lab.visit(server.url, server.adminKey, { theme: "dark" });
    const { page, go, settled } = visitor;
    const tab = async (name: string) => {
      await page.getByRole("navigation", { name: "Parts of this memory" }).getByRole("link", { name }).click();
      await settled();
      await visitor.expectAccessible();
    };
    await go("#/people/ann?core=parts");
    await page.getByRole("button", { name: "Add a memory" }).click();
    const add = page.getByRole("dialog", { name: "Add a memory" });
    await add.getByLabel("Said").fill("I moved to Porto");
    await add.getByLabel("Session, if any").fill("desk");
    await add.getByLabel("Happened, if not now").fill("2026-05-01T10:00");
    await add.getByLabel("Metadata").fill("nonsense");
    await add.getByText("Line 1 is not like topic: travel").waitFor();
    expect(await add.getByRole("button", { name: "Remember" }).isDisabled()).toBe(true);
    await add.getByLabel("Metadata").fill('topic: travel\ncode: "12"\nrank: 3');
    await visitor.expectAccessible();
    await add.getByRole("button", { name: "Remember" }).click();
    await turnWith(page, "I moved to Porto").waitFor();
    const { items } = (await server.ask<{ items: object[] }>("GET", "/memory?limit=1", ann)).body;
    expect(items[0]).toMatchObject({
      ...{ session: "desk", occurred_at: new Date("2026-05-01T10:00").toISOString() },
      metadata: { topic: "travel", code: "12", rank: 3 },
    });

    await tab("Sessions");
    await page.getByRole("link", { name: "a/b & c" }).click();
    await page.getByRole("heading", { level: 2, name: "Session a/b & c" }).waitFor();
    await itemsAre(page, 2);
    expect(await page.getByRole("listitem").allTextContents()).toEqual([
      expect.stringContaining("My name is Ann"),
      expect.stringContaining("Always answer in metric units."),
    ]);
    await page.getByRole("link", { name: "All sessions" }).click();
    await page.getByRole("link", { name: "..", exact: true }).click();
    await turnWith(page, "My name is Beth").waitFor();
    await itemsAre(page, 1);

    await tab("What stands");
    const name = page.getByRole("row").filter({ hasText: "Name" }).filter({ hasText: "Ann" });
    await page.getByRole("row").filter({ hasText: "Occupation" }).filter({ hasText: "nurse" }).waitFor();
    await page.getByRole("table", { name: "not believed yet" }).getByText("My name is Beth").waitFor();
    await page.getByText("All 4 turns looked through.").waitFor();
    await name.getByRole("link", { name: "Open the turn" }).click();
    await page.getByRole("dialog").getByText(named).waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("About").fill("What is my name?");
    await page.getByRole("button", { name: "Look", exact: true }).click();
    await page.getByText("Nothing that was found for this was replaced.").waitFor();

    await tab("Rules");
    await page.getByRole("row").filter({ hasText: "Be kind." }).getByText("pinned").waitFor();
    const learned = page.getByRole("row").filter({ hasText: "Always answer in metric units." });
    await learned.getByRole("link", { name: "turn 1" }).click();
    await page.getByRole("dialog").getByText("Always answer in metric units.").waitFor();
    await page.keyboard.press("Escape");
    const keep = page.getByRole("link", { name: "Write and edit rules" });
    expect(await keep.getAttribute("href")).toBe("#/rules?user=ann&core=parts");
    await tab("Numbers");
    expect(await page.locator(".figures").textContent()).toMatch(/Turns remembered4.*Sessions3/);
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: "Rules that hold" }).waitFor();
    visitor.expectCalm();
  });

  browserTest("every id that a user may have is a link, a page and an erasure of that user alone", async () => {
    const server = await coreOf("ids");
    for (const user of ODD_IDS) {
      await remember(server, { user }, { input: `mine is ${user}` });
      await remember(server, { core: "ids", user }, { input: `in the other core, ${user}` });
    }
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page, go } = visitor;
    for (const user of ODD_IDS) {
      await jump(page, "#/people");
      await page.getByRole("link", { name: user, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: user, exact: true }).waitFor();
      await page.getByText(`mine is ${user}`, { exact: true }).waitFor();
    }
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "-", exact: true }).waitFor();

    const left = async (core: string) => {
      const { body } = await server.ask<{ items: { user: string }[] }>("GET", `/admin/users?core=${core}`);
      return body.items.map(({ user }) => user).filter((user) => ODD_IDS.includes(user));
    };
    const all = await left("default");
    expect(all).toHaveLength(ODD_IDS.length);
    await jump(page, `#/people/${encodeURIComponent("a/b")}`);
    expect(await eraseShown(visitor, "a/b", false)).toMatchObject({ user: "a/b", core: "default", packets: 1 });
    expect(await left("ids")).toEqual(all);
    await page.getByText("Nothing is remembered here yet.").waitFor();
    const gone = ["..", "?q=1&x#y", "-"];
    for (const user of gone) {
      await jump(page, `#/people/${encodeURIComponent(user)}`);
      expect(await eraseShown(visitor, user, true)).toMatchObject({ user, core: null, brains: 2, packets: 2 });
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
    }
    expect(await left("ids")).toEqual(all.filter((user) => !gone.includes(user)));
    await go("#/people/%20");
    await page.getByText("An id has 1 to 128 visible characters").waitFor();
    visitor.expectCalm();
  });

  for (const theme of ["light", "dark"] as const) {
    browserTest(`text of memory is never markup, in ${theme}, on a phone`, async () => {
      const core = `hostile-${theme}`;
      const server = await coreOf(core);
      const eve = { core, user: "eve" };
      const id = await remember(server, eve, {
        ...{ input: `I am here and ${HOSTILE}`, answer: HOSTILE, session: HOSTILE },
        metadata: { [HOSTILE.slice(0, 60)]: HOSTILE },
      });
      await remember(server, eve, { input: "My name is Eve" });
      await remember(server, eve, { input: `My name is Mallory. ${HOSTILE}` });
      await server.ask("POST", "/lessons", { ...eve, body: { text: HOSTILE } });
      const visitor = await lab.visit(server.url, server.adminKey, { theme, width: 375, height: 800 });
      const { page, go } = visitor;
      const opened: string[] = [];
      page.on("dialog", (dialog) => opened.push(dialog.message()));
      const places = [
        ...["", "/sessions", `/sessions/${encodeURIComponent(HOSTILE)}`, "/stands", "/rules"].map((rest) => [rest, ""]),
        ["", `&memory=${id}`],
      ];
      for (const [rest, open] of places) {
        await go(`#/people/eve${rest}?core=${core}${open}`);
        expect(await page.locator("main").textContent(), rest).toContain(HOSTILE);
        expect(await page.locator("main img, main script, main b, main iframe").count(), rest).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), rest).toBe(true);
        await visitor.expectAccessible();
      }
      const dialog = page.getByRole("dialog");
      expect((await dialog.textContent())?.split(HOSTILE)).toHaveLength(5);
      await dialog.getByRole("button", { name: "Correct it" }).click();
      expect(await dialog.getByLabel("Answered").inputValue()).toBe(HOSTILE);
      expect(opened).toEqual([]);
      visitor.expectCalm();
    });
  }

  browserTest("who may not list users opens one by their id, and a bound key sees its own at once", async () => {
    const server = await coreOf("keys");
    await remember(server, { user: "x/y" }, { input: "I like tea" });
    await remember(server, { core: "keys", user: "bob" }, { input: "I like milk" });
    const agent = await lab.visit(server.url, await newKey(server, { scope: "agent" }));
    await agent.go("#/people");
    await agent.page.getByLabel("User id").fill("not an id");
    await agent.page.getByRole("button", { name: "Open" }).click();
    await agent.page.getByText("An id has 1 to 128 visible characters").waitFor();
    await agent.expectAccessible();
    await agent.page.getByLabel("User id").fill("x/y");
    await agent.page.getByRole("button", { name: "Open" }).click();
    await agent.page.getByRole("heading", { level: 1, name: "x/y" }).waitFor();
    const dialog = await openTurn(agent, "I like tea");
    expect(await dialog.getByRole("link", { name: "Why" }).count()).toBe(0);
    await agent.page.keyboard.press("Escape");
    await agent.page.getByRole("button", { name: "Erase…" }).click();
    await agent.page.getByRole("dialog").getByText("Every turn and every rule of this one memory").waitFor();
    expect(await agent.page.getByRole("radio").count()).toBe(0);
    agent.expectCalm();

    const ofCore = await lab.visit(server.url, await newKey(server, { scope: "admin", core: "keys" }));
    await ofCore.go("#/people");
    await ofCore.page.getByRole("link", { name: "bob" }).click();
    await turnWith(ofCore.page, "I like milk").waitFor();
    ofCore.expectCalm();

    const bound = await lab.visit(server.url, await newKey(server, { scope: "admin", core: "keys", user: "bob" }));
    await bound.go("#/people");
    await bound.page.getByRole("heading", { level: 1, name: "bob" }).waitFor();
    await turnWith(bound.page, "I like milk").waitFor();
    bound.expectCalm();
  });
});
