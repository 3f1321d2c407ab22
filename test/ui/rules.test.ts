// The page "Rules" in a real browser: rules written, edited, pinned and deleted, and a learning pass foreseen and run.

import { describe, expect } from "bun:test";
import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab } from "./browser.ts";
import { expectShownAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab();
const DAY_MS = 86_400_000;

let started: Promise<Server> | null = null;
function running(): Promise<Server> {
  started ??= lab.start();
  return started;
}

interface Rule {
  readonly id: string;
  readonly response_text: string;
  readonly pinned: boolean;
}

async function rulesOf(server: Server, user: string): Promise<readonly Rule[]> {
  return (await server.ask<{ lessons: Rule[] }>("GET", "/lessons", { user })).body.lessons;
}

async function exported(server: Server, query: string): Promise<string> {
  const response = await fetch(`${server.url}/admin/export?${query}`, { headers: { "X-API-Key": server.adminKey } });
  return response.text();
}

/** How many rules of the user no pass may bring back. */
async function forgottenOf(server: Server, user: string): Promise<number> {
  return (await exported(server, `user=${user}`)).split('"type":"forgotten_rule"').length - 1;
}

/** A rule of one user as another's, with so many days to live. */
async function importExpiring(server: Server, from: string, to: string, days: number): Promise<void> {
  const file = await exported(server, `user=${from}&embeddings=false`);
  const at = file.lastIndexOf('{"type":"end"');
  const expires = new Date(Date.now() + days * DAY_MS).toISOString();
  const lines = file
    .slice(0, at)
    .replaceAll(`"user":"${from}"`, `"user":"${to}"`)
    // An id is one brain's alone.
    .replaceAll(/"id":"les_.../g, '"id":"les_000')
    .replaceAll(/"expires_at":"[^"]+"/g, `"expires_at":"${expires}"`);
  const sha256 = createHash("sha256").update(lines).digest("hex");
  const whole = lines + file.slice(at).replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256}"`);
  const headers = { "X-API-Key": server.adminKey, "Content-Type": "application/x-ndjson" };
  const response = await fetch(`${server.url}/admin/import`, { method: "POST", headers, body: whole });
  expect(response.status, await response.text()).toBe(200);
}

function ruleOf(page: Page, text: string) {
  return page.locator(".rule-list").getByRole("listitem").filter({ hasText: text });
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Write a rule" }).click();
  await page.getByLabel("The rule", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await ruleOf(page, text).waitFor();
}

describe("a rule by hand", () => {
  browserTest("is written, edited, pinned and unpinned", async () => {
    const server = await running();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules");
    await page.getByLabel("User", { exact: true }).fill("ann");
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByText("No rule holds here.").waitFor();
    await write(page, "Answer in metric units.");
    await page.getByText("The rule is written.").waitFor();
    expect(await ruleOf(page, "metric").textContent()).toContain("written by hand");
    await page.getByRole("button", { name: /^Edit: Answer in metric/ }).click();
    await page.getByLabel("The rule", { exact: true }).fill("Answer in metric units, always.");
    await page.getByLabel("The rule", { exact: true }).press("Tab");
    await page.getByRole("button", { name: "Save" }).click();
    await ruleOf(page, "Answer in metric units, always.").waitFor();
    await page.getByRole("button", { name: /^Pin: Answer/ }).click();
    await ruleOf(page, "metric").getByText("never expires").waitFor();
    await page.getByRole("link", { name: "Pinned (1)" }).click();
    await ruleOf(page, "metric").waitFor();
    expect(await rulesOf(server, "ann")).toMatchObject([
      { response_text: "Answer in metric units, always.", pinned: true },
    ]);
    await page.getByRole("button", { name: /^Unpin: Answer/ }).click();
    await page.getByText("No rule is pinned.").waitFor();
    expect(await rulesOf(server, "ann")).toMatchObject([{ pinned: false }]);
    await page.goBack();
    await ruleOf(page, "metric").waitFor();
    visitor.expectCalm();
  });

  browserTest("is deleted for good, or so that it may be learned again", async () => {
    const server = await running();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules?user=del");
    for (const text of ["Keep answers short.", "Use no tables."]) await write(page, text);
    const remove = async (text: string) => {
      await page.getByRole("button", { name: `Delete: ${text}` }).click();
      await page.getByRole("dialog").getByText(text).waitFor();
    };
    const confirm = async (text: string) => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await ruleOf(page, text).waitFor({ state: "detached" });
    };
    await remove("Keep answers short.");
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await rulesOf(server, "del")).toHaveLength(2);
    await remove("Keep answers short.");
    await visitor.expectAccessible();
    await page.getByLabel(/^For now/).check();
    await confirm("Keep answers short.");
    expect(await forgottenOf(server, "del")).toBe(0);
    await remove("Use no tables.");
    expect(await page.getByLabel(/^For good/).isChecked()).toBe(true);
    await confirm("Use no tables.");
    expect(await rulesOf(server, "del")).toEqual([]);
    expect(await forgottenOf(server, "del")).toBe(1);
    visitor.expectCalm();
  });

  browserTest("that the service refuses is told in its words, and nothing is lost", async () => {
    const server = await running();
    const as = { user: "full" };
    for (let at = 0; at < 20; at += 1) {
      await server.ask("POST", "/lessons", { ...as, body: { text: `Rule ${at}.`, pinned: true } });
    }
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules?user=full");
    await page.getByRole("button", { name: "Write a rule" }).click();
    await page.getByLabel("The rule", { exact: true }).fill("One too many.");
    await page.getByLabel(/^Pin it/).check();
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("alert").textContent()).toContain("pinned");
    expect(await page.getByLabel("The rule", { exact: true }).inputValue()).toBe("One too many.");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Pinned (20)" }).waitFor();
  });
});

describe("a learning pass", () => {
  browserTest("is foreseen, then run; what it replaces is told, with the memories behind it", async () => {
    const server = await running();
    const as = { user: "lea" };
    const say = async (input: string) => {
      expect((await server.ask("POST", "/memory", { ...as, body: { input, answer: HOSTILE } })).status).toBe(201);
    };
    await say("No, always answer in French.");
    await say("No, always answer in French.");
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules?user=lea");
    const pass = page.getByRole("region", { name: "Learning" });
    await pass.getByRole("button", { name: "What would a pass learn now?" }).click();
    await pass.getByText("A pass would make 1 rule now. Nothing is stored yet.").waitFor();
    await pass.getByText("Always answer in French.", { exact: true }).waitFor();
    await visitor.settled();
    expect(await rulesOf(server, "lea")).toEqual([]);
    expect(await pass.locator(".remembered").count()).toBe(2);
    await expectShownAsText(page, ".pass-found .remembered:first-child");
    await pass.getByRole("button", { name: "Run a pass now" }).click();
    await pass.getByText("The pass learned 1 rule.").waitFor();
    const rule = ruleOf(page, "Always answer in French.");
    await rule.getByText("from 2 memories").waitFor();
    await rule.getByRole("button", { name: "Sources" }).click();
    await rule.getByRole("link", { name: "Open in the timeline" }).first().waitFor();
    await expectShownAsText(page, ".rule .remembered:first-child");
    await pass.getByRole("button", { name: "What would a pass learn now?" }).click();
    await pass.getByText("A pass would learn nothing now.").waitFor();
    await say("No, always answer in German instead of French.");
    await pass.getByRole("button", { name: "Run a pass now" }).click();
    await pass.getByText("The pass learned 1 rule.").waitFor();
    await page.getByRole("link", { name: "Superseded (1)" }).click();
    await rule.getByText("Replaced by:").waitFor();
    expect(await rule.getByRole("button", { name: /Edit|Pin|Delete/ }).count()).toBe(0);
    await rule.getByRole("link", { name: /German/ }).click();
    await page.locator(".rule.is-named").filter({ hasText: "German" }).waitFor();
    visitor.expectCalm();
  });
});

describe("the lists", () => {
  browserTest("tell what expires soon, show hostile rules as text, and fit every screen", async () => {
    const server = await running();
    await server.ask("POST", "/lessons", { user: "from", body: { text: `Call me ${HOSTILE}` } });
    await importExpiring(server, "from", "eve", 3);
    await server.ask("POST", "/lessons", { user: "eve", body: { text: "Keep it short." } });
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules?user=eve&tab=expiring");
    await page.getByRole("link", { name: "Live (2)" }).waitFor();
    await ruleOf(page, "Call me").getByText("expires soon").waitFor();
    expect(await ruleOf(page, "Keep it short.").count()).toBe(0);
    await expectShownAsText(page, ".rule");
    await page.getByRole("button", { name: /^Delete: Call me/ }).click();
    await expectShownAsText(page, "dialog");
    await page.keyboard.press("Escape");
    await visitor.expectAccessible();
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await visitor.expectAccessible();
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    visitor.expectCalm();
  });

  browserTest("are those of one user in one core, or what all share there", async () => {
    const server = await running();
    expect((await server.ask("POST", "/cores", { body: { slug: "shop", name: "Shop" } })).status).toBe(201);
    await server.ask("POST", "/lessons", { core: "shop", user: "zoe", body: { text: "Name the price first." } });
    await server.ask("POST", "/lessons", { core: "shop", body: { text: "Greet in Dutch." } });
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/rules?user=zoe");
    await page.getByText("No rule holds here.").waitFor();
    await page.getByLabel("Core").selectOption("shop");
    await ruleOf(page, "Name the price first.").waitFor();
    expect(await page.locator(".rule").count()).toBe(1);
    await page.getByLabel("User", { exact: true }).fill("");
    await page.getByRole("button", { name: "Show" }).click();
    await ruleOf(page, "Greet in Dutch.").waitFor();
    expect(await page.locator(".rule").count()).toBe(1);
    visitor.expectCalm();
  });

  browserTest("are all that an agent key sees", async () => {
    const server = await running();
    await server.ask("POST", "/lessons", { user: "amy", body: { text: "Keep it short." } });
    const { body } = await server.ask<{ key: string }>("POST", "/admin/keys", { body: { name: "a", scope: "agent" } });
    const visitor = await lab.visit(server.url, body.key);
    const { page } = visitor;
    await visitor.go("#/rules?user=amy");
    await ruleOf(page, "Keep it short.").waitFor();
    expect(await page.getByRole("button", { name: /Edit|Pin|Delete|Write|pass/ }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Learning" }).count()).toBe(0);
    visitor.expectCalm();
  });
});
