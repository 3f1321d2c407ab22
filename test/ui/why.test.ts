// The page "Why" in a real browser, with the model inside: why a memory came, and what an answer is worth.
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { Server } from "../e2e/executable.ts";
import { browserTest, openBrowserLab, type Visitor } from "./browser.ts";
import { expectShownAsText, HOSTILE } from "./hostile.ts";

const lab = openBrowserLab({ model: "inside" });
const DAY_MS = 86_400_000;
const QUESTION = "How far do I run on Sundays?";
const RUNS = "My long runs are on Sundays, 14 km at the moment.";

/** What was said, in which conversation, and how many days ago. */
const SAID: readonly (readonly [string, string, string, number])[] = [
  [RUNS, "Noted: Sundays, 14 km.", "running", 38],
  ["No, sorry, 18 km now.", "Got it, 18 km.", "running", 20],
  ["I've started training for the Lisbon marathon.", "Lovely!", "running", 40],
  ["My husband Tom works as a nurse at St Mary's.", "Thanks for telling me.", "family", 25],
  ["Our dentist is Dr Weber in Kreuzberg.", "Noted.", "health", 4],
  [`My long runs on Sundays are shown by the club as ${HOSTILE}`, "How odd.", "club", 3],
  ...Array.from(
    { length: 14 },
    (_, at) => [`The invoice ${4_100 + at} went to the printers.`, "Noted.", "work", 2] as const,
  ),
];

let started: Promise<Server> | null = null;
function populated(): Promise<Server> {
  started ??= populate();
  return started;
}

async function populate(): Promise<Server> {
  const server = await lab.start();
  const as = { user: "ann" };
  for (const [input, answer, session, days] of SAID) {
    const occurredAt = new Date(Date.now() - days * DAY_MS).toISOString();
    const body = { input, answer, session, occurred_at: occurredAt };
    expect((await server.ask("POST", "/memory", { ...as, body })).status).toBe(201);
  }
  for (const text of ["Never suggest seafood.", `Answer briefly. ${HOSTILE}`]) {
    expect((await server.ask("POST", "/lessons", { ...as, body: { text, pinned: true } })).status).toBe(201);
  }
  return server;
}

async function askAsAnn({ page, settled }: Visitor, message: string): Promise<void> {
  await page.getByLabel("User", { exact: true }).fill("ann");
  await page.getByLabel("Message").fill(message);
  await page.getByRole("button", { name: "Look" }).click();
  await page.getByRole("heading", { name: "What comes to mind" }).waitFor();
  await settled();
}

/** The entry of a memory in the column of a mode. */
function entryOf(page: Page, mode: string, text: string) {
  return page.getByRole("region", { name: mode, exact: true }).getByRole("listitem").filter({ hasText: text });
}

describe("why a memory came", () => {
  browserTest(
    "is told in both modes, with its place, its bars and what was just below; nothing is counted",
    async () => {
      const server = await populated();
      const before = (await server.ask("GET", "/metrics", { user: "ann" })).body;
      const visitor = await lab.visit(server.url, server.adminKey);
      const { page } = visitor;
      await visitor.go("#/why");
      await page.getByText("Only looks: nothing is counted or stored").waitFor();
      await askAsAnn(visitor, QUESTION);
      const inCosine = entryOf(page, "Cosine", RUNS);
      const inHybrid = entryOf(page, "Hybrid", RUNS);
      expect(await inCosine.getAttribute("data-tag")).toBe(await inHybrid.getAttribute("data-tag"));
      await inCosine.getByText(/^Place \d+$/).waitFor();
      await inCosine.getByText("by its meaning").waitFor();
      expect(await inCosine.textContent()).toContain("Similarity");
      expect(await inCosine.textContent()).not.toContain("Neighbours");
      // Each says where the other mode has it.
      const place = (await inHybrid.getByText(/^Place \d+$/).textContent())?.toLowerCase();
      expect(await inCosine.textContent()).toContain(`Hybrid: ${place}`);
      for (const part of ["Similarity", "Words", "Time", "Neighbours", "Confidence"]) {
        await inHybrid.getByText(part, { exact: true }).waitFor();
      }
      // Pointed at here, it shows there.
      await inCosine.hover();
      expect(await inHybrid.getAttribute("class")).toContain("is-lit");
      const below = page
        .getByRole("region", { name: "Cosine", exact: true })
        .getByRole("list", { name: /^Just below/ });
      expect(await below.getByRole("listitem").count()).toBe(5);
      expect(await below.getByText("not entered").count()).toBe(5);
      const link = await inCosine.getByRole("link", { name: "Open in the timeline" }).getAttribute("href");
      expect(link).toMatch(/^#\/people\/ann\?memory=mem_\w+$/);
      expect((await server.ask("GET", "/metrics", { user: "ann" })).body).toEqual(before);
      visitor.expectCalm();
    },
  );

  browserTest("may be the conversation that the message leans on", async () => {
    const server = await populated();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/why?user=ann&q=Yes%20please.");
    await page.getByLabel("Session (optional)").fill("health");
    await page.getByRole("button", { name: "Look" }).click();
    await page.getByText("is looked up without the session").waitFor();
    await entryOf(page, "Hybrid", "Dr Weber").getByText("Turn before").waitFor();
    expect(await entryOf(page, "Cosine", "Dr Weber").getByText("Turn before").count()).toBe(0);
    visitor.expectCalm();
  });

  browserTest("goes with the brief, as the model gets it, and the rules in it; none of it is markup", async () => {
    const server = await populated();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go("#/why");
    await askAsAnn(visitor, QUESTION);
    const brief = page.getByRole("region", { name: "The brief, as the model gets it" });
    const system = brief.getByRole("region", { name: "System" });
    expect(await system.textContent()).toContain(RUNS);
    expect(await system.textContent()).toContain("Never suggest seafood.");
    expect(await brief.getByRole("region", { name: "User" }).textContent()).toContain(QUESTION);
    const rules = page.getByRole("region", { name: "Rules in the brief" });
    await rules.getByText("Never suggest seafood.").waitFor();
    expect(await rules.getByRole("link", { name: "Open the rule" }).count()).toBe(2);
    for (const room of ['[aria-label="Cosine"]', '[aria-label="Hybrid"]', ".why-rules", ".why-system"]) {
      await expectShownAsText(page, room);
    }
    await visitor.expectAccessible();
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await visitor.expectAccessible();
    // What is asked stands in the address: one can go back, on, and load it again.
    await page.goBack();
    await page.getByRole("heading", { name: "What comes to mind" }).waitFor({ state: "detached" });
    await page.goForward();
    await page.getByRole("heading", { name: "What comes to mind" }).waitFor();
    await page.reload();
    await entryOf(page, "Hybrid", RUNS).waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBe(0);
    visitor.expectCalm();
  });
});

describe("an answer that is tried", () => {
  browserTest("is refused with the sentence, and the memory that it hangs on", async () => {
    const server = await populated();
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go(`#/why?user=ann&q=${encodeURIComponent(QUESTION)}`);
    const tried = async (answer: string) => {
      await page.getByLabel("Draft answer").fill(answer);
      await page.getByRole("button", { name: "Check the answer" }).click();
      await page.locator(".verdict").waitFor();
      await visitor.settled();
      return page.getByRole("region", { name: "Try an answer" }).getByRole("status");
    };
    const sentences = await tried("Your long runs are on Sundays, 14 km. Tom works as a nurse. It rains in Lisbon.");
    await sentences.getByText("It would be refused.").waitFor();
    const of = (text: string) => sentences.getByRole("listitem").filter({ hasText: text });
    const outdated = of("Your long runs are on Sundays, 14 km.");
    await outdated.getByText("Contradicted").waitFor();
    await outdated.getByText("outdated", { exact: true }).waitFor();
    expect(await outdated.locator(".remembered").textContent()).toContain(RUNS);
    const supported = of("Tom works as a nurse.");
    await supported.getByText("Supported").waitFor();
    expect(await supported.locator(".remembered").textContent()).toContain("nurse at St Mary's");
    await supported.getByRole("link", { name: "Open in the timeline" }).waitFor();
    await of("It rains in Lisbon.").getByText("Unknown").waitFor();
    await visitor.expectAccessible();
    const broken = await tried("How about seafood tonight?");
    await broken.getByText("the answer does what a standing rule forbids: Never suggest seafood.").waitFor();
    await broken.getByRole("link", { name: "Open the rule" }).waitFor();
    const good = await tried("Your long runs are on Sundays, 18 km.");
    await good.getByText("It may be sent.").waitFor();
    // What is quoted of an answer, and of the memory behind it, is text as well.
    await tried(`The club shows your long runs. ${HOSTILE} The club shows your runs on Sundays.`);
    expect(await page.locator("main img, main script, main b").count()).toBe(0);
    visitor.expectCalm();
  });

  browserTest("is refused by a prohibition, and a gate holds the message back", async () => {
    const server = await populated();
    const constitution = {
      text: "Be kind.",
      gates: [{ pattern: "lottery", reason: "We do not talk of lotteries." }],
      prohibitions: [{ pattern: "guaranteed", reason: "Nothing is guaranteed." }],
    };
    const path = "/admin/constitutions/default";
    expect((await server.ask("PUT", path, { body: constitution })).status).toBeLessThan(300);
    const visitor = await lab.visit(server.url, server.adminKey);
    const { page } = visitor;
    await visitor.go(`#/why?user=ann&q=${encodeURIComponent(QUESTION)}`);
    await page.getByLabel("Draft answer").fill("You run far, guaranteed.");
    await page.getByRole("button", { name: "Check the answer" }).click();
    await page.getByText("Nothing is guaranteed.").waitFor();
    await page.getByLabel("Message").fill("Which lottery should I play?");
    await page.getByLabel("Message").press("Enter");
    await page.getByRole("heading", { name: "The turn is held back" }).waitFor();
    await page.getByText("We do not talk of lotteries.").waitFor();
    expect(await page.getByRole("heading", { name: "What comes to mind" }).count()).toBe(0);
    visitor.expectCalm();
  });
});
