// Transfers that take longer than a connection may be silent: they go on for as long as something comes or goes.
import { afterAll, expect, test } from "bun:test";
import { issueKey } from "../../../src/accounts/issue-key.ts";
import { createHttpApp } from "../../../src/app/assemble.ts";
import { listen } from "../../../src/app/listen.ts";
import { openRaw, statusesOf } from "../../e2e/raw-connection.ts";
import { startTestService } from "../../support/test-service.ts";

/** The timer of the server moves in steps of 4 s. */
const IDLE_TIMEOUT_S = 8;
const PIECES = 14;
const PIECE_EVERY_MS = 1_000;
const TIMEOUT_MS = 120_000;

const t = await startTestService();
const app = createHttpApp(t.service, {
  idleTimeoutS: IDLE_TIMEOUT_S,
  readiness: async () => ({ ready: true, checks: {} }),
  newRequestId: () => crypto.randomUUID(),
  logFailure: () => {},
  version: "0.0.0-test",
  corsOrigins: new Set(),
  guard: { failedAuthPerMinute: null, keyRequestsPerSecond: null, trustedProxies: { has: () => false } },
});
const listener = listen(app, { host: "127.0.0.1", port: 0, tls: null });
const port = Number(new URL(listener.url).port);
const binding = { name: "test", scope: "admin", core: null, user: null, expiresAt: null } as const;
const { text: key } = await issueKey(t.service, { account: "default", ...binding });
afterAll(async () => {
  await listener.stop(0);
  await t.close();
});

const chat = (i: number) =>
  `${JSON.stringify({
    messages: [
      { role: "user", content: `Question ${i}` },
      { role: "assistant", content: "Yes." },
    ],
  })}\n`;

test(
  "an import that comes slowly is taken, and one that stops is given up",
  async () => {
    const head = `POST /admin/import?format=chat HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/x-ndjson\r\n`;
    const stopped = await openRaw(port);
    stopped.send(`${head}Content-Length: 100000\r\n\r\n${chat(0)}`);
    const slow = await openRaw(port);
    const bodies = Array.from({ length: PIECES }, (_, i) => chat(i));
    slow.send(`${head}Content-Length: ${bodies.join("").length}\r\n\r\n`);
    for (const body of bodies) {
      await Bun.sleep(PIECE_EVERY_MS);
      slow.send(body);
    }
    await slow.receive('"packets":');
    expect(statusesOf(slow.received)).toEqual([200]);
    expect(slow.received).toContain(`"stored":${PIECES}`);
    await stopped.closed();
    expect(statusesOf(stopped.received).filter((status) => status < 400)).toEqual([]);
    slow.close();
  },
  TIMEOUT_MS,
);
