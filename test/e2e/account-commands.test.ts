// users, settings, constitutions and lessons of a running server, by its URL, and beside it on its data.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";

const lab = openLab({ model: "tiny" });
/** So soon a server that runs has to know what the shell has changed. */
const SEEN_WITHIN_MS = 1_000;

test("a running server is asked with a key, and what a shell changes on its data it knows within a second", async () => {
  const server = await lab.start();
  await server.ready();
  const { cwd } = server;
  const at = ["--url", server.url, "--key-file", join(server.dataDir, "admin.key")];
  const run = async (args: readonly string[], stdin = "") => {
    const { code, stdout, stderr } = await lab.run([...args, "--json"], { cwd, stdin });
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  const brain = ["--user", "ada"];
  const made = await run(["lessons", "add", "Answer in metric units.", ...brain, ...at]);
  await run(["lessons", "edit", made.id, "--pinned", ...brain, ...at]);
  const { body } = await server.ask<{ lessons: object[] }>("GET", "/lessons", { user: "ada" });
  expect(body.lessons).toMatchObject([{ id: made.id, pinned: true }]);
  expect((await run(["lessons", "list", ...brain])).items).toMatchObject([{ id: made.id }]);
  const refused = await lab.run(["lessons", "delete", made.id, ...brain], { cwd });
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("--url and --key-file")]);
  await run(["lessons", "delete", made.id, ...brain, ...at]);
  await run(["settings", "set", "sources_max", "2"]);
  await run(["constitutions", "put", "strict", "-"], '{"text": "Be strict."}');
  await Bun.sleep(SEEN_WITHIN_MS);
  expect(await run(["settings", "show", ...at])).toMatchObject({ sources_max: 2 });
  expect((await run(["settings", "unset", "sources_max", ...at])).sources_max).toBe(8);
  expect(await run(["constitutions", "show", "strict", ...at])).toMatchObject({ text: "Be strict." });
  const turn = { input: "Hello.", constitution: "strict" };
  expect((await server.ask("POST", "/prepare", { user: "ada", body: turn })).status).toBe(200);
  expect((await run(["users", "list", ...at])).items).toMatchObject([{ user: "ada" }]);
  expect((await run(["users", "erase", "ada", "--yes", ...at])).receipt).toMatchObject({ user: "ada" });
  expect((await run(["users", "list"])).items).toEqual([]);
  const wrong = join(cwd, "wrong.key");
  writeFileSync(wrong, "mk_live_nobody");
  const stranger = await lab.run(["users", "list", "--url", server.url, "--key-file", wrong, "--json"], { cwd });
  expect([stranger.code, JSON.parse(stranger.stderr).error.code]).toEqual([1, "unauthorized"]);
  // An account goes while its server runs.
  await run(["accounts", "create", "acme"]);
  const { key } = await run(["keys", "create", "--name", "k", "--scope", "agent", "--account", "acme"]);
  expect((await server.ask("POST", "/prepare", { key, body: { input: "Hello." } })).status).toBe(200);
  expect((await run(["accounts", "delete", "acme", "--yes"])).receipt).toMatchObject({ account: "acme", brains: 1 });
  await Bun.sleep(SEEN_WITHIN_MS);
  expect((await server.ask("GET", "/metrics", { key })).status).toBe(401);
  // The admin key is another one, in the same file, and the old one ends.
  const rotated = await run(["keys", "rotate", "--overlap", "1s"]);
  expect(rotated.key_file).toEndWith("admin.key");
  expect((await run(["users", "list", ...at])).items).toEqual([]);
  await Bun.sleep(1_000 + SEEN_WITHIN_MS);
  expect((await server.ask("GET", "/metrics")).status).toBe(401);
  expect((await run(["users", "list", ...at])).items).toEqual([]);
  expect(await server.stop()).toBe(0);
});
