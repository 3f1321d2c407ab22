// bun run bench:brains: whether questions to small brains find the turns that they need, and nothing where they need none.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { momentAfter, type PlayedTurn, playTurns } from "./play-turns.ts";
import { readOptions } from "./read-options.ts";
import { RETRIEVAL_MODES } from "./rest-client.ts";
import { withExecutable } from "./start-executable.ts";

const HELP = `Plays small brains of natural talk through the interface, and asks each of them 25 questions in both modes.

  bun run build
  bun run bench:brains -- [options]

  --executable FILE    what is measured (dist/memoryd)
  --part PART          seen, third, fourth, fifth or unseen (all)
  --limit N            the first N brains of each part

The brains are in test/bench/brains: the seen and the unseen part by one hand that never saw the service, the third by
who fitted the ranking, before that, the fourth by another hand that never saw it, the fifth by four more. Nothing may be fitted
to the unseen part.
"found": of the turns that the questions need, those among the sources. "outdated first": questions where a turn that was
replaced stands before the one that replaced it. "empty": questions that bring no source.`;

const values = readOptions(HELP, {
  executable: { type: "string", default: "dist/memoryd" },
  part: { type: "string" },
  limit: { type: "string", default: "1000" },
});

interface Brain {
  readonly id: string;
  readonly turns: readonly (PlayedTurn & { readonly id: string })[];
  readonly questions: readonly {
    readonly input: string;
    readonly needs: readonly string[];
    readonly outdated?: readonly string[];
    readonly session?: string;
    readonly kind: string;
  }[];
}

interface Asked {
  readonly kind: string;
  readonly needed: number;
  readonly found: number;
  readonly isOutdatedFirst: boolean;
  readonly isEmpty: boolean;
}

const dataDir = mkdtempSync(join(tmpdir(), "memoryd-brains-"));
console.log("part    mode    kind        questions  needed  found  outdated first  empty");
await withExecutable({ executable: values.executable, dataDir, modelDir: null }, async (client) => {
  for (const part of values.part === undefined ? ["seen", "third", "fourth", "fifth", "unseen"] : [values.part]) {
    const file = readFileSync(join(import.meta.dir, "brains", `${part}.json`), "utf8");
    const brains = (JSON.parse(file) as Brain[]).slice(0, Number(values.limit));
    for (const { id, turns } of brains) await playTurns(client, id, turns);
    for (const mode of RETRIEVAL_MODES) {
      await client.changeSettings({ retrieval_mode: mode });
      const asked: Asked[] = [];
      for (const { id, turns, questions } of brains) {
        const turnOf = new Map(turns.map((turn) => [`${turn.input}\n${turn.answer}`, turn.id]));
        for (const { input, needs, outdated = [], session, kind } of questions) {
          const about = { input, occurred_at: momentAfter(turns), ...(session === undefined ? {} : { session }) };
          const { sources } = await client.prepare(id, about);
          const ids = sources.map(({ text }) => turnOf.get(text) ?? "");
          const first = (of: readonly string[]) => ids.findIndex((each) => of.includes(each));
          const isOutdatedFirst = first(outdated) >= 0 && (first(needs) < 0 || first(outdated) < first(needs));
          const found = needs.filter((need) => ids.includes(need)).length;
          asked.push({ kind, needed: needs.length, found, isOutdatedFirst, isEmpty: ids.length === 0 });
        }
      }
      for (const kind of ["all", ...new Set(asked.map((each) => each.kind))]) print(part, mode, kind, asked);
    }
  }
});
rmSync(dataDir, { recursive: true, force: true });

function print(part: string, mode: string, kind: string, asked: readonly Asked[]): void {
  const some = asked.filter((each) => kind === "all" || each.kind === kind);
  const sum = (of: (each: Asked) => number) => some.reduce((total, each) => total + of(each), 0);
  const cells: readonly (readonly [number, number])[] = [
    [some.length, 9],
    [sum(({ needed }) => needed), 8],
    [sum(({ found }) => found), 7],
    [sum(({ isOutdatedFirst }) => Number(isOutdatedFirst)), 16],
    [sum(({ isEmpty }) => Number(isEmpty)), 7],
  ];
  const numbers = cells.map(([value, width]) => String(value).padStart(width)).join("");
  console.log(`${part.padEnd(8)}${mode.padEnd(8)}${kind.padEnd(12)}${numbers}`);
}
