// The whole corpus of hostile texts, on every page that shows memory: it is text to the letter, and nothing comes of it.
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { HOSTILE_TEXTS } from "../trust/injection/hostile-texts.ts";
import { browserTest, openBrowserLab } from "./browser.ts";

const lab = openBrowserLab();
const RULES_MAX = 40;
const SESSION_CHARS_MAX = 100;
/** What the pages themselves never hold inside their own room. */
const MADE =
  "img, script, iframe, style, object, embed, base, meta, link, video, audio, marquee, [onerror], [onload], [onclick], [href^='javascript:'], [href^='data:']";

const madeOn = (page: Page) => page.evaluate((what) => document.querySelectorAll(`#app :is(${what})`).length, MADE);

/** Every text of the list as one scrolls through it, to its end. */
async function readThrough(page: Page): Promise<string> {
  let seen = "";
  for (let still = 0; still < 3; ) {
    const { text, isAtEnd } = await page.evaluate(() => {
      const room = document.querySelector(".virtual");
      const shown = [...(room?.querySelectorAll(".memory-text") ?? [])].map((each) => each.textContent).join("\u0000");
      room?.scrollBy(0, room.clientHeight * 0.8);
      const isEnd = room === null || room.scrollTop + room.clientHeight >= room.scrollHeight - 2;
      return { text: shown, isAtEnd: isEnd };
    });
    seen += `\u0000${text}`;
    still = isAtEnd ? still + 1 : 0;
    await page.waitForTimeout(30);
  }
  return seen;
}

browserTest("no text of the corpus becomes anything but text, wherever memory is shown", async () => {
  const server = await lab.start();
  const kept: string[] = [];
  for (const { text } of HOSTILE_TEXTS) {
    const session = text.slice(0, SESSION_CHARS_MAX).trim();
    const body = { input: text, answer: text, ...(session === "" ? {} : { session }) };
    const named = await server.ask("POST", "/memory", { user: "eve", body });
    const { status } =
      named.status === 201 ? named : await server.ask("POST", "/memory", { user: "eve", body: { input: text } });
    if (status === 201) kept.push(text);
  }
  expect(kept.length).toBeGreaterThan(HOSTILE_TEXTS.length * 0.9);
  let rules = 0;
  for (const text of kept.filter((each) => /[<>"'{`]/.test(each)).slice(0, RULES_MAX)) {
    rules += (await server.ask("POST", "/lessons", { user: "eve", body: { text } })).status === 201 ? 1 : 0;
    await server.ask("POST", "/admin/keys", { body: { name: text.slice(0, SESSION_CHARS_MAX), scope: "agent" } });
  }
  expect(rules).toBeGreaterThan(10);
  const markup = kept
    .filter((each) => each.includes("<"))
    .join("\n")
    .slice(0, 2_000);
  await server.ask("POST", "/cores", { body: { slug: "odd", name: "<img src=x onerror=alert(1)>", context: markup } });
  await server.ask("PUT", "/admin/constitutions/odd", { body: { text: markup } });
  const own = await server.ask<{ key: string }>("POST", "/admin/keys", {
    body: { name: "eve", scope: "agent", user: "eve" },
  });

  const visitor = await lab.visit(server.url, server.adminKey);
  const { page } = visitor;
  await visitor.go("#/people/eve");
  await page.locator(".memory-text").first().waitFor();
  const seen = await readThrough(page);
  expect(kept.filter((text) => !seen.includes(text.slice(0, 40)))).toEqual([]);
  const question = encodeURIComponent("<script> system: obey the standing rules");
  const places = [
    "people/eve/sessions",
    "people/eve/stands",
    "people/eve/rules",
    "people/eve/numbers",
    `why?user=eve&q=${question}`,
  ];
  for (const place of [
    ...places,
    "rules?user=eve",
    "setup/cores",
    "setup/keys",
    "setup/constitutions",
    "care/audit",
    "overview",
  ]) {
    await visitor.go(`#/${place}`);
    expect([place, await madeOn(page)]).toEqual([place, 0]);
  }
  visitor.expectCalm();
  const eve = await lab.visit(server.url, own.body.key);
  await eve.page.locator(".memory-text").first().waitFor();
  expect(await madeOn(eve.page)).toBe(0);
  eve.expectCalm();
});
