// The test suite in a network that leads nowhere, under strace, and who reached for what: bun run torture:egress [TEST FILES]
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { ALONE, traced, whyNotAlone, whyNotTraced } from "./closed-network.ts";
import { breachOf, type Call, readCalls } from "./strace-lines.ts";

const SUITE = resolve(import.meta.dir, "../../run.ts");
/** What may be a breach, or says whose it is; all else would only fill the memory. */
const RELEVANT = /sa_family=|\bexecve\(|\b(?:clone3?|v?fork)\(|\bsocket\(|resumed>|"\/etc\/(?:resolv|host|gai)\.conf"/;

const missing = whyNotAlone() ?? whyNotTraced();
if (missing !== null) {
  console.error(`${missing}.`);
  process.exit(2);
}

async function callsOf(file: string): Promise<{ calls: Call[]; lines: number }> {
  const kept: string[] = [];
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lines++;
    if (RELEVANT.test(line)) kept.push(line);
  }
  return { calls: readCalls(kept.join("\n")), lines };
}

/** memoryd under whatever name a test gave it; bun is the runner, and the service where a test holds it in its own process. */
function kindOf(program: string): "memoryd" | "bun" | "other" {
  const name = basename(program);
  if (/^memoryd/.test(name)) return "memoryd";
  return /^bun(?:\.exe)?$/.test(name) ? "bun" : "other";
}

const folder = mkdtempSync(join(tmpdir(), "memoryd-egress-"));
const file = join(folder, "calls.strace");
const startedAt = Date.now();
const suite = Bun.spawn([...ALONE, ...traced(file), process.execPath, SUITE, ...process.argv.slice(2)], {
  // What is skipped here is counted in the suite's last line: a traced process cannot trace others.
  env: { ...process.env, TEST_NO_SKIP: "" },
  stdio: ["ignore", "inherit", "inherit"],
});
const code = await suite.exited;
const { calls, lines } = await callsOf(file);
rmSync(folder, { recursive: true });

const programs = new Map<string, { processes: Set<number>; calls: number; breaches: Map<string, number> }>();
const forbidden: string[] = [];
for (const call of calls) {
  const kind = kindOf(call.program);
  const key = kind === "other" ? basename(call.program) || "(before the trace)" : kind;
  const of = programs.get(key) ?? { processes: new Set(), calls: 0, breaches: new Map() };
  programs.set(key, of);
  of.processes.add(call.pid);
  if (call.destination !== null) of.calls++;
  const breach = breachOf(call);
  if (breach === null) continue;
  of.breaches.set(breach, (of.breaches.get(breach) ?? 0) + 1);
  // Tests call the service by the name localhost, which their runner looks up; the service itself never asks.
  if (kind === "memoryd" || (kind === "bun" && breach !== "asks for a name")) forbidden.push(`${key}: ${call.line}`);
}

console.log(`\n${lines} calls seen in ${Math.round((Date.now() - startedAt) / 1000)} s, the suite ended with ${code}`);
console.log("program: processes and threads, calls with an address, breaches");
for (const [name, of] of [...programs].sort(([one], [other]) => one.localeCompare(other))) {
  const breaches = [...of.breaches].map(([what, count]) => `${what} ${count} times`).join(", ") || "none";
  if (of.calls > 0 || of.breaches.size > 0) console.log(`${name}: ${of.processes.size}, ${of.calls}, ${breaches}`);
}
for (const line of forbidden.slice(0, 50)) console.log(`FORBIDDEN ${line}`);
const memoryd = programs.get("memoryd");
if (memoryd === undefined) console.log("The executable never ran, so this says nothing.");
console.log(forbidden.length === 0 ? "nothing of ours reached beyond loopback" : `${forbidden.length} forbidden calls`);
process.exit(code === 0 && forbidden.length === 0 && memoryd !== undefined ? 0 : 1);
