// More than a hundred questions in hybrid mode are answered byte for byte the same whatever happens to the process in between.
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededNumbers } from "../support/chance.ts";
import { openLab, type Server, type StartOptions } from "./executable.ts";
import { record, type Turn } from "./turns.ts";

const lab = openLab();
// A pass takes some ten seconds; only a hang reaches this.
setDefaultTimeout(300_000);

const USERS = ["ada", "bob", "cem"];
const TURNS_OF_USER = 60;
const QUESTIONS = 130;
/** Brains that are asked in between; together they are more than the least memory there may be. */
const OTHERS = ["other-1", "other-2"];
const CLIENTS = 4;

const next = seededNumbers(2_026);
function pick<T>(from: readonly T[]): T {
  const found = from[Math.floor(next() * from.length)];
  if (found === undefined) throw new Error("there is nothing to pick from");
  return found;
}
const number = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
const two = (value: number) => String(value).padStart(2, "0");

const NAMES = "Runa Tomek Ines Hallvard Mirela Okello Sanne Yusuf Petra Dimitri Aiko Bruno".split(" ");
const PLACES = "Porto Gdansk Bergen Nairobi Utrecht Split Kyoto Cork Tartu Oaxaca".split(" ");
const THINGS = "boiler bicycle violin kettle tent ladder passport printer sofa camera rucksack heater".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(" ");
const code = () => `${pick(["ERR", "INV", "KX", "BQ"])}-${number(100, 140)}`;

const STATEMENTS: readonly (() => string)[] = [
  () => `${pick(NAMES)} moved to ${pick(PLACES)} in ${pick(MONTHS)} and took the ${pick(THINGS)} along.`,
  () => `The ${pick(THINGS)} shows ${code()} again, so I called ${pick(NAMES)}.`,
  () => `My rent in ${pick(PLACES)} is ${number(6, 14) * 50} euros a month.`,
  () => `I keep the key of the ${pick(THINGS)} with ${pick(NAMES)}.`,
  () => `Please order a new ${pick(THINGS)} before ${number(1, 28)} ${pick(MONTHS)}.`,
  () => `We had dinner with ${pick(NAMES)} and ${pick(NAMES)} in ${pick(PLACES)}, and nobody wanted dessert.`,
  () => `The invoice ${code()} for the ${pick(THINGS)} was paid.`,
  () => `${pick(NAMES)} wird im ${pick(["März", "Mai", "Juni", "Oktober"])} nach ${pick(PLACES)} ziehen.`,
  () => pick(["Yes!", "No, thanks.", "Exactly.", "Let us do that."]),
];
const ANSWERS: readonly (() => string)[] = [
  () => "Noted.",
  () => `I will remember the ${pick(THINGS)}.`,
  () => `Good to know about ${pick(NAMES)}. Shall I put ${pick(PLACES)} on your list?`,
  () => `Done. ${"Here is what I would check next, step by step, before you call anybody. ".repeat(number(1, 6))}`,
];

interface Asked {
  readonly input: string;
  readonly session?: string;
  readonly occurred_at?: string;
}

interface Said extends Asked {
  readonly user: string;
  readonly answer: string;
}

function moment(): string {
  return `2025-${two(number(1, 12))}-${two(number(1, 28))}T${two(number(0, 23))}:${two(number(0, 59))}:00Z`;
}

/** Numbers of five digits, which nothing else has: each is a word, and all of them are one token to the model. */
function rareWords(least: number, count: number): string {
  return Array.from({ length: count }, (_, at) => least + at).join("→");
}

function conversationOf(user: string): Said[] {
  const said: Said[] = [];
  for (let at = 0; at < TURNS_OF_USER; at++) {
    const again = said[number(0, Math.max(0, said.length - 1))];
    const kind = next();
    let input = pick(STATEMENTS)();
    if (again !== undefined && kind < 0.1) input = again.input;
    // The same with another number: a changed fact.
    else if (again !== undefined && kind < 0.3) input = again.input.replace(/\d+/, () => String(number(100, 999)));
    const session = next() < 0.7 ? { session: `${user}-${Math.floor(at / 6)}` } : {};
    said.push({ user, input, answer: pick(ANSWERS)(), occurred_at: moment(), ...session });
  }
  return said;
}

/** What is said in the order of each user; one brain alone has more words than the least memory holds. */
const SAID: readonly (readonly Said[])[] = [
  ...USERS.map(conversationOf),
  ...OTHERS.map((user, at) => [{ user, input: "A list of numbers.", answer: rareWords(30_000 + 8_000 * at, 8_000) }]),
];
const LONG: Said = { user: "cem", input: "Read this list of numbers aloud.", answer: rareWords(10_000, 16_000) };

interface Question extends Asked {
  readonly user: string;
}

const ASKED: readonly (() => Asked)[] = [
  () => ({ input: `Where does ${pick(NAMES)} live now?` }),
  () => ({ input: `What is ${code()} about?` }),
  () => ({ input: `Who has the key of the ${pick(THINGS)}?` }),
  () => ({ input: `What is my rent in ${pick(PLACES)}?` }),
  () => ({ input: `Did we agree on the ${pick(THINGS)} for ${pick(PLACES)}?` }),
  () => ({ input: `What did ${pick(NAMES)} do in ${pick(MONTHS)}?` }),
  () => ({ input: `What happened in ${pick(MONTHS)} 2025?` }),
  () => ({ input: "What did we talk about last week?", occurred_at: moment() }),
  () => ({ input: `Was there anything about the ${pick(THINGS)} yesterday or last month?`, occurred_at: moment() }),
  () => ({ input: `Wohin zieht ${pick(NAMES)} im Mai?` }),
  () => ({ input: pick(["Is it?", "And then?", "the of and", "2718", "Thanks!"]) }),
  () => ({ input: `${code()} ${code()} ${pick(NAMES)} ${pick(PLACES)} ${pick(THINGS)}` }),
];
const QUESTIONS_ASKED: readonly Question[] = Array.from({ length: QUESTIONS }, () => ({
  user: pick(USERS),
  occurred_at: "2026-01-15T12:00:00Z",
  ...pick(ASKED)(),
}));

async function ask(server: Server, { user, ...body }: Question): Promise<Turn> {
  const { status, body: turn } = await server.ask<Turn>("POST", "/prepare", { user, body });
  expect(status, JSON.stringify(turn)).toBe(200);
  return turn;
}

async function seed(server: Server): Promise<void> {
  const settings = await server.ask("PATCH", "/admin/settings", { body: { retrieval_mode: "hybrid" } });
  expect(settings.status).toBe(200);
  const lists = SAID.map((said) => (said[0]?.user === LONG.user ? [...said, LONG] : said));
  await Promise.all(
    lists.map(async (said) => {
      for (const { answer, ...asked } of said) {
        const { turn_token } = await ask(server, asked);
        const { status } = await record(server, turn_token ?? "", answer, { user: asked.user });
        expect(status).toBe(200);
      }
    }),
  );
}

/** The answer to each question, without what is new each time. */
async function askAll(server: Server, inBetween = async (_: number) => {}): Promise<string[]> {
  const answers: string[] = [];
  let place = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let at = place++; at < QUESTIONS_ASKED.length; at = place++) {
        const { turn_token, ...rest } = await ask(server, QUESTIONS_ASKED[at] as Question);
        expect(turn_token).not.toBeNull();
        answers[at] = JSON.stringify(rest);
        await inBetween(at);
      }
    }),
  );
  return answers;
}

let cwd = "";
let first: readonly string[] = [];
/** Where there is memory for the words of every brain. */
let allWordBytes = 0;
/** How what answers the questions entered the ranking. */
const ways = new Set<string>();

beforeAll(async () => {
  const server = await lab.start();
  cwd = server.cwd;
  await seed(server);
  first = await askAll(server);
  await askOthers(server, 0);
  allWordBytes = await wordBytesOf(server);
  for (const { user, input } of QUESTIONS_ASKED.slice(0, 60)) {
    const { body } = await server.ask<{ sources: { explain: { entered_by: string } }[] }>("POST", "/recall", {
      user,
      body: { query: input, limit: 20, explain: true },
    });
    for (const { explain } of body.sources) ways.add(explain.entered_by);
  }
  server.kill("SIGKILL");
  await server.exited;
});

test("the questions are worth asking: nearly all have sources, and of every way in", () => {
  const turns = first.map((answer) => JSON.parse(answer) as Turn);
  expect(turns).toHaveLength(QUESTIONS);
  expect(turns.filter(({ sources }) => sources.length > 0).length).toBeGreaterThan(QUESTIONS * 0.8);
  expect(new Set(first).size).toBeGreaterThan(QUESTIONS / 4);
  expect([...ways]).toContain("similarity");
  expect([...ways]).toContain("words");
});

async function askOthers(server: Server, at: number): Promise<void> {
  if (at % 25 !== 0) return;
  for (const user of OTHERS) await ask(server, { user, input: "Is 33333 in the list?" });
}

const CONDITIONS: readonly (readonly [string, StartOptions, typeof askOthers])[] = [
  [
    "after kill -9, in another time zone and language",
    { env: { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" } },
    async () => {},
  ],
  [
    "from a copy of the files, with so little memory that brains leave it, and more embedding workers",
    { args: ["--memory-mib", "1"], env: { MEMORYD_EMBEDDING_WORKERS: "2" } },
    askOthers,
  ],
];

/** Of the words that the server has in memory. */
async function wordBytesOf({ url, adminKey }: Server): Promise<number> {
  const metrics = await fetch(`${url}/prometheus`, { headers: { "X-API-Key": adminKey } });
  return Number(/^memoryd_words_bytes (\d+)$/m.exec(await metrics.text())?.[1]);
}

/** The data as a backup of the directory brings it back. */
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), "memoryd-copy-"));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

test.each(CONDITIONS)("all answers are the same, byte for byte, %s", async (_, options, inBetween) => {
  const folder = inBetween === askOthers ? copyOf(cwd) : cwd;
  const server = await lab.start({ ...options, cwd: folder });
  const again = await askAll(server, (at) => inBetween(server, at));
  if (inBetween === askOthers) expect(await wordBytesOf(server)).toBeLessThan(allWordBytes);
  const different = again.flatMap((answer, at) => (answer === first[at] ? [] : [at]));
  expect(different.map((at) => [QUESTIONS_ASKED[at], first[at], again[at]]).slice(0, 2)).toEqual([]);
  expect(different).toHaveLength(0);
  server.kill("SIGKILL");
  await server.exited;
  if (folder !== cwd) rmSync(folder, { recursive: true, force: true });
});
