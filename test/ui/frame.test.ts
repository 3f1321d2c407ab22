// What holds for every page: two accounts at once, a slow and a failing server, back and forward, the keyboard.
import { expect } from "bun:test";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab } from "./browser.ts";

const lab = openBrowserLab();
const LESSONS = "**/lessons?*";

let started: Promise<Server> | null = null;
/** The one server of this file; each test has users of its own. */
function running(): Promise<Server> {
  started ??= lab.start();
  return started;
}

browserTest("two accounts at once see what is theirs, and back and forward lead through the pages", async () => {
  const server = await running();
  expect((await server.ask("POST", "/admin/accounts", { body: { name: "acme" } })).status).toBe(201);
  const made = Bun.spawnSync([
    lab.executable,
    "keys",
    "create",
    "--account",
    "acme",
    "--name",
    "theirs",
    "--scope",
    "admin",
    "--data-dir",
    server.dataDir,
    "--json",
  ]);
  const { key } = JSON.parse(made.stdout.toString()) as { key: string };
  const text = (of: string) => ({ user: "ann", body: { text: `Answer in ${of}.` } });
  await server.ask("POST", "/lessons", text("French"));
  await server.ask("POST", "/lessons", { key, ...text("Danish") });
  const [ours, theirs] = [await lab.visit(server.url, server.adminKey), await lab.visit(server.url, key)];
  for (const visitor of [ours, theirs]) await visitor.go("#/rules?user=ann");
  await ours.page.getByText("Answer in French.").waitFor();
  await theirs.page.getByText("Answer in Danish.").waitFor();
  expect(await theirs.page.getByText("French").count()).toBe(0);
  // Who does not look after the service has no overview, and it begins with people.
  expect(await theirs.page.getByRole("link", { name: "Overview" }).count()).toBe(0);
  await ours.go("#/people");
  await ours.go("#/setup/keys");
  await ours.page.goBack();
  await ours.page.getByRole("heading", { level: 1, name: "People" }).waitFor();
  await ours.page.goBack();
  await ours.page.getByText("Answer in French.").waitFor();
  await ours.page.goForward();
  await ours.page.getByRole("heading", { level: 1, name: "People" }).waitFor();
  expect(await ours.page.title()).toContain("People");
  ours.expectCalm();
  theirs.expectCalm();
});

browserTest("a slow server is waited for, aloud; one that fails is told in its words, and asked again", async () => {
  const server = await running();
  await server.ask("POST", "/lessons", { user: "tom", body: { text: "Answer in French." } });
  const { page } = await lab.visit(server.url, server.adminKey);
  const slow = Promise.withResolvers<void>();
  await page.route(LESSONS, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    location.hash = "#/rules?user=tom";
  });
  await page.getByText("Loading…").first().waitFor();
  slow.resolve();
  await page.getByText("Answer in French.").waitFor();
  await page.unroute(LESSONS);
  const told = { message: "The disk is full.", code: "storage_full", request_id: "request-7" };
  await page.route(LESSONS, (route) => route.fulfill({ status: 503, json: told }));
  await page.reload();
  await page.getByText("The disk is full.").first().waitFor();
  await page.getByText("request-7").first().waitFor();
  await page.unroute(LESSONS);
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("Answer in French.").waitFor();
});

browserTest("by the keyboard alone one skips the menu, and goes from page to page", async () => {
  const server = await running();
  const visitor = await lab.visit(server.url, server.adminKey);
  const { page } = visitor;
  await visitor.go("#/people");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await page.getByRole("link", { name: "Rules" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  await visitor.settled();
  visitor.expectCalm();
});

browserTest("on a phone the menu folds, and on no page does anything stick out", async () => {
  const server = await running();
  const visitor = await lab.visit(server.url, server.adminKey, { width: 375, height: 700 });
  const { page } = visitor;
  for (const place of [
    "overview",
    "people",
    "why",
    "rules",
    "setup/cores",
    "setup/keys",
    "setup/settings",
    "care/backups",
    "care/audit",
    "start",
  ]) {
    await visitor.go(`#/${place}`);
    expect([place, await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
      place,
      true,
    ]);
  }
  expect(await page.getByRole("link", { name: "Care" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Care" }).click();
  await page.getByRole("heading", { level: 1, name: "Care" }).waitFor();
  visitor.expectCalm();
});
