// Text that would like to be more than text, wherever a page shows what somebody wrote.
import { expect } from "bun:test";
import type { Page } from "playwright-core";

/** Markup, an end of an attribute, a direction turned round, a character without width. */
export const HOSTILE = `<img src=x onerror=alert(1)> "><script>alert(2)</script> \u202egnp.\u202c z\u200bw`;

/** That the page holds the text as it is, and nothing that it would have made. */
export async function expectShownAsText(page: Page, text = HOSTILE): Promise<void> {
  const found = await page.evaluate((sought) => {
    const values = [...document.querySelectorAll("input, textarea")].map((each) => (each as HTMLInputElement).value);
    const isShown = (document.body.textContent ?? "").includes(sought) || values.includes(sought);
    return { isShown, made: document.querySelectorAll("#app img, #app script, #app iframe").length };
  }, text);
  expect(found).toEqual({ isShown: true, made: 0 });
}
