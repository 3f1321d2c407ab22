// The Debian package as dpkg takes it: installed, upgraded with memory in it, removed and purged, on a machine apart.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { debianPackage, debianVersion, packagedUnit } from "../../src/build/debian-package.ts";
import { SETTING_NAMES } from "../../src/config/settings.ts";
import { openLab, type Server } from "../e2e/executable.ts";
import { type MachineApart, openMachineApart } from "./machine-apart.ts";
import { type MadePackages, makePackages, SOURCE_DATE } from "./made-packages.ts";

const KIND = ["--only", "debian"];
const OLD = "0.0.9";
const DEB = `memoryd_${version}_amd64.deb`;

const lab = openLab();
const has = (tool: string) => Bun.which(tool) !== null;
const isDebian = has("dpkg") && has("adduser") && has("deb-systemd-helper") && has("systemctl");

let made: MadePackages;
let machine: MachineApart | null = null;

// Whether it can be told is known before the tests are named.
const probe = await openMachineApart("/mnt");
const mayInstall = probe !== null && isDebian;
probe?.close();
if (!mayInstall)
  console.log("SKIPPED: only root on Debian, with adduser and init-system-helpers, can install the package apart.");
if (!has("lintian")) console.log("SKIPPED: without lintian nobody judges the package by Debian's policy.");

beforeAll(async () => {
  made = makePackages(KIND);
  if (!mayInstall) return;
  makePackages([...KIND, "--version", OLD], {}, join(made.folder, "old"));
  machine = await openMachineApart(made.folder);
});

afterAll(() => {
  machine?.close();
  made.remove();
});

test("two runs give the same bytes, whatever the time zone and the language are", () => {
  const again = makePackages(KIND, { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8" });
  const sums = (folder: string) => readFileSync(join(folder, "SHA256SUMS"), "utf8");
  expect(sums(again.folder)).toBe(sums(made.folder));
  expect(sums(made.folder)).toContain(DEB);
  again.remove();
});

test("SHA256SUMS is what sha256sum checks", () => {
  const check = ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"];
  const { exitCode, stdout } = Bun.spawnSync(check, { cwd: made.folder, stderr: "ignore" });
  expect({ exitCode, output: stdout.toString() }).toEqual({ exitCode: 0, output: "" });
});

test("a version before a release sorts before it", () => {
  expect(debianVersion("1.2.0-rc.1")).toBe("1.2.0~rc.1");
});

test("the packaged unit starts the packaged executable, and is otherwise the one that the executable prints", () => {
  const printed = readFileSync(join(import.meta.dir, "../../src/build/memoryd.service"), "utf8");
  expect(printed).toEndWith(packagedUnit().replaceAll("/usr/bin/memoryd", "/usr/local/bin/memoryd"));
  expect(packagedUnit()).toStartWith("[Unit]\n");
  expect(packagedUnit()).toContain("\nExecStart=/usr/bin/memoryd serve\n");
});

test("the settings that the packaged file offers are settings", () => {
  const offered = readFileSync(join(import.meta.dir, "../../src/build/debian/memoryd.toml"), "utf8");
  const names = [...offered.matchAll(/^(?:# )?(\w+) = /gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !SETTING_NAMES.some((known) => known === name))).toEqual([]);
});

/** By lintian, of a package whose executable is another, smaller one: the real one takes it ten seconds to read. */
async function judgedByLintian(): Promise<{ code: number; output: string }> {
  const printed = async (...args: string[]) => (await lab.run(args)).stdout;
  const text = new TextEncoder().encode("text");
  const bytes = debianPackage({
    ...{
      version,
      at: Number(SOURCE_DATE),
      level: 0,
      executable: readFileSync("/bin/true"),
      notices: text,
      billOfMaterials: text,
    },
    printed: {
      man: await printed("man"),
      bash: await printed("completion", "bash"),
      zsh: await printed("completion", "zsh"),
      fish: await printed("completion", "fish"),
    },
  });
  const folder = lab.directory();
  writeFileSync(join(folder, DEB), bytes);
  const cmd = ["lintian", "--allow-root", "--fail-on=error,warning", DEB];
  const { exitCode, stdout } = Bun.spawnSync(cmd, { cwd: folder, stderr: "ignore" });
  return { code: exitCode, output: stdout.toString() };
}

test.skipIf(!has("lintian"))("lintian finds no breach of Debian's policy", async () => {
  expect(await judgedByLintian()).toEqual({ code: 0, output: "" });
});

/** Stands for systemd, which does not run there: writes down what it is told. What is done to files alone is done. */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> /var/log/systemctl
case "$*" in
*preset*) exec /usr/bin/systemctl.real "$@" ;;
*is-enabled*) echo enabled ;;
esac
`;
const AT_BOOT = "/etc/systemd/system/multi-user.target.wants/memoryd.service";

// One story: each part begins where the one before has ended.
describe.skipIf(!mayInstall)("on a machine", () => {
  const run = (script: string) => machine!.run(script);
  const output = (script: string) => run(script).output.trim();
  const dpkg = (order: string) => run(`dpkg --no-triggers ${order} < /dev/null`);
  /** What systemd was told to do with the service since this was last asked. */
  const told = () =>
    output("grep -oE '[a-z][a-z-]+ memoryd.service' /var/log/systemctl; : > /var/log/systemctl").split("\n");

  /** As the unit says. */
  async function startService(): Promise<Server> {
    const unit = output("cat /usr/lib/systemd/system/memoryd.service");
    const ofUnit = (key: string) => new RegExp(`^${key}=-?(.*)$`, "m").exec(unit)?.[1] ?? "";
    const variables = `${ofUnit("Environment")}\n${output(`grep -v '^#' ${ofUnit("EnvironmentFile")}`)}`;
    const pairs = variables
      .split("\n")
      .map((line): [string, string] => [line.split("=")[0]!, line.replace(/^\w+=/, "")]);
    const user = ofUnit("User");
    const asUser = ["setpriv", `--reuid=${user}`, `--regid=${ofUnit("Group")}`, "--init-groups", "--no-new-privs"];
    // The arguments of the lab follow, its own executable first.
    const command = [
      "sh",
      "-c",
      `umask ${ofUnit("UMask")}; shift; exec ${ofUnit("ExecStart").split(" ")[0]} "$@"`,
      "sh",
    ];
    return lab.start({
      through: [...machine!.through, ...asUser, ...command],
      env: Object.fromEntries(pairs),
      cwd: "/",
    });
  }

  const key = () => output("cat /var/lib/memoryd/admin.key");
  const gone = () =>
    run("ls -d /var/lib/memoryd /etc/memoryd; getent passwd memoryd").output.replace(/^ls: .*\n/gm, "");

  test("an install makes the user, its directory and the settings, and starts the service at once and at each boot", () => {
    writeFileSync(join(made.folder, "systemctl"), SYSTEMCTL);
    run("mkdir -p /run/systemd/system; rm -f /usr/sbin/policy-rc.d; mv /usr/bin/systemctl /usr/bin/systemctl.real");
    run("install -m 755 /mnt/systemctl /usr/bin/systemctl");
    const { code, output: said } = dpkg(`-i /mnt/old/memoryd_${OLD}_amd64.deb`);
    expect([code, said]).toEqual([0, expect.stringContaining("the admin key is in /var/lib/memoryd/admin.key")]);
    expect(told()).toEqual(["preset memoryd.service", "start memoryd.service"]);
    expect(output(`readlink ${AT_BOOT}`)).toEndWith("/lib/systemd/system/memoryd.service");
    expect(output("getent passwd memoryd")).toMatch(
      /^memoryd:x:\d+:\d+:memoryd,*:\/var\/lib\/memoryd:\/usr\/sbin\/nologin$/,
    );
    expect(output("stat -c '%a %U %G' /var/lib/memoryd /etc/memoryd/memoryd.toml")).toBe(
      "700 memoryd memoryd\n644 root root",
    );
    expect(output("dpkg --list memoryd | tail -1")).toMatch(/^ii +memoryd +0\.0\.9 /);
  });

  test("what was installed is what was packed, and is found: the command, its page, its unit, its completion", () => {
    expect(run("dpkg --verify memoryd")).toEqual({ code: 0, output: "" });
    expect(output("memoryd --version")).toBe(version);
    expect(output("zcat /usr/share/man/man1/memoryd.1.gz | head -1")).toContain("MEMORYD 1");
    expect(run("systemd-analyze verify --man=no memoryd.service")).toEqual({ code: 0, output: "" });
    const completed = "COMP_WORDS=(memoryd ke) COMP_CWORD=1; _memoryd; echo $COMPREPLY";
    expect(output(`bash -c '. /usr/share/bash-completion/completions/memoryd; ${completed}'`)).toBe("keys");
  });

  test("the service runs as its user with the packaged settings, and remembers a turn", async () => {
    const server = await startService();
    await server.ready();
    expect(output("stat -c '%a %U' /var/lib/memoryd/memoryd.db /var/lib/memoryd/admin.key")).toBe(
      "600 memoryd\n600 memoryd",
    );
    const asked = { key: key(), user: "ada" };
    const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", {
      ...asked,
      body: { input: "I like tea." },
    });
    const recorded = { turn_token: body.turn_token, answer: "Noted." };
    expect((await server.ask("POST", "/record", { ...asked, body: recorded })).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test("an upgrade asks nothing, keeps changed settings and the memory, starts again what ran, and enables nothing", async () => {
    run(`rm ${AT_BOOT}; echo 'log_level = "warn"' >> /etc/memoryd/memoryd.toml`);
    const before = output("getent passwd memoryd; sha256sum /etc/memoryd/memoryd.toml /var/lib/memoryd/admin.key");
    const { code } = dpkg(`-i /mnt/${DEB}`);
    expect([code, output("dpkg --list memoryd | tail -1")]).toEqual([0, expect.stringContaining(` ${version} `)]);
    expect(told()).toEqual(["try-restart memoryd.service"]);
    expect(run(`test -e ${AT_BOOT}`).code).toBe(1);
    expect(output("getent passwd memoryd; sha256sum /etc/memoryd/memoryd.toml /var/lib/memoryd/admin.key")).toBe(
      before,
    );
    const server = await startService();
    const { body } = await server.ask<{ items: unknown[] }>("GET", "/memory", { key: key(), user: "ada" });
    expect(body.items).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    // Without log_level = "warn" each request would have left a line.
    expect(server.written.stderr).not.toContain('"event":"request"');
  });

  test("a removal stops the service, and leaves settings and memory", () => {
    expect(dpkg("-r memoryd").code).toBe(0);
    expect(told()).toEqual(["stop memoryd.service"]);
    expect(run("test -e /usr/bin/memoryd || test -e /usr/lib/systemd/system/memoryd.service").code).toBe(1);
    expect(run("test -s /etc/memoryd/memoryd.toml && test -s /var/lib/memoryd/memoryd.db").code).toBe(0);
  });

  test("a purge takes the settings, keeps the memory with its user, and says how to delete both", () => {
    const { code, output: said } = dpkg("-P memoryd");
    expect([code, said]).toEqual([0, expect.stringContaining("the memory in /var/lib/memoryd is kept")]);
    expect(run("test -e /etc/memoryd").code).toBe(1);
    expect(output("find /etc/systemd /var/lib/systemd -name '*memoryd*'")).toBe("");
    expect(output("stat -c %U /var/lib/memoryd/memoryd.db")).toBe("memoryd");
  });

  test("an install afterwards finds the memory again, and a purge that is told so deletes it", () => {
    const before = key();
    dpkg(`-i /mnt/old/memoryd_${OLD}_amd64.deb`);
    expect(key()).toBe(before);
    const id = before.split("_")[2]!.slice(0, 8);
    expect(output("cd / && memoryd keys list")).toContain(id);
    expect(run("MEMORYD_PURGE_DATA=yes dpkg --no-triggers -P memoryd < /dev/null").code).toBe(0);
    expect(gone()).toBe("");
  });

  test.skipIf(!existsSync("/usr/share/debconf/confmodule"))("a purge asks, and deletes where the answer is yes", () => {
    const kept = "mkdir -p /var/lib/memoryd && touch /var/lib/memoryd/memoryd.db";
    for (const [answer, left] of [
      ["no", "/var/lib/memoryd/memoryd.db"],
      ["yes", ""],
    ] as const) {
      run(`dpkg --no-triggers -i /mnt/old/memoryd_${OLD}_amd64.deb < /dev/null; ${kept}`);
      const purge = "DEBIAN_FRONTEND=teletype DEBCONF_NOWARNINGS=yes dpkg --no-triggers -P memoryd";
      const asked = run(`printf '${answer}\\n' | script --quiet --return --command "${purge}" /dev/null`);
      expect([asked.code, asked.output]).toEqual([0, expect.stringContaining("Delete the memory in /var/lib/memoryd")]);
      expect(output("ls /var/lib/memoryd/memoryd.db 2>/dev/null")).toBe(left);
    }
    expect(gone()).toBe("");
  });

  test("this machine has seen nothing of it", () => {
    expect([existsSync("/usr/bin/memoryd"), existsSync("/etc/memoryd"), existsSync("/var/lib/memoryd")]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
