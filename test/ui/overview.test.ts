// The overview, in a real browser on a real service.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";

const lab = openBrowserLab();

function card(page: Page, name: string) {
  return page.getByRole("region", { name });
}

async function figure(page: Page, label: string): Promise<string | null> {
  const figures = card(page, "What it holds").locator(".figure").filter({ hasText: label });
  return figures.locator(".figure-value").textContent();
}

/** A page that looks again twenty times as often: five seconds are long for a test. */
async function visit(url: string, key: string): Promise<Visitor> {
  const visitor = await lab.visit(url, key);
  await visitor.page.addInitScript(() => {
    const every = globalThis.setInterval;
    globalThis.setInterval = ((work: () => void, ms: number) => every(work, ms / 20)) as typeof setInterval;
  });
  await visitor.page.reload();
  await visitor.page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  return visitor;
}

describe("the overview", () => {
  browserTest(
    "a service without any memory leads to the first turn, and what happens then shows by itself",
    async () => {
      const server = await lab.start();
      await server.ready();
      const visitor = await visit(server.url, server.adminKey);
      const { page } = visitor;
      await page.getByRole("link", { name: "Make the first turn" }).waitFor();
      const state = card(page, "State");
      await state.getByText("Ready", { exact: true }).waitFor();
      await state.getByText("All 5 checks pass.").waitFor();
      for (const check of ["Storage", "Embedding model", "Writing", "Disk", "Backlog"]) {
        await state.getByRole("listitem").filter({ hasText: check }).getByText("OK", { exact: true }).waitFor();
      }
      await card(page, "Behind it").getByText("tiny-1").waitFor();
      await card(page, "Doctor").getByText("No backups are scheduled.").waitFor();
      await card(page, "Doctor").getByText("set backup_cron").waitFor();
      expect(await figure(page, "Memories")).toBe("0");
      await visitor.expectAccessible();

      const range = page.getByRole("link", { name: "3 hours" });
      await range.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("img", { name: /Turns a minute, the last 3 hours: 0 prepared/ }).waitFor();
      expect(await range.getAttribute("aria-current")).toBe("page");

      // The made-up text must be nowhere: the overview shows numbers alone.
      const body = { input: "<img src=x onerror=alert(1)> I like tea." };
      const { turn_token } = (await server.ask<{ turn_token: string }>("POST", "/prepare", { user: "ann", body })).body;
      await server.ask("POST", "/record", { user: "ann", body: { turn_token, answer: "Tea it is." } });
      await card(page, "What it holds").locator(".figure").filter({ hasText: "Memories" }).getByText("1").waitFor();
      expect(await figure(page, "Users")).toBe("1");
      await page.getByRole("img", { name: /the last 3 hours: 1 prepared, 1 recorded, 0 failed/ }).waitFor();
      await card(page, "Requests of the last minutes").getByText("POST /prepare").waitFor();
      expect(await page.getByRole("link", { name: "Make the first turn" }).count()).toBe(0);
      expect(await page.content()).not.toContain("I like tea");
      // Nothing that was looked again took the focus away.
      expect(await range.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.getByRole("button", { name: "Look again" }).click();
      await page.getByText("Looked again.").waitFor();
      await page.goBack();
      await page.getByRole("img", { name: /Turns a minute, the last 1 hour/ }).waitFor();
      visitor.expectCalm();
    },
  );

  browserTest("it fits a phone, and is accessible in the dark", async () => {
    const server = await lab.start();
    await server.ready();
    const visitor = await lab.visit(server.url, server.adminKey, { theme: "dark", width: 375 });
    await card(visitor.page, "Over time").locator("canvas").first().waitFor();
    await visitor.expectAccessible();
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await visitor.page.getByRole("link", { name: "Make the first turn" }).click();
    await visitor.page.getByRole("heading", { level: 1, name: "First turn" }).waitFor();
    visitor.expectCalm();
  });

  browserTest("what fails stands first, and a service that is gone is told without losing what was known", async () => {
    const server = await lab.start();
    await server.ready();
    const visitor = await visit(server.url, server.adminKey);
    const { page } = visitor;
    await card(page, "State").getByText("Ready", { exact: true }).waitFor();
    await page.route("**/admin/status", async (route) => {
      const response = await route.fetch();
      const status = (await response.json()) as { checks: object; details: object };
      const checks = { ...status.checks, disk: "failing", backlog: "warning" };
      await route.fulfill({ response, json: { ...status, ready: false, checks } });
    });
    const state = card(page, "State");
    await state.getByText("Not ready", { exact: true }).waitFor();
    await state.getByText("It takes no traffic: Disk.").waitFor();
    expect(await state.getByRole("listitem").first().textContent()).toContain("Make room on the disk");
    // A look that is under way is answered first.
    await page.unrouteAll({ behavior: "wait" });
    await state.getByText("Ready", { exact: true }).waitFor();

    // Where the status cannot be read, what is open to everybody still can.
    await page.route("**/admin/status", (route) =>
      route.fulfill({ status: 500, json: { code: "internal", message: "something went wrong", request_id: "r-1" } }),
    );
    await page.getByRole("alert").getByText("something went wrong").waitFor();
    await page.getByText("Only what anybody may see").waitFor();
    await page.unroute("**/admin/status");
    await page.getByText("Only what anybody may see").waitFor({ state: "detached" });

    server.kill("SIGKILL");
    await server.exited;
    await page.getByText("The service does not answer").first().waitFor();
    expect(await figure(page, "Memories")).toBe("0");
  });

  browserTest("the admin of a part has no such page, and the service refuses what it shows", async () => {
    const server = await lab.start();
    expect((await server.ask("POST", "/cores", { body: { slug: "shop", name: "Shop" } })).status).toBe(201);
    const body = { name: "shop", scope: "admin", core: "shop" };
    const made = await server.ask<{ key: string }>("POST", "/admin/keys", { body });
    const visitor = await lab.visit(server.url, made.body.key);
    await visitor.go("#/overview");
    await visitor.page.getByText("There is no such page.").waitFor();
    expect(await visitor.page.getByRole("link", { name: "Overview" }).count()).toBe(0);
    visitor.expectCalm();
    for (const path of ["/admin/status", "/admin/status/history", "/admin/doctor"]) {
      const answer = await visitor.context.request.get(server.url + path, { headers: { "X-Memoryd-Page": "1" } });
      expect([path, answer.status()]).toEqual([path, 403]);
    }
  });
});
