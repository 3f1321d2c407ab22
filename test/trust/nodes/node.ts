// One node: the executable on a database, killed and started as its supervisor would.
import { join } from "node:path";
import { listeningUrl, modelFlags, waitUntilReady } from "../../bench/start-executable.ts";

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Node {
  readonly url: string;
  /** null: it did not answer. */
  ask(method: string, path: string, user: string | null, body?: object): Promise<Answer | null>;
  /** What the user said, oldest first. Throws where it cannot be read. */
  memory(user: string): Promise<string[]>;
  /** SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly executable: string;
  readonly modelDir: string | null;
  readonly dataDir: string;
  /** Of the database. */
  readonly url: string;
}

const ANSWER_MS = 60_000;

/** Throws where it ends before it is ready. */
export async function startNode({ executable, modelDir, dataDir, url: database }: NodeOptions): Promise<Node> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("MEMORYD_")));
  const flags = ["--data-dir", dataDir, "--port", "0", "--log-level", "error", "--embedding-workers", "1"];
  const child = Bun.spawn([executable, "serve", ...flags, ...modelFlags(modelDir)], {
    env: { ...own, MEMORYD_DATABASE_URL: database },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await listeningUrl(child.stdout);
  await waitUntilReady(url);
  const key = (await Bun.file(join(dataDir, "admin.key")).text()).trim();
  const ask: Node["ask"] = async (method, path, user, body) => {
    const headers = {
      "X-API-Key": key,
      "Content-Type": "application/json",
      ...(user === null ? {} : { "X-Memory-User": user }),
    };
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(url + path, { method, headers, signal: AbortSignal.timeout(ANSWER_MS), ...sent });
      return { status: answer.status, body: (await answer.json()) as Answer["body"] };
    } catch {
      return null;
    }
  };
  return {
    url,
    ask,
    async memory(user) {
      const texts: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await ask("GET", `/memory?limit=1000${cursor}`, user);
        if (page?.status !== 200) throw new Error(`${url} cannot read the memory of ${user}`);
        const { items, next_cursor: next } = page.body as { items: { text: string }[]; next_cursor: string | null };
        texts.push(...items.map(({ text }) => text.split("\n")[0] ?? ""));
        if (next === null) return texts.reverse();
        cursor = `&cursor=${encodeURIComponent(next)}`;
      }
    },
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    async stop() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
