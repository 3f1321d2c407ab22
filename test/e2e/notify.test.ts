// What the executable tells systemd, as a socket of the test's own hears it.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
const python = Bun.which("python3");
if (python === null) console.log("SKIPPED: without python3 nobody hears what systemd is told.");

/** Prints each datagram as a line of JSON, with the time of the clock that systemd compares with, in us. */
const HEAR = `
import json, socket, sys, time
heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1].replace("@", "\\0", 1))
print("bound", flush=True)
while True:
    print(json.dumps([heard.recv(4096).decode(), time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000]), flush=True)
`;

type Heard = [text: string, us: number];

async function hear(address: string) {
  const heard: Heard[] = [];
  let text = "";
  const child = Bun.spawn([python ?? "", "-c", HEAR, address], { stdio: ["ignore", "pipe", "inherit"] });
  void (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      text += decoder.decode(bytes, { stream: true });
      const lines = text.split("\n").slice(1, -1);
      heard.splice(0, heard.length, ...lines.map((line) => JSON.parse(line) as Heard));
    }
  })();
  await until("the socket", () => text.startsWith("bound\n") || undefined);
  const first = (word: string, after = 0) =>
    until(word, () => heard.slice(after).find(([told]) => told.startsWith(word)));
  return { heard, first, end: () => child.kill() };
}

const EVERY_US = 200_000;

test.skipIf(python === null).each([
  ["a path", () => join(lab.directory(), "notify")],
  ["an abstract name", () => `@memoryd-test-${process.pid}`],
])("ready, alive, reloading, ready again and stopping are told in this order, by %s", async (_, addressOf) => {
  const address = addressOf();
  const { heard, first, end } = await hear(address);
  try {
    const cwd = lab.directory();
    const config = join(cwd, "memoryd.toml");
    writeFileSync(config, "");
    const env = { NOTIFY_SOCKET: address, WATCHDOG_USEC: String(EVERY_US), MEMORYD_CONFIG: config };
    const server = await lab.start({ cwd, env });
    expect((await first("READY=1"))[0]).toMatch(/^READY=1\nSTATUS=memoryd \S+ listens on http:\/\/127.0.0.1:\d+\n$/);
    await first("WATCHDOG=1");
    server.kill("SIGHUP");
    const [reloading, heardAt] = await first("RELOADING=1");
    const toldAt = Number(/^RELOADING=1\nMONOTONIC_USEC=(\d+)\n$/.exec(reloading)?.[1]);
    expect([toldAt <= heardAt, toldAt > heardAt - 60_000_000]).toEqual([true, true]);
    const at = heard.findIndex(([told]) => told === reloading);
    await first("READY=1", at);
    // A file that is refused ends the reload too.
    writeFileSync(config, "prot = 1\n");
    const before = heard.length;
    server.kill("SIGHUP");
    await first("RELOADING=1", before);
    await first("READY=1", before);
    expect(await server.stop()).toBe(0);
    await first("STOPPING=1");
    const words = heard.map(([told]) => told.split("=")[0]).filter((word) => word !== "WATCHDOG");
    expect(words).toEqual(["READY", "RELOADING", "READY", "RELOADING", "READY", "STOPPING"]);
  } finally {
    end();
  }
});

test("a socket that is gone is warned of, and the service goes on", async () => {
  const server = await lab.start({ env: { NOTIFY_SOCKET: join(lab.directory(), "none") } });
  expect(await server.stop()).toBe(0);
  expect(server.written.stderr).toContain('"event":"notify_failed"');
});
