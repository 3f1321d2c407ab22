// Makes the pictures of docs/dashboard.md: bun test/ui/pictures.ts (after `bun run build`).
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { withExecutable } from "../bench/start-executable.ts";
import { askJson } from "../e2e/executable.ts";
import { FLAGS, signIn } from "./chromium.ts";
import { makeNaturalData } from "./natural-data.ts";

const ROOT = resolve(import.meta.dir, "../..");
const OUT = join(ROOT, "docs/pictures");
const QUESTION = encodeURIComponent("How many croissants does the café get on Friday?");

/** Name of the file, place, and whose key. */
const PICTURES: readonly (readonly [string, string, "operator" | "owner", ("light" | "dark")?])[] = [
  ["overview", "#/overview", "operator"],
  ["people", "#/people", "operator"],
  ["person", "#/people/mara", "operator"],
  ["why", `#/why?user=mara&q=${QUESTION}`, "operator"],
  ["rules", "#/rules?user=mara", "operator", "dark"],
  ["setting-up", "#/setup/keys", "operator"],
  ["care", "#/care/backups", "operator"],
  ["my-memory", "#/mine", "owner", "dark"],
];

async function picture(
  browser: Browser,
  url: string,
  key: string,
  [name, place, , theme = "light"]: (typeof PICTURES)[number],
) {
  const context = await browser.newContext({
    ...{ colorScheme: theme, viewport: { width: 1_280, height: 860 }, timezoneId: "Europe/Lisbon", locale: "en-GB" },
  });
  const page = await context.newPage();
  // Where this machine keeps its temporary files is no part of a picture.
  await page.route("**/admin/backups", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), directory: "/var/backups/memoryd" } });
  });
  await page.goto(`${url}/ui${place}`);
  await signIn(page, key);
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => document.querySelector(".loading") === null);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await context.close();
}

const folder = mkdtempSync(join(tmpdir(), "memoryd-pictures-"));
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({ executablePath: Bun.which("chromium") ?? "", args: FLAGS });
const flags = ["--backup-dir", join(folder, "backups"), "--retrieval-mode", "hybrid"];
const options = { executable: join(ROOT, "dist/memoryd"), dataDir: join(folder, "data"), modelDir: null, flags };
await withExecutable(options, async (_, { url, adminKey }) => {
  const owner = await makeNaturalData((method, path, asked) => askJson(url, method, path, { key: adminKey, ...asked }));
  await askJson(url, "POST", "/admin/backups", { key: adminKey, body: {} });
  for (const each of PICTURES) await picture(browser, url, each[2] === "owner" ? owner : adminKey, each);
});
await browser.close();
rmSync(folder, { recursive: true });
console.log(`${PICTURES.length} pictures are in docs/pictures.`);
