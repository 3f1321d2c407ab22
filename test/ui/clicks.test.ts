// How many clicks a person needs, from the first page: what docs/dashboard.md says of it.
import { expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Locator, Page } from "playwright-core";
import { browserTest, openBrowserLab } from "./browser.ts";

const lab = openBrowserLab();
const PAGE = resolve(import.meta.dir, "../../docs/dashboard.md");

/** What the table under "What it takes" says. */
async function told(): Promise<Record<string, number>> {
  const rows = (await Bun.file(PAGE).text()).matchAll(/^\| ([^|]+?) \| (\d+)[^|]*\|$/gm);
  return Object.fromEntries([...rows].map(([, task, clicks]) => [task, Number(clicks)]));
}

browserTest("each of the five tasks takes as many clicks as the docs say", async () => {
  const backups = mkdtempSync(join(tmpdir(), "memoryd-clicks-"));
  const server = await lab.start({ args: ["--backup-dir", backups] });
  await server.ask("POST", "/memory", { user: "ann", body: { input: "The launch is on Wednesday." } });
  await server.ask("POST", "/admin/keys", { body: { name: "guest", scope: "agent" } });
  expect((await server.ask("POST", "/admin/backups", { body: {} })).status).toBe(201);
  const { page } = await lab.visit(server.url, server.adminKey);
  const counted: Record<string, number> = {};
  const task = async (name: string, work: (click: (what: Locator) => Promise<void>) => Promise<void>) => {
    await page.goto(`${server.url}/ui#/overview`);
    let clicks = 0;
    await work(async (what) => {
      clicks += 1;
      await what.click();
    });
    counted[name] = clicks;
  };
  await task("find why a memory came", async (click) => {
    await click(menu(page, "Why"));
    await page.getByLabel("Message").fill("When is the launch?");
    await page.getByLabel("User").fill("ann");
    await click(page.getByRole("button", { name: "Look", exact: true }));
    await page.getByText("Similarity").first().waitFor();
  });
  await task("correct a wrong memory", async (click) => {
    await openAnn(page, click);
    await click(page.getByRole("link", { name: "Open the turn of" }));
    await click(page.getByRole("button", { name: "Correct it" }));
    await page.getByRole("dialog").getByLabel("Said").fill("The launch is on Thursday.");
    await click(page.getByRole("dialog").getByRole("button", { name: "Save" }));
    await page.getByText("The launch is on Thursday.").first().waitFor();
  });
  await task("revoke a key", async (click) => {
    await click(menu(page, "Setting up"));
    await click(page.getByRole("link", { name: "Keys" }));
    await click(page.getByRole("button", { name: "Revoke guest" }));
    await click(page.getByRole("dialog").getByRole("button", { name: "Revoke" }));
    await page.getByText("The key is revoked.").waitFor();
  });
  await task("erase a user, with the receipt", async (click) => {
    await openAnn(page, click);
    await click(page.getByRole("button", { name: "Erase…" }));
    await click(page.getByRole("dialog").getByLabel("The person, in every core"));
    await page.getByRole("dialog").getByLabel("Type ann to confirm", { exact: true }).fill("ann");
    await click(page.getByRole("button", { name: "Erase the person" }));
    await page.getByRole("dialog", { name: "Receipt" }).waitFor();
  });
  await task("restore a backup, guided", async (click) => {
    await click(menu(page, "Care"));
    await click(page.getByRole("link", { name: /^Restore / }).first());
    await page.getByText("memoryd restore").first().waitFor();
  });
  rmSync(backups, { recursive: true });
  expect(counted).toEqual(await told());
});

const menu = (page: Page, name: string) => page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });

async function openAnn(page: Page, click: (what: Locator) => Promise<void>): Promise<void> {
  await click(menu(page, "People"));
  await click(page.getByRole("link", { name: "ann", exact: true }));
}
