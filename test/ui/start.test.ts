// The first turn, as somebody makes it who has never seen the service; with the model that the executable carries.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab } from "./browser.ts";
import { expectShownAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab({ model: "inside" });
let started: Promise<Server> | null = null;
/** The server of those tests that change nothing but what one user has said. */
async function running(): Promise<Server> {
  started ??= lab.start();
  await (await started).ready();
  return started;
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function hasFocus(page: Page, label: string): Promise<void> {
  await page.waitForFunction((text) => {
    const label = [...document.querySelectorAll("label")].find((each) => each.textContent === text);
    return label !== undefined && document.activeElement?.id === label.htmlFor;
  }, label);
}

describe("the first turn", () => {
  browserTest("what is said by keyboard alone comes back as the first source, and is on disk", async () => {
    const server = await running();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/start");
    await hasFocus(page, "What you say");
    expect(await page.getByLabel("User").inputValue()).toBe("me");
    await visitor.expectAccessible();
    const said = `My sister Ana keeps bees in Lisbon. ${HOSTILE}`;
    await page.keyboard.insertText(said);
    await page.keyboard.press("Tab");
    // Past the three examples.
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    await hasFocus(page, "The answer");
    await page.getByText("Nothing is remembered of this user yet").waitFor();
    await expectShownAsText(page, ".start-brief pre");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    await hasFocus(page, "What you ask");
    await page.getByLabel("What you ask").fill("Who of my family has bees?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("It came back as the only source.").waitFor();
    const source = page.getByRole("list", { name: "Sources, the best first" }).getByRole("listitem");
    expect(await source.locator(".memory-text").textContent()).toBe(`${said}\nNoted. I will keep it in mind.`);
    const score = Number(await source.locator(".bar-value").textContent());
    expect(score).toBeGreaterThan(0.1);
    expect(score).toBeLessThanOrEqual(0.5);
    await expectShownAsText(page, ".start-sources .memory-text");
    await visitor.expectAccessible();

    const kept = await server.ask<{ items: { text: string }[] }>("GET", "/memory", { user: "me" });
    expect(kept.body.items.map(({ text }) => text)).toEqual([`${said}\nNoted. I will keep it in mind.`]);
    await press(page, "Copy the first command");
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toStartWith(`curl ${server.url}/prepare `);
    expect(command).toContain("X-Memory-User: me");
    expect(await page.getByRole("link", { name: "The whole interface" }).getAttribute("href")).toBe("/docs");
    expect(await page.getByRole("link", { name: "What is remembered of me" }).getAttribute("href")).toBe("#/people/me");

    await press(page, "Start again");
    await hasFocus(page, "What you say");
    expect(await page.getByLabel("What you say").inputValue()).toBe("");
    visitor.expectCalm();
  });

  browserTest(
    "an example needs no typing, a question can be asked again, and a key's own user cannot be changed",
    async () => {
      const server = await running();
      const body = { name: "ann", scope: "agent", user: "ann" };
      const { key } = (await server.ask<{ key: string }>("POST", "/admin/keys", { body })).body;
      const visitor = await lab.visit(server.url, key, { theme: "dark", width: 375 });
      const { page } = visitor;
      await visitor.go("#/start");
      const user = page.getByLabel("User");
      expect([await user.inputValue(), await user.getAttribute("readonly")]).toEqual(["ann", ""]);
      await page.getByRole("button", { name: "I am vegetarian" }).click();
      await press(page, "Prepare the turn");
      await press(page, "Record the turn");
      await page.getByLabel("What you ask").fill("How do I change a tyre of my bicycle?");
      await press(page, "Ask");
      await page.getByText("Nothing came back").waitFor();
      await page.getByLabel("What you ask").fill("What should I not eat?");
      await press(page, "Ask");
      await page.getByText("It came back as the only source.").waitFor();
      expect(await page.getByRole("link", { name: "My memory" }).last().getAttribute("href")).toBe("#/mine");
      await visitor.expectAccessible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
      visitor.expectCalm();
    },
  );

  browserTest("a turn that the rules stop says why, and is said again in other words", async () => {
    const server = await lab.start();
    await server.ready();
    const gates = [{ pattern: "casino", reason: "No bets here." }];
    const put = await server.ask("PUT", "/admin/constitutions/default", { body: { text: "Be kind.", gates } });
    expect(put.status).toBe(200);
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/start");
    await page.getByLabel("User").fill("bob");
    await page.getByLabel("What you say").fill("I go to the casino on Fridays.");
    await press(page, "Prepare the turn");
    await page.getByRole("alert").getByText("No bets here.").waitFor();
    await page.getByLabel("What you say").fill("I go to the theatre on Fridays.");
    await press(page, "Prepare the turn");
    await page.getByText("Be kind.").waitFor();
    await press(page, "Record the turn");
    await press(page, "Ask");
    await page.getByText("It came back as the only source.").waitFor();
    visitor.expectCalm();
  });
});
