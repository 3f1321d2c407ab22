// How Chromium is started, and how one signs in: for the tests, and for the pictures of the docs.
import type { Page } from "playwright-core";

/**
 * Of two such flags the last one holds: so what Playwright's own turns off, and matters here, stands here again. Then what
 * a page in a window has beside it and nobody looks at: the address bar's menu is two pages of its own for each window,
 * and a process waits for the next address. Together they cost a third of what Chromium takes in these tests.
 */
const DISABLED_FEATURES = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"],
  ...["HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "NetworkTimeServiceQuerying"],
  ...["OptimizationHints", "PreconnectToSearch", "AimEnabled", "MediaRouter"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PreloadTopChromeWebUI", "SpareRendererForSitePerProcess"],
];

export const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

export async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".frame").waitFor();
}
