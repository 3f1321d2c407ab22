// Text that must be shown as text, wherever memory is shown.
import { expect } from "bun:test";
import type { Page } from "playwright-core";

/** Markup in several contexts, and characters that turn or hide what stands beside them. */
export const HOSTILE =
  '<img src=x onerror=alert(1)> "><script>alert(2)</script> {{7*7}} javascript:alert(3) \u202egnp.exe\u202c a\u200bb &amp; <b>bold</b>';

/** Of the text nothing became markup, and what shows it shows it to the letter. */
export async function expectShownAsText(page: Page, within: string): Promise<void> {
  const found = await page.evaluate(
    ({ selector, text }) => {
      const rooms = [...document.querySelectorAll(selector)];
      return {
        showing: rooms.filter((room) => room.textContent?.includes(text)).length,
        rooms: rooms.length,
        markup: document.querySelectorAll("main img, main script, main b, main iframe").length,
      };
    },
    { selector: within, text: HOSTILE },
  );
  expect(found).toEqual({ showing: 1, rooms: expect.any(Number), markup: 0 });
}

/** The page holds the text to the letter, in a field or outside, and nothing that it would have made. */
export async function expectHeldAsText(page: Page, text = HOSTILE): Promise<void> {
  const found = await page.evaluate((sought) => {
    const values = [...document.querySelectorAll("input, textarea")].map((each) => (each as HTMLInputElement).value);
    const isHeld = (document.body.textContent ?? "").includes(sought) || values.includes(sought);
    return { isHeld, made: document.querySelectorAll("#app img, #app script, #app b, #app iframe").length };
  }, text);
  expect(found).toEqual({ isHeld: true, made: 0 });
}
