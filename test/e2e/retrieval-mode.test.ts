// The server's mode of retrieval, for accounts that chose none: from the file, in the shell, and after HUP.
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { until } from "./until.ts";

const lab = openLab();

interface Mode {
  readonly retrieval_mode: string;
  readonly retrieval_mode_chosen: string | null;
}

test("the settings' mode holds where an account chose none, and HUP changes it", async () => {
  const cwd = lab.directory();
  const write = (mode: string) => writeFileSync(join(cwd, "settings.toml"), `retrieval_mode = "${mode}"\n`);
  write("hybrid");
  const config = ["--config", "settings.toml"];
  const server = await lab.start({ cwd, args: config });
  const shown = async () => {
    const { retrieval_mode, retrieval_mode_chosen } = (await server.ask<Mode>("GET", "/admin/settings")).body;
    return [retrieval_mode, retrieval_mode_chosen];
  };
  const inShell = async (env: Record<string, string> = {}) => {
    const { stdout } = await lab.run(["recall", "--json", ...config, "units"], { cwd, env });
    return JSON.parse(stdout).mode;
  };
  expect([await shown(), await inShell()]).toEqual([["hybrid", null], "hybrid"]);
  expect(await inShell({ MEMORYD_RETRIEVAL_MODE: "cosine" })).toBe("cosine");
  write("cosine");
  server.kill("SIGHUP");
  await until("the other mode", async () => ((await shown())[0] === "cosine" ? true : undefined));
  await server.ask("PATCH", "/admin/settings", { body: { retrieval_mode: "hybrid" } });
  expect([await shown(), await inShell()]).toEqual([["hybrid", "hybrid"], "hybrid"]);
  expect(await server.stop()).toBe(0);
});
