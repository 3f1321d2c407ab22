import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeTinyModel } from "./support/tiny-model.ts";

const ROOT = resolve(import.meta.dir, "..");
const EXECUTABLE = join(ROOT, "dist/memoryd");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

let dir = "";
let server: Bun.Subprocess<"ignore", "pipe", "ignore">;
let url = "";
let adminKey = "";
/** A key that may be revoked. */
let spareKey = "";
let metricsPort = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "memoryd-readme-"));
  server = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--distiller-url", "http://127.0.0.1:9/v1"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const reader = server.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  url = /http:\S+/.exec(line)?.[0] ?? "";
  adminKey = readFileSync(join(dir, "memoryd-data/admin.key"), "utf8").trim();
  prepareSandbox();
});

/** The same data where no server runs. */
function stopped(): string {
  return join(dir, "stopped");
}

/** What the guide takes for granted: the executable in the path, folders of a machine, a certificate, a model, a key. */
function prepareSandbox(): void {
  for (const folder of [
    "bin",
    "etc/memoryd",
    "etc/systemd/system",
    "etc/bash_completion.d",
    ".config/fish/completions",
  ])
    mkdirSync(join(dir, folder), { recursive: true });
  for (const folder of ["var/lib", "var/backups", "srv", "mnt/backups"])
    mkdirSync(join(dir, folder), { recursive: true });
  symlinkSync(EXECUTABLE, join(dir, "bin/memoryd"));
  symlinkSync(join(dir, "memoryd-data"), join(dir, "var/lib/memoryd"));
  writeFileSync(join(dir, "memoryd.toml"), 'log_level = "warn"\n');
  makeTinyModel(join(dir, "model"), { seed: 3, words: ["tea", "green"], reference: [], spec: {} });
  const certificate = ["-keyout", join(dir, "etc/memoryd/tls.key"), "-out", join(dir, "etc/memoryd/tls.crt")];
  if (Bun.which("openssl") !== null)
    Bun.spawnSync([
      "openssl",
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-subj",
      "/CN=localhost",
      ...certificate,
    ]);
  const made = Bun.spawnSync([EXECUTABLE, "keys", "create", "--name", "spare", "--scope", "agent", "--json"], {
    cwd: dir,
  });
  spareKey = JSON.parse(made.stdout.toString()).id;
  const copy = join(dir, "copy.backup");
  for (const args of [
    ["backup", copy],
    ["restore", copy, "--data-dir", stopped()],
  ]) {
    Bun.spawnSync([EXECUTABLE, ...args], { cwd: dir });
  }
  writeFileSync(
    join(dir, "messages.json"),
    JSON.stringify([
      { role: "user", content: "I live in Lisbon." },
      { role: "assistant", content: "Noted." },
    ]),
  );
  mkdirSync(join(dir, "notes"));
  writeFileSync(
    join(dir, "notes/tea.md"),
    "---\ntitle: Tea\npermalink: tea\n---\n- [preference] Green tea in the morning\n",
  );
  const probe = Bun.serve({ port: 0, fetch: () => new Response("") });
  metricsPort = probe.port ?? 0;
  probe.stop(true);
}

afterAll(async () => {
  server.kill();
  await server.exited;
  rmSync(dir, { recursive: true });
});

function shellAfter(marker: string): string {
  const block = new RegExp(`<!-- ${marker} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(README)?.[1];
  if (block === undefined) throw new Error(`the README has no block ${marker}`);
  return block;
}

test.skipIf(Bun.which("curl") === null)("the first conversation of the README works as it is pasted", async () => {
  const script = shellAfter("first-conversation").replace("http://127.0.0.1:8787", url);
  const shell = Bun.spawn(["bash", "-e", "-c", script], { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect([await shell.exited, errors]).toEqual([0, ""]);
  const [verified, recorded, prepared, memory] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(verified).toMatchObject({ ok: true, contradiction: false });
  expect(recorded).toEqual({ ok: true });
  expect(prepared.sources[0].text).toBe("I live in Lisbon, and I like metric units.\nNoted: Lisbon, and metric units.");
  expect(prepared.messages[0].content).toContain("> I live in Lisbon, and I like metric units.");
  expect(memory.items).toHaveLength(1);
});

/** The shell blocks of the operator's guide, each under its heading. */
function guideBlocks(): { readonly heading: string; readonly script: string }[] {
  const guide = README.slice(README.indexOf("## Operator's guide"), README.indexOf("\n## API"));
  return guide.split(/^### /m).flatMap((section) => {
    const heading = section.split("\n")[0] ?? "";
    return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => ({ heading, script: match[1] ?? "" }));
  });
}

/** What only an administrator of a real machine can run is left out; all else runs as it is written. */
const SURROUNDINGS = `
set -e -o pipefail
for command in useradd install systemctl cryptsetup mkfs.ext4 mount bun; do eval "$command() { :; }"; done
sudo() { shift 2; "$@"; }
pidof() { echo "$SERVER_PID"; }
started=$(mktemp)
trap 'for pid in $(cat $started); do kill $pid; done' EXIT
memoryd() {
  # The service of the guide is running: what it replaces is another's.
  if [ "$1" = restore ]; then command memoryd "$@" --data-dir "$(mktemp -d)/restored"; return; fi
  if [ "$1" = import ] && [[ "$*" != *--url* ]]; then command memoryd "$@" --data-dir "$STOPPED"; return; fi
  if [ "$1" != serve ]; then command memoryd "$@"; return; fi
  local folder; folder=$(mktemp -d)
  command memoryd "$@" --data-dir "$folder/data" --port 0 > "$folder/out" 2> "$folder/err" &
  local pid=$!
  until grep -q "^memoryd listening on" "$folder/out"; do
    kill -0 $pid 2> /dev/null || { cat "$folder/err" >&2; return 1; }
    sleep 0.05
  done
  echo $pid >> $started
}
`;

/** Paths of a machine, as the sandbox has them. */
function inSandbox(script: string): string {
  return (
    script
      .replaceAll("http://127.0.0.1:8787", url)
      .replaceAll("localhost:8787", url.replace("http://", ""))
      .replaceAll("127.0.0.1:9464", `127.0.0.1:${metricsPort}`)
      .replaceAll("/srv/models/multilingual-e5-small", join(dir, "model"))
      .replaceAll("4fT0aZ19", spareKey)
      // The service is in the background already, and listens.
      .replaceAll(/^(memoryd serve .*) &$/gm, "$1")
      .replaceAll(/\/(?=(?:var|etc|srv|mnt)\/)/g, `${dir}/`)
  );
}

const BLOCKS = guideBlocks();

test("the operator's guide has blocks for every subject", () => {
  expect(BLOCKS.length).toBeGreaterThan(15);
});

describe("a block of the operator's guide runs as it is written", () => {
  for (const [at, { heading, script }] of BLOCKS.entries()) {
    const needs = (tool: string, use: RegExp) => use.test(script) && Bun.which(tool) === null;
    const isLacking =
      needs("promtool", /\bpromtool\b/) ||
      needs("curl", /\bcurl\b/) ||
      needs("jq", /\bjq\b/) ||
      needs("openssl", /--tls-cert|^openssl/m);
    test.skipIf(isLacking)(`${heading}, ${at + 1}`, async () => {
      const shell = Bun.spawn(["bash", "-c", SURROUNDINGS + inSandbox(script)], {
        cwd: dir,
        env: {
          ...process.env,
          PATH: `${join(dir, "bin")}:${process.env.PATH}`,
          HOME: dir,
          KEY: adminKey,
          SERVER_PID: String(server.pid),
          STOPPED: stopped(),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [output, errors, code] = await Promise.all([
        new Response(shell.stdout).text(),
        new Response(shell.stderr).text(),
        shell.exited,
      ]);
      expect({ script, code, errors, output: code === 0 ? "" : output }).toEqual({
        script,
        code: 0,
        errors: expect.any(String),
        output: "",
      });
      // What curl shows of a refusal is no success of the command.
      expect(output).not.toContain('"request_id"');
    });
  }
});
