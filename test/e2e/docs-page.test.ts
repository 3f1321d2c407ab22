// The page of the interface, drawn by a real browser.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLab } from "./executable.ts";

const lab = openLab();

const CHROMIUM = Bun.which("chromium");
if (CHROMIUM === null)
  console.log("skipped aloud: chromium is not there, so the page of the interface is not rendered");

test.skipIf(CHROMIUM === null)(
  "the page at /docs shows the interface in a browser that reaches no other host",
  async () => {
    const server = await lab.start();
    const profile = mkdtempSync(join(tmpdir(), "memoryd-chromium-"));
    const flags =
      "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --virtual-time-budget=20000 --dump-dom";
    const browser = Bun.spawn(
      [
        CHROMIUM ?? "",
        ...flags.split(" "),
        `--user-data-dir=${profile}`,
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        `${server.url}/docs`,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const page = await new Response(browser.stdout).text();
    await browser.exited;
    rmSync(profile, { recursive: true, force: true });
    // All come from the document that the page fetched and drew, not from its own markup. The page is too long to print.
    const drawn = [">/record</span>", "api-1/tag/administration", "Turn endpoints"].filter((part) =>
      page.includes(part),
    );
    expect(drawn).toHaveLength(3);
    expect(await server.stop()).toBe(0);
  },
);
