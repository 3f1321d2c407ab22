// bun run bench:erasure: what is left of erased texts in the file in each way of erasing them, and what each way costs.
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../bench/read-options.ts";
import { type Made, type Mark, makeMarkedData } from "./make-marked-data.ts";
import { type Tried, tryWay, WAYS, type Way } from "./try-way.ts";

const HELP = `Erases one brain, and single memories of others, from the same data in four ways.

  bun run bench:erasure -- [options]

  --megabytes N    size of the data (50)
  --packets N      of the brain that is erased (10000)
  --rounds N       how often each way is tried, in turns (3)
  --folder DIR     where the data is made (the system's folder for temporary files)

secure: SQLite's secure_delete alone; scrub: and the room of pages zeroed; into: VACUUM INTO a new file that takes the
old one's place, while nobody writes; vacuum: VACUUM of the file itself.`;

const values = readOptions(HELP, {
  megabytes: { type: "string", default: "50" },
  packets: { type: "string", default: "10000" },
  rounds: { type: "string", default: "3" },
  folder: { type: "string", default: tmpdir() },
  try: { type: "string" },
});

if (values.try === undefined) await compare();
else console.log(JSON.stringify(await tryOne(await Bun.file(values.try).json())));

interface One {
  readonly path: string;
  readonly way: Way;
  readonly mark: Mark;
  readonly made: Made;
  readonly later: number[];
}

function tryOne({ path, way, mark, made, later }: One): Promise<Tried> {
  return tryWay(path, way, mark, made, later);
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(values.folder, "memoryd-ways-"));
  try {
    const path = join(folder, "whole.db");
    const made = makeMarkedData(path, Number(values.megabytes), Number(values.packets));
    const bytes = Bun.file(path).size;
    console.log(`${made.packets} packets in ${mb(bytes)} MB, ${made.singles.length} single ones to erase`);
    const later = [0.001, 0.01, 0.1].map((share) => Math.ceil(made.packets * share));
    for (const mark of ["brain", "single"] as const) {
      const tried: Tried[] = [];
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const way of WAYS) {
          const copy = join(folder, "copy.db");
          for (const side of ["", "-wal", "-shm"]) rmSync(copy + side, { force: true });
          copyFileSync(path, copy);
          tried.push(await inProcess({ path: copy, way, mark, made, later: round === 0 ? later : [] }));
        }
      }
      report(mark, tried);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own: what one way keeps in memory is not the next one's. */
async function inProcess(one: One): Promise<Tried> {
  const asked = `${one.path}.json`;
  await Bun.write(asked, JSON.stringify(one));
  const child = Bun.spawn([process.execPath, import.meta.path, "--try", asked], { stderr: "inherit" });
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(`${one.way} failed`);
  return JSON.parse(output);
}

function report(mark: Mark, tried: readonly Tried[]): void {
  const [first] = tried;
  console.log(`\n${mark === "brain" ? "one brain" : `${first?.erased} single memories`}, medians:`);
  console.log("way     left: text B  vector B  pieces | done ms  held ms  CPU ms | room MB  memory MB");
  for (const way of WAYS) {
    const of = tried.filter((each) => each.way === way);
    const median = (value: (each: Tried) => number) => middle(of.map(value));
    const columns = [
      median(({ left }) => left.textBytes)
        .toFixed(0)
        .padStart(13),
      median(({ left }) => left.vectorBytes)
        .toFixed(0)
        .padStart(9),
      `${median(({ left }) => left.pieces)
        .toFixed(0)
        .padStart(7)} |`,
      median(({ doneMs }) => doneMs)
        .toFixed(0)
        .padStart(7),
      median(({ heldMs }) => heldMs)
        .toFixed(0)
        .padStart(8),
      `${median(({ cpuMs }) => cpuMs)
        .toFixed(0)
        .padStart(7)} |`,
      mb(median(({ roomBytes }) => roomBytes)).padStart(7),
      mb(median(({ memoryBytes }) => memoryBytes)).padStart(10),
    ];
    console.log(way.padEnd(8) + columns.join(" "));
    for (const { turns, left } of of[0]?.later ?? []) {
      console.log(`  after ${turns} turns more: ${left.textBytes} B of text, ${left.vectorBytes} B of vectors`);
    }
  }
  console.log(`the erasure itself: ${middle(tried.map(({ eraseMs }) => eraseMs)).toFixed(0)} ms`);
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function mb(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0);
}
