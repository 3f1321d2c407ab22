import { expect, test } from "bun:test";
import { openSupervisor } from "../../src/app/supervisor.ts";

async function supervised(environment: Record<string, string>, open?: () => never) {
  const told: string[] = [];
  const warned: object[] = [];
  const timers: { ms: number; work: () => void }[] = [];
  const socket = { send: (text: string) => told.push(text) > 0, monotonicUs: () => 5n };
  const supervisor = await openSupervisor({
    environment,
    pid: 7,
    log: { warn: (line: object) => void warned.push(line) } as never,
    open: open ?? (async () => socket),
    every: (ms, work) => void timers.push({ ms, work }),
  });
  return { ...supervisor, told, warned, timers };
}

test("where no manager asks nothing is opened and nothing is told", async () => {
  const open = () => {
    throw new Error("opened");
  };
  for (const environment of [{}, { NOTIFY_SOCKET: "" }, { WATCHDOG_USEC: "1000000" }]) {
    const { ready, stopping, warned, timers } = await supervised(environment, open);
    ready("here");
    stopping();
    expect([warned, timers]).toEqual([[], []]);
  }
});

test("each state is told in the manager's words, and the watchdog at half its time once the service is ready", async () => {
  const environment = { NOTIFY_SOCKET: "/run/s", WATCHDOG_USEC: "3000000", WATCHDOG_PID: "7" };
  const { ready, reloading, stopping, told, timers } = await supervised(environment);
  expect(timers).toEqual([]);
  ready("here");
  timers[0]?.work();
  reloading();
  ready("here");
  stopping();
  expect(told).toEqual([
    "READY=1\nSTATUS=here\n",
    "WATCHDOG=1\n",
    "RELOADING=1\nMONOTONIC_USEC=5\n",
    "READY=1\nSTATUS=here\n",
    "STOPPING=1\n",
  ]);
  expect(timers.map(({ ms }) => ms)).toEqual([1_500]);
});

test.each([{ WATCHDOG_USEC: "1000", WATCHDOG_PID: "8" }, { WATCHDOG_USEC: "0" }, { WATCHDOG_USEC: "soon" }])(
  "%j is no watch over this process",
  async (watchdog) => {
    const { ready, timers } = await supervised({ NOTIFY_SOCKET: "/run/s", ...watchdog });
    ready("here");
    expect(timers).toEqual([]);
  },
);

test("a socket that is none is warned of, and the service goes on", async () => {
  const { ready, warned } = await supervised({ NOTIFY_SOCKET: "vsock:2:1" }, () => {
    throw new Error("no such socket");
  });
  ready("here");
  expect(warned).toMatchObject([{ event: "notify_failed" }]);
});
