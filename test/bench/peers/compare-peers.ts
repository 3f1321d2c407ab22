// bun run bench:peers: our search and our whole path beside those of other projects, on the same vectors and texts.
import { describeMachine } from "../machine.ts";
import { readOptions, refuseOptions } from "../read-options.ts";
import { LIMIT, prepareVectors } from "./clustered-vectors.ts";
import { installPeers, PACKAGES, PEERS_DIR } from "./install-peers.ts";
import { type MemoryReport, measureMemory, startMem0, startOurs } from "./measure-memory.ts";
import { measureSearch, type SearchReport } from "./measure-search.ts";
import { memoryTexts, TEXTS_MAX } from "./memory-texts.ts";
import { MEMORY_PEER, OUR_PEERS, PEER_IDS, packagesOf, searchPeers } from "./peer-list.ts";
import { canPin } from "./peer-process.ts";
import { memoryLines, searchLines, versionLines } from "./peers-report.ts";

const HELP = `Our search and our whole path beside those of other projects, on the same vectors and the same texts.

  bun run build
  bun run bench:peers [-- options]

  --dir DIR           where the peers are installed and the vectors lie, about 1 GB; 1M takes 1.5 GB more (${PEERS_DIR})
  --sizes LIST        numbers of vectors (1k,10k,100k)
  --peers LIST        who is measured besides us; "none" for nobody (${PEER_IDS.join(",")})
  --texts N           sentences of the whole path, at most ${TEXTS_MAX} (1000)
  --executable FILE   our executable for the whole path (dist/memoryd)
  --json FILE         write the figures to FILE too

What is installed, into DIR alone, where it is not there yet; it needs python3 with venv, and a network once:

${Object.values(PACKAGES)
  .map((pins) => `  ${pins.join(" ")}`)
  .join("\n")}

Where it runs as root, pgvector's package adds a system user, pgserver, because PostgreSQL does not run as root.

Search: 384 numbers a vector, the best ${LIMIT}, in seeded clusters; every peer reads the same file, runs in a process of
its own on one core, and times itself. All are asked in turns. Our int8 scan is the service's vector store over SQLite:
codes in memory, float32 rows of the best read from the file. A row with * looks at some vectors only.

  build s     from the file to searchable, and on disk where it stores; settling afterwards is not in it
  add ms      one more row, median: ours and sqlite-vec wait for the disk, LanceDB for the system; the others write to
              memory alone, and the graphs to their file once, when they are told to
  ours/peer   our int8 scan's p50 by the peer's: below 1, ours is faster
  recall@${LIMIT}    against exact answers in float64
  RSS MiB     most that the process has had resident, its runtime included

Whole path: one sentence at a time into memory, one question at a time out of it. Ours: the executable over HTTP, /prepare
and /record, /recall. ${MEMORY_PEER}: in its own process, infer=False, vectors in memory, our embedder behind a loopback endpoint.`;

const values = readOptions(HELP, {
  dir: { type: "string", default: PEERS_DIR },
  sizes: { type: "string", default: "1k,10k,100k" },
  peers: { type: "string", default: PEER_IDS.join(",") },
  texts: { type: "string", default: "1000" },
  executable: { type: "string", default: "dist/memoryd" },
  json: { type: "string" },
});
const sizes = values.sizes === "" ? [] : values.sizes.split(",").map(sizeOf);
const ids = values.peers === "none" ? [] : values.peers.split(",");
const unknown = ids.filter((id) => !PEER_IDS.includes(id));
const texts = Number(values.texts);
if (sizes.some(Number.isNaN) || unknown.length > 0 || !(texts >= 0 && texts <= TEXTS_MAX)) refuseOptions(HELP);

/** Queries of a size, and what one round asks of a peer: with many vectors the exact answers take long. */
const MANY_ROWS = 200_000;
const QUERIES = 200;
const QUERIES_OF_MANY = 40;
const ROUNDS = 8;
const ROUND_BUDGET_MS = 1_000;
const WARM_UP_MS = 2_000;

const onProgress = (line: string) => console.error(line);
const installation = await installPeers(values.dir, packagesOf(ids), onProgress);
const machine = describeMachine(values.executable);
console.log(`Machine     ${machine}`);
console.log(
  `Each search ${canPin() ? "pinned to one core" : "on one thread"}, but for the row that says otherwise; figures of all peers in turns`,
);

const reports: SearchReport[] = [];
for (const size of sizes) {
  onProgress(`${size} rows: preparing the vectors and their exact answers`);
  const data = await prepareVectors(values.dir, size, size > MANY_ROWS ? QUERIES_OF_MANY : QUERIES);
  const report = await measureSearch({
    data,
    peers: [...OUR_PEERS, ...searchPeers(installation, ids)],
    rounds: ROUNDS,
    perRound: Math.ceil(QUERIES / ROUNDS),
    budgetMs: ROUND_BUDGET_MS,
    warmUpMs: WARM_UP_MS,
    onProgress,
  });
  console.log(`\n${searchLines(report).join("\n")}`);
  reports.push(report);
}
const memory = texts > 0 ? await measureWholePath() : null;
if (memory !== null) console.log(`\n${memoryLines(memory).join("\n")}`);
for (const line of versionLines(reports)) console.log(`\n${line}`);
if (values.json !== undefined) {
  await Bun.write(values.json, `${JSON.stringify({ machine, searches: reports, memory }, null, 2)}\n`);
}

async function measureWholePath(): Promise<MemoryReport> {
  const why = installation.missing.get("mem0ai");
  const mem0 = {
    label: MEMORY_PEER,
    start: (folder: string) =>
      why === undefined ? startMem0(installation.python, folder) : Promise.reject(new Error(why)),
  };
  return measureMemory({
    texts: memoryTexts(texts),
    questions: QUERIES,
    starts: [
      { label: "memoryd", start: (folder) => startOurs(values.executable, folder) },
      ...(ids.includes(MEMORY_PEER) ? [mem0] : []),
    ],
    onProgress,
  });
}

/** 1k, 1M or digits; NaN for anything else. */
function sizeOf(text: string): number {
  const [, digits, unit = ""] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  const size = Number(digits) * ({ k: 1_000, M: 1_000_000 }[unit] ?? 1);
  return size >= LIMIT ? size : Number.NaN;
}
