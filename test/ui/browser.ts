// A real browser on the executable's dashboard; whatever page it shows, nothing goes wrong in it and nothing leaves it.
import { afterAll, afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type Lab, type LabOptions, openLab, type Server, type StartOptions } from "../e2e/executable.ts";
import { FLAGS, signIn } from "./chromium.ts";

const CHROMIUM = Bun.which("chromium");
if (CHROMIUM === null) console.log("SKIPPED: without chromium no page of the dashboard is looked at.");

/** The short form: it goes through the debugger's pipe to each page. */
const AXE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

/** A test that is skipped, aloud, where there is no browser. */
export const browserTest = test.skipIf(CHROMIUM === null);

export interface Look {
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** For the tests that follow in the file as well; otherwise the browser's pages close after the test. */
  readonly stays?: boolean;
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What must not happen on any page: errors in the console, and requests to other hosts. */
  readonly complaints: readonly string[];
  /** Goes to a place such as `#/people?core=shop`, and waits until nothing loads any more. */
  go(hash: string): Promise<void>;
  /** Waits until nothing loads any more. */
  settled(): Promise<void>;
  /** Fails with what axe-core finds serious on the page as it is. */
  expectAccessible(): Promise<void>;
  /** Fails where anything went wrong since the beginning. */
  expectCalm(): void;
}

export interface BrowserLab extends Pick<Lab, "executable"> {
  start(options?: StartOptions): Promise<Server>;
  /** A browser of its own, with cookies of its own; signed in with the key, unless that is null. */
  visit(url: string, key: string | null, look?: Look): Promise<Visitor>;
}

/** To be called at the head of a test file. The made model, unless a test is about meaning. */
export function openBrowserLab(options: LabOptions = { model: "tiny" }): BrowserLab {
  const lab = openLab(options);
  let opened: Promise<Browser> | null = null;
  const leaving: BrowserContext[] = [];
  // Their pages would go on looking again, beside the next test.
  afterEach(async () => {
    for (const context of leaving.splice(0)) await context.close();
  });
  afterAll(async () => {
    await (await opened)?.close();
  });
  return {
    executable: lab.executable,
    start: (start) => lab.start(start),
    async visit(url, key, { theme = "light", width = 1_280, height = 900, stays = false } = {}) {
      opened ??= chromium.launch({ executablePath: CHROMIUM ?? "", args: FLAGS });
      const context = await (await opened).newContext({
        colorScheme: theme,
        // No colour is on its way to another one when it is looked at; and no frame is drawn that only moves.
        reducedMotion: "reduce",
        viewport: { width, height },
        // Certificates of tests are nobody's.
        ignoreHTTPSErrors: true,
        permissions: ["clipboard-write", "clipboard-read"],
      });
      if (!stays) leaving.push(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      watch(page, url, complaints);
      const visitor = visitorOf(page, context, complaints);
      await page.goto(`${url}/ui`);
      if (key !== null) await signIn(page, key);
      await visitor.settled();
      return visitor;
    },
  };
}

function watch(page: Page, url: string, complaints: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith("blob:")) complaints.push(`foreign request: ${asked}`);
  });
}

function visitorOf(page: Page, context: BrowserContext, complaints: string[]): Visitor {
  const settled = async () => {
    await page.waitForLoadState("networkidle");
    await page.waitForFunction(() => document.querySelector('.loading, [aria-busy="true"]') === null);
  };
  return {
    page,
    context,
    complaints,
    settled,
    async go(hash) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await settled();
    },
    async expectAccessible() {
      // By the debugger's door: the page's own policy lets no foreign script in. It stays until the page is loaded anew.
      if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
        return violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
      });
      expect(found).toEqual([]);
    },
    expectCalm: () => expect(complaints).toEqual([]),
  };
}
