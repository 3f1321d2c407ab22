// A text on every way of a turn: asked, recorded, remembered, checked against, learned from.
import { type AttackedService, REMEMBERED_USER } from "./attacked-service.ts";
import type { Scenario } from "./scenario.ts";

const INPUT_MAX = 32_768;
const ANSWER_MAX = 131_072;
const LESSON_MAX = 2_000;
const SEARCH_MAX = 1_000;
/** With every character escaped it is still metadata. */
const METADATA_MAX = 200;

const input = (text: string) => text.slice(0, INPUT_MAX).toWellFormed();
const answer = (text: string) => text.slice(0, ANSWER_MAX).toWellFormed();

let users = 0;

/** What reads a text and little else: for very many texts. */
export const reading: Scenario = {
  name: "reading",
  lengthMax: INPUT_MAX,
  async run({ rich }, text) {
    const user = `r${++users}`;
    const said = input(text);
    const at = { user, length: said.length };
    const turn = await rich.ask("/prepare", "POST", "/prepare", { ...at, body: { input: said } });
    if (turn.turn_token === undefined) return;
    await rich.ask("/record", "POST", "/record", { ...at, body: { turn_token: turn.turn_token, answer: said } });
    await rich.ask("/verify, remembered", "POST", "/verify", { ...at, body: { answer: said } });
  },
};

/** One account's settings after the other, the turn's whole life, in a brain of its own. */
export function life(kind: "rich" | "plain"): Scenario {
  return {
    name: `life, ${kind}`,
    lengthMax: ANSWER_MAX,
    run: async (service, text) => live(service, kind, text),
  };
}

async function live(service: AttackedService, kind: "rich" | "plain", text: string): Promise<void> {
  const account = service[kind];
  const how = kind === "rich" ? "hybrid" : "cosine";
  const user = `l${++users}`;
  const [said, answered] = [input(text), answer(text)];
  const asked = { user, length: said.length };
  const drafted = { user, length: answered.length };
  const other = { ...asked, user: REMEMBERED_USER };
  await account.ask(`/prepare, ${how}, ordinary memory`, "POST", "/prepare", { ...other, body: { input: said } });
  await account.ask(`/recall, ${how}`, "POST", "/recall", { ...other, body: { query: said, limit: 50 } });
  await account.ask("/verify, ordinary memory", "POST", "/verify", {
    ...drafted,
    user: REMEMBERED_USER,
    body: { answer: answered },
  });
  const first = await account.ask(`/prepare, ${how}, no memory`, "POST", "/prepare", {
    ...asked,
    body: { input: said },
  });
  const token = first.turn_token;
  if (typeof token !== "string") return;
  await account.ask("/verify, of a turn", "POST", "/verify", {
    ...drafted,
    body: { answer: answered, turn_token: token },
  });
  await account.ask(`/record, ${how}`, "POST", "/record", {
    ...drafted,
    body: { turn_token: token, answer: answered },
  });
  await prohibit(service, kind, user, text);
  await account.ask(`/prepare, ${how}, the same remembered`, "POST", "/prepare", { ...asked, body: { input: said } });
  await account.ask(`/prepare, ${how}, short over long memory`, "POST", "/prepare", {
    ...drafted,
    body: { input: said.slice(0, 40).toWellFormed().trim() || "What?" },
  });
  await account.ask("/verify, remembered", "POST", "/verify", { ...drafted, body: { answer: answered } });
  await learn(service, kind, user, said);
  await keep(account, user, said, answered);
  await account.ask("GET /memory", "GET", "/memory?limit=1000", drafted);
  await account.ask("GET /admin/export", "GET", `/admin/export?user=${user}`, drafted);
}

/** Without a turn: remembered, looked for by its own words, and changed. */
async function keep(account: AttackedService["rich"], user: string, input: string, answer: string): Promise<void> {
  const metadata = { said: input.slice(0, METADATA_MAX).toWellFormed() };
  const at = { user, length: answer.length };
  const made = await account.ask("POST /memory", "POST", "/memory", { ...at, body: { input, answer, metadata } });
  const sought = { user, length: input.length };
  const q = encodeURIComponent(input.slice(0, SEARCH_MAX).toWellFormed());
  await account.ask("GET /memory?q", "GET", `/memory?q=${q}`, sought);
  const filter = encodeURIComponent(JSON.stringify(metadata));
  await account.ask("GET /memory?metadata", "GET", `/memory?metadata=${filter}`, sought);
  if (typeof made.id !== "string") return;
  const body = { input: answer.slice(0, INPUT_MAX).toWellFormed(), answer: "" };
  await account.ask("PATCH /memory", "PATCH", `/memory/${made.id}`, { ...at, body });
  await account.ask("GET /profile", "GET", "/profile", at);
}

async function prohibit(service: AttackedService, kind: "rich" | "plain", user: string, text: string): Promise<void> {
  const account = service[kind];
  const rule = `Never ${text}`.slice(0, LESSON_MAX).toWellFormed();
  const plain = text.slice(0, LESSON_MAX).toWellFormed();
  const made = await account.ask("POST /lessons", "POST", "/lessons", {
    user,
    length: rule.length,
    body: { text: rule },
  });
  await account.ask("POST /lessons", "POST", "/lessons", { user, length: plain.length, body: { text: plain } });
  if (typeof made.id !== "string") return;
  const reworded = `Do not ${text}`.slice(0, LESSON_MAX).toWellFormed();
  const change = { user, length: reworded.length, body: { text: reworded } };
  await account.ask("PATCH /lessons", "PATCH", `/lessons/${made.id}`, change);
}

/** Said again, so that there is something to learn; once by its own rules, once by the caller's. */
async function learn(service: AttackedService, kind: "rich" | "plain", user: string, said: string): Promise<void> {
  const account = service[kind];
  const at = { user, length: said.length };
  await sayAgain(service, kind, user, said);
  const plan = await account.ask("/synthesize/prepare", "POST", "/synthesize/prepare", { ...at, body: {} });
  const clusters = Array.isArray(plan.clusters) ? (plan.clusters as { id: string }[]) : [];
  if (typeof plan.synthesis_token === "string") {
    const text = said.slice(0, LESSON_MAX).toWellFormed();
    const lessons = clusters.map(({ id }) => ({ cluster_id: id, text }));
    const body = { synthesis_token: plan.synthesis_token, lessons };
    await account.ask("/synthesize/record", "POST", "/synthesize/record", { user, length: text.length, body });
  }
  await sayAgain(service, kind, user, `No, ${said}`.slice(0, INPUT_MAX).toWellFormed());
  await account.ask("/sync", "POST", "/sync", at);
}

async function sayAgain(service: AttackedService, kind: "rich" | "plain", user: string, said: string): Promise<void> {
  const account = service[kind];
  const how = kind === "rich" ? "hybrid" : "cosine";
  for (let time = 0; time < 2; time++) {
    const at = { user, length: said.length };
    const turn = await account.ask(`/prepare, ${how}, the same remembered`, "POST", "/prepare", {
      ...at,
      body: { input: said },
    });
    if (typeof turn.turn_token !== "string") return;
    await account.ask(`/record, ${how}`, "POST", "/record", {
      ...at,
      body: { turn_token: turn.turn_token, answer: "Yes." },
    });
  }
}
