// Care, in a real browser: backups and their restore, export and import, the audit, receipts and the model.
import { describe, expect } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { openLab, type Server } from "../e2e/executable.ts";
import { until } from "../e2e/until.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";
import { expectHeldAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab();
/** For the commands that the page tells. */
const shell = openLab({ model: "tiny" });
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

async function said(server: Server, user: string, input: string): Promise<void> {
  const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { user, body: { input } });
  const recorded = { turn_token: body.turn_token, answer: "Noted." };
  expect((await server.ask("POST", "/record", { user, body: recorded })).status).toBe(200);
}

async function packetsOf(server: Server, user: string): Promise<number> {
  return (await server.ask<{ packets?: number }>("GET", `/admin/users/${user}`)).body.packets ?? 0;
}

async function expectAccessibleInBoth(visitor: Visitor): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Without motion no colour is on its way from the one to the other.
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await visitor.expectAccessible();
  }
}

const JSON_LINES = "application/x-ndjson";

function asFile(name: string, text: string) {
  return { name, mimeType: JSON_LINES, buffer: Buffer.from(text) };
}

describe("export and import", () => {
  browserTest("one user's export comes into another user, with the report", async () => {
    const { server, visitor, page } = await opened("#/care/transfer");
    await said(server, "ada", `I like green tea. ${HOSTILE}`);
    const saving = page.waitForEvent("download");
    await page.getByLabel("What").selectOption("one user");
    await page.getByLabel("User", { exact: true }).fill("ada");
    await page.getByRole("button", { name: "Export" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^memoryd-ada-\d{4}-\d\d-\d\d\.jsonl$/);
    const exported = await Bun.file(await download.path()).text();
    expect(exported).toContain("I like green tea.");
    await page.getByText(/^Saved: /).waitFor();
    // What one brain holds, another does not take as its own.
    expect((await server.ask("DELETE", "/admin/users/ada")).status).toBe(200);
    const stored = page.getByRole("region", { name: "Imported" }).getByRole("row").filter({ hasText: "Turns" });
    for (const counts of ["10", "01"]) {
      await page.getByLabel("File").setInputFiles(asFile("ada.jsonl", exported));
      await page.getByLabel("Into the user").fill("bob");
      await page.getByRole("button", { name: "Import" }).click();
      await stored.waitFor();
      expect((await stored.getByRole("cell").allTextContents()).join("")).toBe(counts);
    }
    expect(await packetsOf(server, "bob")).toBe(1);
    await expectAccessibleInBoth(visitor);
    visitor.expectCalm();
  });

  browserTest("notes of another program come in together", async () => {
    const { server, visitor, page } = await opened("#/care/transfer");
    const notes = ["tea", "bees"].map((name) => asFile(`${name}.md`, `# ${name}\n\nI like ${name}.\n`));
    await page.getByLabel("File").setInputFiles(notes);
    await page.getByText("2 notes").waitFor();
    await page.getByLabel("Into the user").fill("eve");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByText("basic-memory's notes: 1 brain.").waitFor();
    expect(await packetsOf(server, "eve")).toBe(2);
    visitor.expectCalm();
  });
});

describe("backups", () => {
  browserTest("one is made, and its guided commands bring back what was erased since", async () => {
    const folder = join(shell.directory(), "it's backups");
    const dataDir = join(shell.directory(), "my data");
    const server = await lab.start({ dataDir, args: ["--backup-dir", folder] });
    await said(server, "ada", "I like green tea.");
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/care/backups");
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText("The backup is made and checked.").waitFor();
    const restore = page.getByRole("link", { name: /^Restore memoryd-.*\.backup$/ });
    await restore.waitFor();
    await expectAccessibleInBoth(visitor);
    expect((await server.ask("DELETE", "/admin/users/ada")).status).toBe(200);
    expect(await packetsOf(server, "ada")).toBe(0);
    await restore.click();
    await page.getByRole("list", { name: "Revoked and erased since" }).getByText("A user was erased").waitFor();
    const commandOf = (step: string) => page.locator(`[data-step="${step}"] pre`).textContent();
    expect(await page.getByLabel("How the service runs").inputValue()).toBe("hand");
    const [stop, check, put, start] = await Promise.all(["stop", "check", "restore", "start"].map(commandOf));
    await page.getByRole("button", { name: "Copy Stop the service" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(stop ?? "");
    await expectAccessibleInBoth(visitor);
    visitor.expectCalm();
    await page.close();
    await run(stop ?? "");
    expect(await server.exited).toBe(0);
    expect(await run(check ?? "")).toContain("would restore 1 packet");
    expect(await run(put ?? "")).toContain("restored 1 packet");
    const again = await serve(start ?? "");
    const asked = await fetch(`${again.url}/admin/users/ada`, { headers: { "X-API-Key": server.adminKey } });
    expect(await asked.json()).toMatchObject({ packets: 1 });
    await again.stop();
  });

  browserTest("where no folder is set it says how to set one", async () => {
    const { visitor, page } = await opened("#/care");
    await page.getByRole("heading", { name: "Where backups go is not set" }).waitFor();
    await page.getByText('backup_dir = "/mnt/backups"').waitFor();
    await expectAccessibleInBoth(visitor);
    visitor.expectCalm();
  });
});

const ENVIRONMENT = { PATH: `${dirname(shell.executable)}:${process.env.PATH}`, HOME: "/nonexistent" };

/** What the command says, once it has ended well. */
async function run(command: string): Promise<string> {
  const child = Bun.spawn(["sh", "-c", command], { env: ENVIRONMENT, stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect(`${code} ${err}`).toStartWith("0 ");
  return out + err;
}

/** Runs the command of a start, on a port of its own. */
async function serve(command: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const model = join(dirname(shell.executable), "tiny-model");
  expect(existsSync(model)).toBe(true);
  const env = { ...ENVIRONMENT, MEMORYD_PORT: "0", MEMORYD_MODEL_DIR: model };
  const child = Bun.spawn(["sh", "-c", `exec ${command}`], { env, stdout: "pipe", stderr: "ignore" });
  let written = "";
  const reading = (async () => {
    for await (const piece of child.stdout) written += new TextDecoder().decode(piece);
  })();
  const url = await until("the listening line", () => /listening on (\S+)/.exec(written)?.[1]);
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await Promise.all([child.exited, reading]);
    },
  };
}

describe("the audit", () => {
  browserTest("tells in words what was done, and whether its chain is whole", async () => {
    const { server, visitor, page } = await opened("#/care");
    const path = `/admin/constitutions/${encodeURIComponent(HOSTILE)}`;
    expect((await server.ask("PUT", path, { body: { text: "Be kind." } })).status).toBe(200);
    await visitor.go("#/care/audit");
    const entry = page.getByRole("listitem").filter({ hasText: "A constitution was saved" });
    await entry.getByText("you", { exact: true }).waitFor();
    await expectHeldAsText(page);
    await page.getByRole("button", { name: "Check the chain" }).click();
    await page.getByText(/^The chain is whole: \d+ entries/).waitFor();
    await expectAccessibleInBoth(visitor);
    visitor.expectCalm();
  });
});

describe("receipts", () => {
  browserTest("a genuine one is told from one that was changed", async () => {
    const { server, visitor, page } = await opened("#/care/receipts");
    await said(server, "kim", "I keep bees.");
    const { body } = await server.ask<{ receipt: Record<string, unknown> }>("DELETE", "/admin/users/kim");
    const check = page.getByRole("button", { name: "Check" });
    await page.getByRole("textbox", { name: "Receipt" }).fill(JSON.stringify(body.receipt));
    await check.click();
    await page.getByText("It is genuine").waitFor();
    const changed = JSON.stringify({ ...body.receipt, packets: 7 }, null, 2);
    await page.getByLabel("Or a file").setInputFiles(asFile("receipt.json", changed));
    await page.getByText("It is genuine").waitFor({ state: "detached" });
    await check.click();
    await page.getByText("Do not believe it.").waitFor();
    await page.getByText("BEGIN PUBLIC KEY").waitFor();
    const key = await server.ask<{ pem: string }>("GET", "/admin/audit/key");
    await page.getByRole("button", { name: "Copy the public key" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.body.pem);
    await expectAccessibleInBoth(visitor);
    visitor.expectCalm();
  });
});

describe("the model", () => {
  browserTest("is named, with how far memory is embedded by it, on a phone too", async () => {
    const { server } = await opened("#/care/model");
    const { body } = await server.ask<{ model: { id: string } }>("GET", "/admin/embedding");
    const visitor = await lab.visit(server.url, server.adminKey, { width: 375, theme: "dark" });
    await visitor.go("#/care/model");
    await visitor.page.getByText(body.model.id).waitFor();
    await visitor.page.getByText("Everything is embedded by this model.").waitFor();
    for (const tab of ["backups", "transfer", "audit", "receipts", "model"]) {
      await visitor.go(`#/care/${tab}`);
      expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await visitor.expectAccessible();
    visitor.expectCalm();
  });
});

describe("what is refused", () => {
  browserTest("a wrong line is shown with its number, as text, and nothing is stored", async () => {
    const { server, visitor, page } = await opened("#/care/transfer");
    const exported = await (
      await fetch(`${server.url}/admin/export?user=bob`, { headers: { "X-API-Key": server.adminKey } })
    ).text();
    const [header = "", second = "", ...rest] = exported.split("\n");
    const wrong = [header, second, HOSTILE, ...rest].join("\n");
    await page.getByLabel("File").setInputFiles(asFile("<img src=x onerror=alert(1)>.jsonl", wrong));
    await page.getByLabel("Into the user").fill("mallory");
    visitor.expectCalm();
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("heading", { name: "Nothing was stored" }).waitFor();
    await page.getByRole("alert").getByText("line 3").waitFor();
    await page.getByText("Line 3 of the file:").waitFor();
    await expectHeldAsText(page);
    await expectHeldAsText(page, "<img src=x onerror=alert(1)>.jsonl");
    await expectAccessibleInBoth(visitor);
    expect(await packetsOf(server, "mallory")).toBe(0);
  });

  browserTest("a key that is bound to a user brings their part out and in, and sees nothing else", async () => {
    const { server } = await opened("#/care");
    const body = { name: "ada's admin", scope: "admin", user: "ada" };
    const { key } = (await server.ask<{ key: string }>("POST", "/admin/keys", { body })).body;
    const visitor = await lab.visit(server.url, key);
    await visitor.go("#/care");
    const tabs = visitor.page.getByRole("navigation", { name: "Parts of care" }).getByRole("link");
    expect(await tabs.allTextContents()).toEqual(["Export and import"]);
    await visitor.page.getByText("What the key that you are signed in with reaches.").waitFor();
    visitor.expectCalm();
  });
});
