// How long "not yours" and "not there" take: medians over interleaved pairs, by operation.
import { request } from "./wire.ts";
import type { Brain, World } from "./world.ts";

const PAIRS = 400;

type Ask = (id: string) => readonly [method: string, path: string, body?: unknown];

interface Kind {
  readonly name: string;
  readonly ask: Ask;
  /** Ids of another account. */
  readonly foreign: readonly string[];
  readonly never: (at: number) => string;
}

/** Of the same letters, so that nothing but what it stands for differs. */
function scrambled(id: string, from: number, at: number): string {
  const letters = [...id.slice(from)];
  const turn = 1 + (at % Math.max(1, letters.length - 1));
  return id.slice(0, from) + [...letters.slice(turn), ...letters.slice(0, turn)].join("");
}

export async function timingTable(url: string, world: World): Promise<{ table: string; worst: number }> {
  const [, asking, ...rest] = world.accounts;
  if (asking === undefined) throw new Error("there are too few accounts");
  const brains = rest.flatMap((account) => [...account.brains.values()]);
  const rows: string[] = ["| operation | not yours, ms | not there, ms | ratio |", "| --- | --- | --- | --- |"];
  let worst = 1;
  for (const kind of kindsOf(brains, rest)) {
    const own = new Set(
      [...asking.brains.values()].flatMap(({ items, lessons }) => [...items.keys(), ...lessons.keys()]),
    );
    const foreign = kind.foreign.filter((id) => !own.has(id));
    if (foreign.length === 0) continue;
    const [yours, there] = await medians(url, asking.root.text, { ...kind, foreign });
    const ratio = Math.max(yours / there, there / yours);
    worst = Math.max(worst, ratio);
    rows.push(`| ${kind.name} | ${yours.toFixed(3)} | ${there.toFixed(3)} | ${(yours / there).toFixed(2)} |`);
  }
  return { table: rows.join("\n"), worst };
}

function kindsOf(brains: readonly Brain[], accounts: World["accounts"]): Kind[] {
  const items = brains.flatMap((brain) => [...brain.items.keys()]);
  const lessons = brains.flatMap((brain) => [...brain.lessons.keys()]);
  const turns = brains.flatMap((brain) => brain.turns.map(({ token }) => token));
  const plans = brains.flatMap((brain) => brain.plans.map(({ token }) => token));
  const keys = accounts.flatMap((account) => account.keys.map(({ id }) => id));
  const slugs = accounts.filter((account) => account.hasCore(account.ownSlug)).map(({ ownSlug }) => ownSlug);
  const users = brains.flatMap(({ user, exists }) => (user?.startsWith("user-") === true && exists ? [user] : []));
  const kind = (name: string, foreign: readonly string[], from: number, ask: Ask): Kind => ({
    name,
    ask,
    foreign,
    never: (at) => scrambled(foreign[at % foreign.length] ?? "", from, at),
  });
  return [
    kind("GET /memory/{id}", items, 4, (id) => ["GET", `/memory/${id}`]),
    kind("DELETE /memory/{id}", items, 4, (id) => ["DELETE", `/memory/${id}`]),
    kind("PATCH /lessons/{id}", lessons, 4, (id) => ["PATCH", `/lessons/${id}`, { text: "Say so." }]),
    kind("DELETE /lessons/{id}", lessons, 4, (id) => ["DELETE", `/lessons/${id}`]),
    kind("POST /record", turns, 5, (turn_token) => ["POST", "/record", { turn_token, answer: "Noted." }]),
    kind("POST /verify", turns, 5, (turn_token) => ["POST", "/verify", { turn_token, answer: "Noted." }]),
    kind("POST /synthesize/record", plans, 4, (synthesis_token) => [
      "POST",
      "/synthesize/record",
      { synthesis_token, lessons: [] },
    ]),
    kind("DELETE /admin/keys/{id}", keys, 0, (id) => ["DELETE", `/admin/keys/${id}`]),
    kind("GET /cores/{slug}", slugs, 5, (slug) => ["GET", `/cores/${slug}`]),
    kind("DELETE /cores/{slug}", slugs, 5, (slug) => ["DELETE", `/cores/${slug}`]),
    kind("GET /admin/export?core", slugs, 5, (slug) => ["GET", `/admin/export?core=${slug}`]),
    kind("DELETE /admin/users/{user}", users, 5, (user) => ["DELETE", `/admin/users/${user}`]),
  ];
}

async function medians(url: string, key: string, kind: Kind): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []];
  for (let at = 0; at < PAIRS; at += 1) {
    const ids = [kind.foreign[at % kind.foreign.length] ?? "", kind.never(at)];
    const order = at % 2 === 0 ? [0, 1] : [1, 0];
    for (const which of order) {
      const [method, path, body] = kind.ask(ids[which] ?? "");
      const begun = performance.now();
      await request(url, method, path, { key, ...(body === undefined ? {} : { body }) });
      took[which === 0 ? 0 : 1].push(performance.now() - begun);
    }
  }
  return [median(took[0]), median(took[1])];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
