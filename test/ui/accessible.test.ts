// Every place of the dashboard, in light and in dark, holds what axe-core asks for.
import { expect } from "bun:test";
import { browserTest, openBrowserLab } from "./browser.ts";
import { makeNaturalData } from "./natural-data.ts";

const lab = openBrowserLab();
const PERSON = ["", "/sessions", "/stands", "/rules", "/numbers"].map((tab) => `people/mara${tab}`);
const SETUP = ["cores", "keys", "constitutions", "settings", "plans"].map((tab) => `setup/${tab}`);
const CARE = ["backups", "transfer", "audit", "receipts", "model"].map((tab) => `care/${tab}`);
const PLACES = [
  "overview",
  "people",
  ...PERSON,
  "why?user=mara&q=croissants",
  "rules?user=mara",
  ...SETUP,
  ...CARE,
  "start",
];

browserTest("no place has a serious finding, in light or in dark", async () => {
  const server = await lab.start();
  const owner = await makeNaturalData(server.ask);
  for (const theme of ["light", "dark"] as const) {
    const visitor = await lab.visit(server.url, server.adminKey, { theme });
    for (const place of PLACES) {
      await visitor.go(`#/${place}`);
      expect([place, await visitor.page.getByRole("heading", { level: 1 }).count()]).toEqual([place, 1]);
      await visitor.expectAccessible();
    }
    visitor.expectCalm();
    const own = await lab.visit(server.url, owner, { theme });
    await own.go("#/mine");
    await own.expectAccessible();
    own.expectCalm();
  }
});
