// Memory without a turn through verify, doctor, backup and restore, as an operator runs them.
import { expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";

const lab = openLab({ model: "tiny" });
const AT = { user: "auth0|123" };

/** All that the brain shows of what it holds. */
async function stateOf(server: Server): Promise<unknown[]> {
  const filter = encodeURIComponent('{"topic":"home","n":2}');
  const paths = ["/memory", `/memory?metadata=${filter}`, "/memory?q=boilers", "/sessions", "/profile"];
  return Promise.all(paths.map(async (path) => (await server.ask("GET", path, AT)).body));
}

test("a brain that holds more than its turns is sound, and comes back from a backup as it was", async () => {
  const server = await lab.start();
  await server.ready();
  const add = (body: object) => server.ask<{ id: string }>("POST", "/memory", { ...AT, body });
  const first = await add({ input: "The boiler was serviced in May.", session: "s", metadata: { topic: "home" } });
  await add({ input: "My name is Ada.", answer: "Hello, Ada." });
  const change = { metadata: { topic: "home", n: 2 }, answer: "Noted." };
  expect((await server.ask("PATCH", `/memory/${first.body.id}`, { ...AT, body: change })).status).toBe(200);
  const before = await stateOf(server);
  expect(JSON.stringify(before[1])).toContain("boiler");
  const verify = await lab.run(["verify", "--data-dir", server.dataDir]);
  expect([verify.code, verify.stdout]).toEqual([0, `${server.dataDir}: no faults, 2 packets, 0 lessons, 1 brain\n`]);
  const file = join(lab.directory(), "memory.backup");
  expect((await lab.run(["backup", file, "--data-dir", server.dataDir])).code).toBe(0);
  expect((await lab.run(["verify", file])).code).toBe(0);
  expect(await server.stop()).toBe(0);
  const doctor = await lab.run(["doctor", "--data-dir", server.dataDir, "--json"]);
  const { findings } = JSON.parse(doctor.stdout) as { findings: { code: string; level: string }[] };
  expect(findings.filter(({ level }) => level === "error")).toEqual([]);
  const dataDir = join(lab.directory(), "restored");
  const restored = await lab.run(["restore", file, "--data-dir", dataDir]);
  expect({ code: restored.code, stderr: restored.stderr }).toMatchObject({ code: 0 });
  // What a backup does not hold.
  copyFileSync(join(server.dataDir, "admin.key"), join(dataDir, "admin.key"));
  const again = await lab.start({ dataDir });
  await again.ready();
  expect(await stateOf(again)).toEqual(before);
});
