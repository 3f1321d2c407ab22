// Part "footprint": how soon the service is there, and what it takes of memory and disk.
import { stat } from "node:fs/promises";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { RETRIEVAL_MODES } from "../rest-client.ts";
import { withExecutable } from "../start-executable.ts";
import { createCaller } from "./calls.ts";
import { type Bench, median, type PartReport, type Table } from "./part.ts";

const MIB = 1024 * 1024;
/** After it was ready, before its memory is looked at. */
const REST_MS = 500;
/** Questions after the first, each of other words. */
const NEXT_QUESTIONS = 5;

export async function measureFootprint(bench: Bench): Promise<PartReport> {
  const starts = await measureStarts(bench);
  const questions = await measureQuestions(bench);
  const { dataDir, packets, seconds } = await bench.sizedBrains();
  const { size } = await stat(databasePath(dataDir));
  const disk: Table = {
    title: "Disk",
    rows: [{ packets, MiB: size / MIB, "bytes a packet": size / packets, "seeded in s": seconds }],
    notes: ["Packets that a learning pass has seen; before it each holds its input's embedding too, 1,536 bytes."],
  };
  const listening = Number(starts.rows[1]!["listening ms"]);
  const ready = Number(starts.rows[1]!["ready ms"]);
  const idle = starts.rows[1]!["idle RSS MiB"] as number | null;
  return {
    tables: [starts, questions, disk],
    goals: [
      { what: "from start to listening in ms", measured: listening, bound: "at most", goal: 500 },
      { what: "from start to ready in ms", measured: ready, bound: "at most", goal: 1_500 },
      { what: "idle RSS in MiB", measured: idle, bound: "at most", goal: 300 },
    ],
  };
}

async function measureStarts({ executable, scale, sizedBrains, seed }: Bench): Promise<Table> {
  const { dataDir, packets } = await sizedBrains();
  const cases = [
    { data: "none", dataDir: (await seed("empty", [])).dataDir },
    { data: `${packets} packets`, dataDir },
  ];
  const rows: Table["rows"][number][] = [];
  for (const { data, dataDir } of cases) {
    const seen: { listening: number; ready: number; rss: number | null }[] = [];
    for (let start = 0; start < scale.starts; start++) {
      await withExecutable({ executable, dataDir, modelDir: null }, async (_rest, running) => {
        await Bun.sleep(REST_MS);
        seen.push({ listening: running.listeningMs, ready: running.readyMs, rss: await running.rssBytes() });
      });
    }
    const rss = seen.flatMap((each) => each.rss ?? []);
    rows.push({
      data,
      starts: seen.length,
      "listening ms": median(seen.map((each) => each.listening)),
      "ready ms": median(seen.map((each) => each.ready)),
      "idle RSS MiB": rss.length === 0 ? null : median(rss) / MIB,
    });
  }
  return {
    title: "Start",
    rows,
    notes: [
      "Medians, from the start of the process; the executable's file is in memory. One embedding worker is open.",
    ],
  };
}

async function measureQuestions({ executable, scale, sizedBrains, inputs }: Bench): Promise<Table> {
  const { dataDir, userOf } = await sizedBrains();
  const flags = ["--embedding-workers", "1"];
  const rows: Table["rows"][number][] = [];
  for (const mode of RETRIEVAL_MODES) {
    for (const packets of scale.sizes) {
      await withExecutable({ executable, dataDir, modelDir: null, flags }, async (rest, running) => {
        await rest.changeSettings({ retrieval_mode: mode });
        const idle = await running.rssBytes();
        const ask = (at: number) =>
          createCaller(running).time("POST", "/prepare", userOf(packets), { input: inputs.fresh(at) });
        const first = await ask(0);
        const rss = await running.rssBytes();
        const peak = await running.peakRssBytes();
        const next: number[] = [];
        for (let at = 1; at <= NEXT_QUESTIONS; at++) next.push(await ask(at));
        rows.push({
          mode,
          packets,
          "first prepare ms": first,
          "later ones ms": median(next),
          "RSS MiB": rss === null ? null : rss / MIB,
          "peak RSS MiB": peak === null ? null : peak / MIB,
          "grown MiB": rss === null || idle === null ? null : (rss - idle) / MIB,
        });
      });
    }
  }
  return { title: "Memory after one question", rows, notes: ["A fresh start each, 1 worker, the default budget."] };
}
