// How long nobody answers while the service is replaced: TERM to the old process, its end, the start of the new one.
// `bun test/bench/restart.ts [ROUNDS] [DATA_DIR]` prints the median and the longest, in ms, for a connection that is
// refused, and until /readyz is 200.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const EXECUTABLE = resolve(import.meta.dir, "../../dist/memoryd");
const ASKED_EVERY_MS = 2;

const rounds = Number(process.argv[2] ?? 10);
const folder = mkdtempSync(join(tmpdir(), "memoryd-restart-"));
const dataDir = process.argv[3] ?? join(folder, "data");

async function start(port: number) {
  const child = Bun.spawn([EXECUTABLE, "serve", "--data-dir", dataDir, "--port", String(port)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const line = new TextDecoder().decode((await child.stdout.getReader().read()).value);
  return { child, url: /http:\S+/.exec(line)?.[0] ?? "" };
}

async function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function until(is: () => Promise<boolean>): Promise<number> {
  while (!(await is())) await Bun.sleep(ASKED_EVERY_MS);
  return performance.now();
}

function told(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  console.log(`${what}: median ${at(0.5)} ms, longest ${at(1)} ms`);
}

let { child, url } = await start(0);
const port = Number(new URL(url).port);
await until(() => isAnswered(`${url}/readyz`));
const [gaps, readies]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round++) {
  const old = child;
  const beganAt = performance.now();
  old.kill("SIGTERM");
  const restarted = old.exited.then(() => start(port));
  const answeredAt = until(async () => old.exitCode !== null && (await isAnswered(`${url}/livez`)));
  ({ child, url } = await restarted);
  gaps.push((await answeredAt) - beganAt);
  readies.push((await until(() => isAnswered(`${url}/readyz`))) - beganAt);
}
child.kill();
await child.exited;
rmSync(folder, { recursive: true });
told("until it answers again", gaps);
told("until it is ready again", readies);
