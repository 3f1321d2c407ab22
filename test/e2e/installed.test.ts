// Commands on a machine where the service is installed: they find it without being told where it is.
import { expect, test } from "bun:test";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";

const lab = openLab({ model: "tiny" });
const canMount = Bun.which("unshare") !== null && Bun.spawnSync(["unshare", "--mount", "true"]).exitCode === 0;
if (!canMount)
  console.log("SKIPPED: without `unshare --mount` (root) no directory can be put in the place of the service's.");

/** Through what the directory is /var/lib/memoryd. */
function installedAt(dataDir: string): string[] {
  const script = `mount -t tmpfs t /var/lib && mkdir /var/lib/memoryd && mount --bind ${dataDir} /var/lib/memoryd && exec "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, "sh"];
}

test.skipIf(!canMount)("a command that is told no place works on the data of the installed service", async () => {
  const server = await lab.start();
  const through = installedAt(server.dataDir);
  const keys = await lab.run(["keys", "list", "--json"], { through });
  expect([keys.code, keys.stderr]).toEqual([0, ""]);
  expect(JSON.parse(keys.stdout).items[0].id).toBe(server.adminKey.slice(8, 16));
  const status = await lab.run(["status"], { through });
  expect([status.code, status.stdout.includes(` at ${server.url} is ready`)]).toEqual([0, true]);
  const shown = await lab.run(["config", "show"], { through });
  expect(shown.stdout).toMatch(/^data_dir +"\/var\/lib\/memoryd" +environment memoryd.service:MEMORYD_DATA_DIR$/m);
  // Data of the working directory goes before it.
  const cwd = lab.directory();
  mkdirSync(join(cwd, "memoryd-data"));
  expect((await lab.run(["keys", "list"], { through, cwd })).stderr).toContain("no memoryd data in ./memoryd-data");
});

test.skipIf(!canMount)("who may not look into the data is told that, and not that there is none", async () => {
  const nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const script = `mount -t tmpfs t /var/lib && mkdir -m 0700 /var/lib/memoryd && exec "$@"`;
  const through = ["unshare", "--mount", "sh", "-c", script, "sh", ...nobody];
  const { code, stderr } = await lab.run(["keys", "list"], { through, cwd: "/" });
  expect([code, stderr]).toEqual([
    1,
    "memoryd: the data directory /var/lib/memoryd cannot be used: no permission to read it: it belongs to uid 0 (mode 0700), and this is uid 65534\n",
  ]);
});

test("keys generate --output makes a file for its owner alone, and replaces none", async () => {
  const cwd = lab.directory();
  const generate = () => lab.run(["keys", "generate", "--output", "admin.key"], { cwd });
  expect(await generate()).toMatchObject({ code: 0, stderr: "" });
  expect(statSync(join(cwd, "admin.key")).mode & 0o777).toBe(0o600);
  const again = await generate();
  expect([again.code, again.stderr.includes("admin.key exists already")]).toEqual([1, true]);
  const server = await lab.start({ cwd, args: ["--admin-key-file", "admin.key"] });
  const key = await Bun.file(join(cwd, "admin.key")).text();
  expect((await server.ask("GET", "/admin/keys", { key: key.trim() })).status).toBe(200);
});
