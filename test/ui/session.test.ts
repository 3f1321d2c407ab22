// Signing in and out, and what ends a session, in a real browser.
import { describe, expect } from "bun:test";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab } from "./browser.ts";
import { signIn } from "./chromium.ts";

const lab = openBrowserLab();
let started: Promise<Server> | null = null;
/** The one server of this file: no session of one test is another's. */
function running(): Promise<Server> {
  started ??= lab.start();
  return started;
}

async function newKey(server: Server, body: object) {
  const made = await server.ask<{ id: string; key: string }>("POST", "/admin/keys", { body });
  expect(made.status).toBe(201);
  return made.body;
}

describe("signing in", () => {
  browserTest("a wrong key is told, a right one opens the pages, and signing out closes them", async () => {
    const server = await running();
    const visitor = await lab.visit(server.url, null);
    const { page } = visitor;
    await visitor.expectAccessible();
    visitor.expectCalm();
    await page.getByLabel("API key").fill("mk_live_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("a valid API key is needed").waitFor();
    await signIn(page, server.adminKey);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const cookies = await visitor.context.cookies();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Strict", secure: false, path: "/" });
    // Nothing of the key stays in the browser.
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain("mk_live");
    await page.reload();
    await page.locator(".frame").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("API key").waitFor();
    await page.reload();
    await page.getByLabel("API key").waitFor();
  });

  browserTest("a session ends when its key is revoked, wherever one is", async () => {
    const server = await running();
    const { id, key } = await newKey(server, { name: "guest", scope: "admin" });
    const visitor = await lab.visit(server.url, key);
    await visitor.go("#/people");
    expect((await server.ask("DELETE", `/admin/keys/${id}`)).status).toBe(200);
    await visitor.page.evaluate(() => {
      location.hash = "#/rules";
    });
    await visitor.page.evaluate(() => location.reload());
    await visitor.page.getByLabel("API key").waitFor();
  });
});
