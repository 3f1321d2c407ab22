// A machine for the shell blocks of the pages: a running service, its data stopped elsewhere, and what else they name.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { ROOT } from "./pages.ts";

const EXECUTABLE = join(ROOT, "dist/memoryd");

/** What only an administrator of a real machine can run, or what builds and tests, is left out; all else runs. */
const SURROUNDINGS = `
set -e -o pipefail
for command in apt docker kubectl useradd install systemctl cryptsetup mkfs.ext4 mount bun npx pip; do eval "$command() { :; }"; done
sudo() { "$@"; }
pidof() { echo "$SERVER_PID"; }
started=$(mktemp)
# At once: nobody looks at how they end, and one that is asked to would load its model first.
trap 'for pid in $(cat $started); do kill -KILL $pid; done' EXIT
memoryd() {
  # The service of the pages is running: what it replaces is another's.
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

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export interface Sandbox {
  readonly url: string;
  /** Leaves the user `ada` with one memory, which blocks look for and may erase. */
  remember(): Promise<void>;
  runShell(script: string): Promise<Ran>;
  /** A program in a language of its own, in a file of that ending, as it is pasted. */
  runProgram(command: string, ending: string, program: string): Promise<Ran>;
  close(): Promise<void>;
}

export async function openSandbox(): Promise<Sandbox> {
  const dir = mkdtempSync(join(tmpdir(), "memoryd-docs-"));
  const server = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--distiller-url", "http://127.0.0.1:9/v1"], {
    cwd: dir,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const reader = server.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  const url = /http:\S+/.exec(line)?.[0] ?? "";
  const adminKey = readFileSync(join(dir, "memoryd-data/admin.key"), "utf8").trim();
  const spareKey = furnish(dir);
  const metricsPort = freePort();

  /** Paths and addresses of a machine, as the sandbox has them. */
  const inSandbox = (script: string) =>
    script
      .replaceAll("http://127.0.0.1:8787", url)
      .replaceAll("localhost:8787", url.replace("http://", ""))
      .replaceAll("127.0.0.1:9464", `127.0.0.1:${metricsPort}`)
      .replaceAll("/srv/models/multilingual-e5-small", join(dir, "model"))
      .replaceAll("4fT0aZ19", spareKey)
      .replaceAll("./memoryd ", "memoryd ")
      // The service is in the background already, and listens.
      .replaceAll(/^(memoryd serve .*) &$/gm, "$1")
      .replaceAll(/\/(?=(?:var|etc|srv|mnt)\/)/g, `${dir}/`);

  async function run(command: string[]): Promise<Ran> {
    const child = Bun.spawn(command, {
      cwd: dir,
      env: {
        ...process.env,
        PATH: `${join(dir, "bin")}:${process.env.PATH}`,
        HOME: dir,
        KEY: adminKey,
        SERVER_PID: String(server.pid),
        STOPPED: join(dir, "stopped"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [output, errors, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { code, output, errors };
  }

  async function call(
    method: "POST" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<{ turn_token: string }> {
    const headers = { "x-api-key": adminKey, "x-memory-user": "ada", "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { turn_token: string };
  }

  return {
    url,
    async remember() {
      await call("DELETE", "/memory");
      const { turn_token } = await call("POST", "/prepare", { input: "I like green tea." });
      await call("POST", "/record", { turn_token, answer: "Noted." });
    },
    async runShell(script) {
      // The block before may have chosen an endpoint that is none.
      await call("PATCH", "/admin/settings", { distiller: "extractive" });
      return run(["bash", "-c", SURROUNDINGS + inSandbox(script)]);
    },
    runProgram(command, ending, program) {
      const file = join(dir, `program.${ending}`);
      writeFileSync(file, inSandbox(program));
      return run([command, file]);
    },
    async close() {
      server.kill();
      await server.exited;
      rmSync(dir, { recursive: true });
    },
  };
}

/** What the pages take for granted: the executable in the path, folders, a certificate, a model, a key; gives its id. */
function furnish(dir: string): string {
  const folders = "bin etc/memoryd etc/systemd/system etc/bash_completion.d .config/fish/completions var/lib";
  for (const folder of [...folders.split(" "), "var/backups", "srv", "mnt/backups", "notes"])
    mkdirSync(join(dir, folder), { recursive: true });
  symlinkSync(EXECUTABLE, join(dir, "bin/memoryd"));
  symlinkSync(join(dir, "memoryd-data"), join(dir, "var/lib/memoryd"));
  writeFileSync(join(dir, "memoryd.toml"), 'log_level = "warn"\n');
  writeFileSync(join(dir, "etc/memoryd/memoryd.toml"), 'data_dir = "memoryd-data"\n');
  makeTinyModel(join(dir, "model"), { seed: 3, words: ["tea", "green"], reference: [], spec: {} });
  writeFileSync(
    join(dir, "messages.json"),
    JSON.stringify([
      { role: "user", content: "I live in Lisbon." },
      { role: "assistant", content: "Noted." },
    ]),
  );
  writeFileSync(
    join(dir, "notes/tea.md"),
    "---\ntitle: Tea\npermalink: tea\n---\n- [preference] Green tea in the morning\n",
  );
  if (Bun.which("openssl") !== null) {
    const files = ["-keyout", join(dir, "etc/memoryd/tls.key"), "-out", join(dir, "etc/memoryd/tls.crt")];
    const asked = "req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost".split(" ");
    Bun.spawnSync(["openssl", ...asked, ...files]);
  }
  const command = (...args: string[]) => Bun.spawnSync([EXECUTABLE, ...args], { cwd: dir }).stdout.toString();
  const made = command("keys", "create", "--name", "spare", "--scope", "agent", "--json");
  // The same data where no server runs.
  command("backup", join(dir, "copy.backup"));
  command("restore", join(dir, "copy.backup"), "--data-dir", join(dir, "stopped"));
  return JSON.parse(made).id;
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, fetch: () => new Response("") });
  const port = probe.port ?? 0;
  probe.stop(true);
  return port;
}
