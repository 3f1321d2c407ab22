// Schemathesis against the running executable: all of its checks and ours, with an admin key and with a user's key.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LINKS } from "../../../src/http/links.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { type Executable, startExecutable } from "../start-logged.ts";

export type KeyKind = "admin" | "user";

export interface SchemathesisOptions {
  /** As `installSchemathesis` found it. */
  readonly command: string;
  readonly executable: string;
  readonly key: KeyKind;
  /** Most cases of each operation in the phases that draw at random. */
  readonly examples: number;
  readonly seed: number;
  /** Without: all of examples, coverage, fuzzing and stateful. */
  readonly phases?: string;
  readonly timeoutMs: number;
}

export interface SchemathesisResult {
  readonly passed: boolean;
  /** Requests sent. */
  readonly cases: number;
  /** Whatever the service logged as a failure of its own. */
  readonly serviceFailures: readonly string[];
  /** All that Schemathesis printed. */
  readonly report: string;
}

const USER = "user-42";

export async function runSchemathesis(options: SchemathesisOptions): Promise<SchemathesisResult> {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-schemathesis-"));
  const logFile = join(folder, "service.log");
  // What texts mean changes no answer's form.
  const model = join(folder, "model");
  makeTinyModel(model, { seed: 1 });
  try {
    const running = await startExecutable({
      executable: options.executable,
      dataDir: join(folder, "data"),
      logFile,
      // Requests without a key are among the cases.
      flags: ["--failed-auth-per-minute", "0", "--embedding-workers", "1", "--log-level", "warn", "--model-dir", model],
    });
    try {
      return { ...(await askAll(options, running, folder)), serviceFailures: failuresIn(logFile) };
    } finally {
      await running.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface LinkedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, LinkedOperation>>>>;
}

interface LinkedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { links?: unknown }>>;
}

/** The document leaves out what a link puts into a body: turns could not be recorded without. */
function withBodiesOfLinks(document: LinkedDocument): LinkedDocument {
  for (const { operationId, responses } of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const response of Object.values(responses))
      if (response.links !== undefined) response.links = LINKS[operationId];
  }
  return document;
}

async function askAll(options: SchemathesisOptions, running: Executable, folder: string) {
  const key = options.key === "admin" ? running.adminKey : await userKey(running);
  const document = (await (await fetch(`${running.url}/openapi.json`)).json()) as LinkedDocument;
  await Bun.write(join(folder, "openapi.json"), JSON.stringify(withBodiesOfLinks(document)));
  // What is too large is refused for that before its fields are looked at.
  const refusals = '[checks.negative_data_rejection]\nexpected-statuses = ["4xx", "503"]\n';
  await Bun.write(join(folder, "schemathesis.toml"), `hooks = "schemathesis_hooks"\n${refusals}`);
  const child = Bun.spawn(
    [
      ...[options.command, "run", "openapi.json", "--url", running.url, "--header", `X-API-Key: ${key}`],
      ...["--max-examples", String(options.examples), "--seed", String(options.seed)],
      ...(options.phases === undefined ? [] : ["--phases", options.phases]),
      ...["--generation-database", "none", "--no-shrink"],
      ...["--continue-on-failure", "--suppress-health-check", "all", "--request-timeout", "60", "--no-color"],
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        PYTHONPATH: import.meta.dir,
        PYTHONDONTWRITEBYTECODE: "1",
        MEMORYD_OWN_KEY_ID: idOf(key),
        MEMORYD_KEY_KIND: options.key,
        MEMORYD_USER: USER,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
    },
  );
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const cases = Number(/^\s+([\d,]+) generated/m.exec(stdout)?.[1]?.replaceAll(",", "") ?? 0);
  return { passed: code === 0, cases, report: `${stdout}${stderr}` };
}

/** The 8 characters after `mk_live_`. */
function idOf(key: string): string {
  return key.split("_")[2] ?? "";
}

async function userKey({ url, adminKey }: Executable): Promise<string> {
  const answer = await fetch(`${url}/admin/keys`, {
    method: "POST",
    headers: { "X-API-Key": adminKey, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "a user's", scope: "agent", user: USER }),
  });
  const { key } = (await answer.json()) as { key: string };
  return key;
}

function failuresIn(logFile: string): string[] {
  return readFileSync(logFile, "latin1")
    .split("\n")
    .filter((line) => line.includes('"request_failed"') || line.includes('"level":"error"'));
}
