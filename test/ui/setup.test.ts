// Setting up, in a real browser: keys, cores, constitutions, settings and plans as a person keeps them.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";
import { expectHeldAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab();
let started: Promise<Server> | null = null;
let visiting: Promise<Visitor> | null = null;

/** The same visitor each time, whom nothing may have gone wrong for yet. */
async function opened(hash: string): Promise<{ server: Server; visitor: Visitor; page: Page }> {
  started ??= lab.start();
  const server = await started;
  visiting ??= lab.visit(server.url, server.adminKey, { stays: true });
  const visitor = await visiting;
  await visitor.go(hash);
  return { server, visitor, page: visitor.page };
}

async function expectAccessibleInBoth(visitor: Visitor): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Without motion no colour is on its way from the one to the other.
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await visitor.expectAccessible();
  }
}

describe("keys", () => {
  browserTest("one is made, its secret shown this once, and revoked", async () => {
    const { server, visitor, page } = await opened("#/setup/keys");
    await page.getByRole("row").filter({ hasText: "signed in with it" }).waitFor();
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("shop backend");
    await page.getByLabel("User").fill("ada");
    await page.getByLabel("Ends").selectOption("in 30 days");
    await visitor.expectAccessible();
    await page.getByRole("button", { name: "Make the key" }).click();
    const secret = await page.getByLabel("Secret").inputValue();
    expect(secret).toStartWith("mk_live_");
    await page.getByText("will not come back").waitFor();
    await page.getByRole("button", { name: "Copy the key" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    expect((await server.ask("GET", "/profile", { key: secret })).status).toBe(200);
    await visitor.expectAccessible();
    await page.getByRole("button", { name: "I have kept it" }).click();
    const row = page.getByRole("row").filter({ hasText: "shop backend" });
    await row.getByText("user ada").waitFor();
    const kept = await page.evaluate(() => document.body.innerHTML + JSON.stringify({ ...localStorage }));
    expect(kept).not.toContain(secret);
    await expectAccessibleInBoth(visitor);
    await row.getByRole("button", { name: "Revoke shop backend" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("The key is revoked.").waitFor();
    expect((await server.ask("GET", "/profile", { key: secret })).status).toBe(401);
    await row.waitFor({ state: "detached" });
    await page.getByLabel("Show").selectOption("All keys");
    await row.getByText("revoked", { exact: true }).waitFor();
    visitor.expectCalm();
  });
});

describe("cores", () => {
  browserTest("one is made, told to be beyond the plan, renamed, and deleted with a receipt", async () => {
    const own = await lab.start({ args: ["--plan-free-cores", "1", "--plan-free-requests-per-second", "0"] });
    expect((await own.ask("PATCH", "/admin/accounts/default", { body: { plan: "free" } })).status).toBe(200);
    const visitor = await lab.visit(own.url, own.adminKey);
    const { page } = visitor;
    await visitor.go("#/setup/cores");
    for (const [slug, name] of [
      ["support", "Support"],
      ["sales", "Sales"],
    ] as const) {
      await page.getByRole("button", { name: "New core" }).click();
      await page.getByRole("dialog").getByLabel("Slug").fill(slug);
      await page.getByRole("dialog").getByLabel("Name").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: "New core" }).click();
      await page.getByRole("row").filter({ hasText: name }).waitFor();
    }
    await page.getByRole("row").filter({ hasText: "Sales" }).getByText("beyond the plan").waitFor();
    await page.getByRole("row").filter({ hasText: "Support" }).getByText("has its own memory").waitFor();
    await page.getByRole("button", { name: "Edit support" }).click();
    await page.getByLabel("Name").fill("Support desk");
    await page.getByLabel("Context").fill("You answer customers.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row").filter({ hasText: "Support desk" }).waitFor();
    expect((await own.ask("GET", "/cores/support")).body).toMatchObject({ context: "You answer customers." });
    await expectAccessibleInBoth(visitor);
    await page.getByRole("button", { name: "Delete sales" }).click();
    const action = page.getByRole("button", { name: "Delete the core" });
    expect(await action.isDisabled()).toBe(true);
    await page.getByLabel("Type sales to confirm").fill("sales");
    await action.click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the receipt" }).click();
    const receipt = await Bun.file(await (await saving).path()).json();
    expect(receipt).toMatchObject({ action: "core.deleted", core: "sales" });
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("row").filter({ hasText: "Sales" }).waitFor({ state: "detached" });
    visitor.expectCalm();
  });
});

describe("constitutions", () => {
  browserTest("a gate is tried before it is saved, and holds afterwards", async () => {
    const { server, visitor, page } = await opened("#/setup/constitutions");
    await page.getByRole("link", { name: "New constitution" }).click();
    await page.getByLabel("Name").fill("careful");
    await page.getByLabel("Text", { exact: true }).fill("Say when you are not sure.");
    await page.getByRole("button", { name: "Add a gate" }).click();
    await page.getByLabel("Pattern of gate 1").fill("credit ?card");
    await page.getByLabel("Reason of gate 1").fill("No card numbers, please.");
    await page.getByRole("button", { name: "Add a prohibition" }).click();
    await page.getByLabel("Pattern of prohibition 1").fill("guaranteed");
    await page.getByLabel("Reason of prohibition 1").fill("Nothing is guaranteed.");
    await page.getByLabel("An input").fill("Here is my CREDIT CARD.");
    await page.getByLabel("An answer").fill("I think so.");
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("a gate matches").waitFor();
    await page.getByRole("listitem").filter({ hasText: "No card numbers, please." }).waitFor();
    await page.getByText("The answer passes").waitFor();
    // Nothing of it is stored yet.
    expect((await server.ask("GET", "/admin/constitutions/careful")).status).toBe(404);
    await expectAccessibleInBoth(visitor);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Constitution careful" }).waitFor();
    const body = { input: "my credit card", constitution: "careful" };
    const gated = await server.ask<{ allowed: boolean }>("POST", "/prepare", { body });
    expect(gated.body.allowed).toBe(false);
    await page.getByRole("link", { name: "All constitutions" }).click();
    await page.getByRole("button", { name: "Delete careful" }).click();
    await page.getByRole("button", { name: "Delete the constitution" }).click();
    await page.getByRole("link", { name: "careful" }).waitFor({ state: "detached" });
    visitor.expectCalm();
  });
});

describe("settings", () => {
  browserTest("one is chosen and taken back", async () => {
    const { server, visitor, page } = await opened("#/setup/settings");
    const settings = async () => (await server.ask("GET", "/admin/settings")).body;
    const ranked = page.getByRole("region", { name: "How memory is ranked" });
    await ranked.getByLabel("How memory is ranked").selectOption("by everything");
    await ranked.getByText("chosen", { exact: true }).waitFor();
    expect(await settings()).toMatchObject({ retrieval_mode_chosen: "hybrid", sources_max: 16 });
    const most = page.getByRole("region", { name: "Most memories in a brief" });
    await most.getByRole("spinbutton").fill("5");
    await most.getByRole("button", { name: "Save" }).click();
    await most.getByText("chosen", { exact: true }).waitFor();
    const redact = page.getByRole("region", { name: "Taken out before it is stored" });
    await redact.getByLabel("card numbers").check();
    await redact.getByText("chosen", { exact: true }).waitFor();
    expect(await settings()).toMatchObject({ sources_max_chosen: 5, redact: ["cards"] });
    await expectAccessibleInBoth(visitor);
    for (const each of [ranked, most, redact]) {
      await each.getByRole("button", { name: "Take back" }).click();
      await each.getByText("chosen", { exact: true }).waitFor({ state: "detached" });
    }
    expect(await settings()).toMatchObject({ retrieval_mode_chosen: null, sources_max_chosen: null, redact: "off" });
    visitor.expectCalm();
  });
});

describe("plans", () => {
  browserTest("an account is made, given a plan, found past due, and deleted with a receipt", async () => {
    const { server, visitor, page } = await opened("#/setup/plans");
    const listed = async () => {
      const { body } = await server.ask<{ items: { name: string }[] }>("GET", "/admin/accounts");
      return body.items.find(({ name }) => name === "acme");
    };
    await page.getByRole("button", { name: "New account" }).click();
    await page.getByLabel("Name").fill("acme");
    await page.getByRole("dialog").getByLabel("Plan").selectOption("free");
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("row").filter({ hasText: "acme" }).getByText("0 of 1,000").waitFor();
    await page.getByLabel("Plan of acme").selectOption("pro");
    await page.getByRole("row").filter({ hasText: "acme" }).getByText("0 of 100,000").waitFor();
    // The notice of the plan before may still stand there: it would tell too early.
    const changed = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.getByLabel("acme is past due").check();
    expect((await changed).status()).toBe(200);
    await page.getByText("acme is changed.").last().waitFor();
    await visitor.settled();
    expect(await listed()).toMatchObject({ plan: "pro", past_due: true });
    await expectAccessibleInBoth(visitor);
    await page.getByRole("button", { name: "Delete acme" }).click();
    await page.getByLabel("Type acme to confirm").fill("acme");
    await page.getByRole("button", { name: "Delete the account" }).click();
    await page.getByRole("heading", { name: "Receipt" }).waitFor();
    expect(await listed()).toBeUndefined();
    visitor.expectCalm();
  });

  browserTest("a key that is bound to a core sees its part, and an account its own plan", async () => {
    const { server } = await opened("#/setup");
    const make = async (path: string, body: object) => (await server.ask<{ key: string }>("POST", path, { body })).body;
    await make("/cores", { slug: "desk", name: "Desk" });
    const { key } = await make("/admin/keys", { name: "desk", scope: "admin", core: "desk" });
    const visitor = await lab.visit(server.url, key);
    await visitor.go("#/setup/settings");
    await visitor.page.getByText("There is no such page.").waitFor();
    const tabs = visitor.page.getByRole("navigation", { name: "Parts of setting up" }).getByRole("link");
    expect(await tabs.allTextContents()).toEqual(["Cores", "Keys"]);
    await visitor.go("#/setup/cores");
    expect(await visitor.page.getByRole("button", { name: "New core" }).count()).toBe(0);
    visitor.expectCalm();
  });
});

describe("what somebody wrote", () => {
  browserTest("is shown as text in names of cores and keys and in constitutions, on a phone too", async () => {
    const { server } = await opened("#/setup");
    const put = async (method: string, path: string, body: object) => {
      expect((await server.ask(method, path, { body })).status).toBeLessThan(300);
    };
    await put("POST", "/cores", { slug: "hostile", name: HOSTILE, context: HOSTILE });
    await put("POST", "/admin/keys", { name: HOSTILE, scope: "agent" });
    const patterns = [{ pattern: "card", reason: HOSTILE }];
    const constitution = { text: HOSTILE, gates: patterns, prohibitions: patterns };
    await put("PUT", `/admin/constitutions/${encodeURIComponent(HOSTILE)}`, constitution);
    const visitor = await lab.visit(server.url, server.adminKey, { width: 375, theme: "dark" });
    const { page } = visitor;
    const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    for (const tab of ["cores", "keys", "constitutions"]) {
      await visitor.go(`#/setup/${tab}`);
      await expectHeldAsText(page);
      expect(await isNarrow()).toBe(true);
    }
    await visitor.expectAccessible();
    await page.getByRole("link", { name: "<img src=x" }).click();
    await page.getByLabel("An input").fill("my card");
    await page.getByRole("button", { name: "Try" }).click();
    await page.getByText("a gate matches").waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "onerror" }).count()).toBe(1);
    await expectHeldAsText(page);
    expect(await isNarrow()).toBe(true);
    await visitor.go("#/setup/cores");
    await page.getByRole("button", { name: "Edit hostile" }).click();
    await page.getByLabel("Context").waitFor();
    await expectHeldAsText(page);
    visitor.expectCalm();
  });
});

describe("what is refused", () => {
  browserTest("a pattern that is none is told in the service's words", async () => {
    const { visitor, page } = await opened("#/setup/constitutions/default");
    await page.getByRole("button", { name: "Add a gate" }).click();
    await page.getByLabel("Pattern of gate 1").fill("(");
    await page.getByLabel("Reason of gate 1").fill("None.");
    await page.getByText("not saved yet").waitFor();
    visitor.expectCalm();
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("alert")
      .getByText(/pattern/)
      .waitFor();
  });
});
