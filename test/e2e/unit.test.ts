// The unit file for systemd, as systemd itself reads it.
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openLab } from "./executable.ts";

const lab = openLab();
const UNIT = readFileSync(resolve(import.meta.dir, "../../src/build/memoryd.service"), "utf8");
/** Tenths: systemd calls less than 2.0 well protected; what is left is the network, which the service is for. */
const EXPOSURE_MAX = 15;

const analyze = Bun.which("systemd-analyze");
if (analyze === null) console.log("SKIPPED: without systemd-analyze nobody reads the unit file.");

function analyzed(args: readonly string[], unit: string): { code: number; output: string } {
  const file = join(lab.directory(), "memoryd.service");
  writeFileSync(file, unit.replaceAll("/usr/local/bin/memoryd", lab.executable));
  const { exitCode, stdout, stderr } = Bun.spawnSync([analyze ?? "", ...args, file], { env: { SYSTEMD_COLORS: "0" } });
  return { code: exitCode, output: stdout.toString() + stderr.toString() };
}

test("the executable prints the unit file", async () => {
  expect(await lab.run(["systemd-unit"])).toEqual({ code: 0, stdout: UNIT, stderr: "" });
  expect(JSON.parse((await lab.run(["systemd-unit", "--json"])).stdout)).toEqual({ unit: UNIT });
});

test.skipIf(analyze === null)("systemd finds nothing wrong with it", () => {
  expect(analyzed(["verify", "--man=no"], UNIT)).toEqual({ code: 0, output: "" });
  expect(analyzed(["verify", "--man=no"], UNIT.replace("ProtectHome=yes", "ProtectHom=yes")).output).toContain(
    "ProtectHom",
  );
});

test.skipIf(analyze === null)("systemd finds nothing wrong with the drop-ins of the guide", () => {
  const folder = lab.directory();
  mkdirSync(join(folder, "memoryd.service.d"));
  const unit = join(folder, "memoryd.service");
  writeFileSync(unit, UNIT.replaceAll("/usr/local/bin/memoryd", lab.executable));
  const guide = readFileSync(resolve(import.meta.dir, "../../docs/operating.md"), "utf8");
  const dropIns = [...guide.matchAll(/^```ini\n# \S+\/(memoryd\.service\.d\/\S+)\n([^`]+)^```$/gm)];
  expect(dropIns.map(([, name]) => name)).toContain("memoryd.service.d/port.conf");
  const verify = () => {
    const args = [analyze ?? "", "verify", "--man=no", unit];
    const { exitCode, stderr } = Bun.spawnSync(args, { env: { SYSTEMD_COLORS: "0" } });
    return { exitCode, stderr: stderr.toString() };
  };
  for (const [, name = "", text = ""] of dropIns) {
    writeFileSync(join(folder, name), text);
    expect([name, verify()]).toEqual([name, { exitCode: 0, stderr: "" }]);
  }
  // It does read them.
  writeFileSync(join(folder, "memoryd.service.d/wrong.conf"), "[Service]\nReadWritePath=/mnt\n");
  expect(verify().stderr).toContain("ReadWritePath");
});

test.skipIf(analyze === null)("systemd's score of what the service may do stays low", () => {
  const args = ["security", "--offline=true", "--no-pager", `--threshold=${EXPOSURE_MAX}`];
  expect(analyzed(args, UNIT).code).toBe(0);
  expect(analyzed(args, UNIT.replace("CapabilityBoundingSet=", "")).code).not.toBe(0);
});

test("it leaves the compiler of the runtime alone, and what would change the runtime out", () => {
  expect(UNIT).not.toMatch(/^MemoryDenyWriteExecute=/m);
  const unset = /^UnsetEnvironment=(.*)$/m.exec(UNIT)?.[1]?.split(" ") ?? [];
  for (const name of ["BUN_OPTIONS", "BUN_BE_BUN", "NODE_OPTIONS", "LD_PRELOAD"]) expect(unset).toContain(name);
});

test("without its list too the executable is itself: the build has made the runtime deaf to it", async () => {
  const { stdout } = await lab.run(["--version"], { env: { BUN_BE_BUN: "1" } });
  expect(stdout.trim()).not.toBe(Bun.version);
});
