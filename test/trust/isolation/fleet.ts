// Several nodes of the executable on one database: each question goes to whichever, and they end one at a time.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { until } from "../../e2e/until.ts";
import { SHARED_KEYS } from "../../nodes/executables.ts";
import { type Ending, Service, type UnderTest } from "./service.ts";

export interface FleetOptions {
  /** What runs a node, without its arguments. */
  readonly command: readonly string[];
  /** Each node has a directory in it. */
  readonly directory: string;
  readonly modelDir: string | null;
  /** URL of an empty database. */
  readonly database: string;
  readonly nodes: number;
}

/** What every request needs of an account is kept by a node for 250 ms. */
const SETTLE_MS = 260;

export class Fleet implements UnderTest {
  readonly settleMs = SETTLE_MS;
  readonly #nodes: readonly Service[];
  readonly #running: Service[] = [];
  readonly #admin: SQL;
  #asked = 0;
  #restarts = 0;
  #settled: Promise<void> = Promise.resolve();

  constructor({ command, directory, modelDir, database, nodes }: FleetOptions) {
    this.#admin = new SQL(database, { max: 1 });
    this.#nodes = Array.from({ length: nodes }, (_, at) => {
      const own = join(directory, `node-${at + 1}`);
      mkdirSync(own, { recursive: true });
      return new Service(command, own, modelDir, database);
    });
  }

  get url(): string {
    const node = this.#running[this.#asked++ % this.#running.length];
    if (node === undefined) throw new Error("no node is running");
    return node.url;
  }

  get adminKey(): string {
    return this.#first.adminKey;
  }

  get log(): string {
    return this.#nodes.map((node, at) => `node ${at + 1}: ${node.log}`).join("\n");
  }

  /** The first one makes the schema and the keys. */
  async start(): Promise<void> {
    const [first, ...others] = this.#nodes;
    await this.#begin(first);
    for (const node of others) {
      mkdirSync(node.dataDir, { mode: 0o700 });
      for (const file of SHARED_KEYS) copyFileSync(join(this.#first.dataDir, file), join(node.dataDir, file));
    }
    await Promise.all(others.map((node) => this.#begin(node)));
  }

  /** The other nodes are asked meanwhile. */
  async restart(signal: Ending): Promise<void> {
    const node = this.#nodes[this.#restarts++ % this.#nodes.length];
    if (node === undefined) return;
    this.#running.splice(this.#running.indexOf(node), 1);
    this.#settled = node.end(signal).then(() => this.#finishTransactions());
    await this.#settled;
    await this.#begin(node);
  }

  whenUp(): Promise<void> {
    return this.#settled;
  }

  async kill(): Promise<void> {
    this.#running.length = 0;
    await Promise.all(this.#nodes.map((node) => node.kill()));
    await this.#admin.close();
  }

  shellKey(account: string): Promise<string> {
    return this.#first.shellKey(account);
  }

  get #first(): Service {
    const [first] = this.#nodes;
    if (first === undefined) throw new Error("there are no nodes");
    return first;
  }

  async #begin(node: Service | undefined): Promise<void> {
    if (node === undefined) return;
    await node.start();
    this.#running.push(node);
  }

  /** The database may be about to commit what a node that is gone asked for. */
  async #finishTransactions(): Promise<void> {
    const [moment] = await this.#admin.unsafe("SELECT clock_timestamp()::text AS now");
    const underWay =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND xact_start < $1::timestamptz";
    await until("the end of what was under way", async () => {
      const rows = await this.#admin.unsafe(`${underWay} AND pid <> pg_backend_pid()`, [moment.now]);
      return rows.length === 0 || undefined;
    });
  }
}
