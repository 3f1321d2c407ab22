// Nodes and their database are killed at random moments while clients record: what was acknowledged must be there, once.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { seededNumbers } from "../../support/chance.ts";
import type { PostgresServer } from "../../support/postgres.ts";
import { type Answer, type Node, startNode } from "./node.ts";

export interface TortureOptions {
  readonly executable: string;
  readonly modelDir: string | null;
  readonly folder: string;
  readonly server: PostgresServer;
  readonly database: string;
  readonly nodes: number;
  readonly clients: number;
  readonly kills: number;
  /** Every how many kills the database itself is killed. */
  readonly databaseEvery: number;
  /** In place of a restart of the server: kills the primary and promotes its standby, to which the URL leads then. */
  readonly failOver?: (() => Promise<void>) | undefined;
  readonly seed: number;
  readonly onProgress?: (line: string) => void;
}

export interface TortureReport {
  readonly kills: number;
  readonly databaseKills: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly twice: number;
  readonly findings: readonly string[];
}

/** How long a client tries to learn what became of a record. */
const PATIENCE_MS = 90_000;
const USERS = 6;

interface Oracle {
  /** By user: texts of which a 200 was seen. */
  readonly acknowledged: Map<string, Set<string>>;
  /** Texts of which nobody knows. */
  readonly unknown: Set<string>;
  twice: number;
  readonly findings: string[];
}

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { server, kills, databaseEvery, seed, onProgress = () => {} } = options;
  const chance = seededNumbers(seed);
  const pick = (below: number) => Math.floor(chance() * below);
  const oracle: Oracle = { acknowledged: new Map(), unknown: new Set(), twice: 0, findings: [] };
  const nodes = await startNodes(options);
  const [first] = nodes;
  if (first === undefined) throw new Error("there is no node");
  let isOver = false;
  const clients = Array.from({ length: options.clients }, (_, at) =>
    keepRecording({ nodes, oracle, at, pick: () => pick(nodes.length), isOver: () => isOver }),
  );
  let databaseKills = 0;
  for (let kill = 1; kill <= kills; kill++) {
    await Bun.sleep(100 + pick(700));
    if (kill % databaseEvery === 0) {
      databaseKills += 1;
      if (options.failOver !== undefined) await options.failOver();
      else {
        server.stop("immediate");
        await Bun.sleep(pick(500));
        server.start();
      }
    } else {
      const at = pick(nodes.length);
      await nodes[at]!.kill();
      nodes[at] = await restart(options, at);
    }
    if (kill % 20 === 0) onProgress(`${kill} kills`);
  }
  isOver = true;
  await Promise.all(clients);
  await check(nodes, oracle);
  for (const node of nodes) await node.stop();
  const acknowledged = [...oracle.acknowledged.values()].reduce((sum, texts) => sum + texts.size, 0);
  return {
    ...{ kills, databaseKills, acknowledged, unknown: oracle.unknown.size },
    ...{ twice: oracle.twice, findings: oracle.findings },
  };
}

async function startNodes(options: TortureOptions): Promise<Node[]> {
  const nodes = [await restart(options, 0)];
  // The others sign with the first one's key.
  for (let at = 1; at < options.nodes; at++) {
    const folder = directoryOf(options, at);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const file of ["audit.key", "admin.key"])
      copyFileSync(join(directoryOf(options, 0), file), join(folder, file));
    nodes.push(await restart(options, at));
  }
  return nodes;
}

function directoryOf({ folder }: TortureOptions, at: number): string {
  return join(folder, `node-${at}`);
}

async function restart(options: TortureOptions, at: number): Promise<Node> {
  const { executable, modelDir, server, database } = options;
  // The database may be on its way up: a node says so and ends, and its supervisor starts it again.
  for (let tries = 1; ; tries++) {
    try {
      return await startNode({ executable, modelDir, dataDir: directoryOf(options, at), url: server.url(database) });
    } catch (error) {
      if (tries === 20) throw error;
      await Bun.sleep(500);
    }
  }
}

interface Client {
  readonly nodes: readonly Node[];
  readonly oracle: Oracle;
  readonly at: number;
  readonly pick: () => number;
  readonly isOver: () => boolean;
}

async function keepRecording({ nodes, oracle, at, pick, isOver }: Client): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const user = `user-${pick() + at * 7 + turn}`.replace(/\d+/, (number) => String(Number(number) % USERS));
    const text = `client ${at} fact ${turn} mark-${at}-${turn}.`;
    const prepared = await ask(nodes, pick, user, "/prepare", { input: text });
    const token = prepared?.body.turn_token;
    if (prepared?.status !== 200 || typeof token !== "string") continue;
    const body = { turn_token: token, answer: "noted" };
    // Every eighth at two nodes at once: it must count once.
    const asked =
      turn % 8 === 3 ? [ask(nodes, pick, user, "/record", body), ask(nodes, pick, user, "/record", body)] : [];
    if (asked.length > 0) oracle.twice += 1;
    const answers = await Promise.all(asked.length > 0 ? asked : [ask(nodes, pick, user, "/record", body)]);
    if (answers.some((answer) => answer?.status === 200)) {
      const known = oracle.acknowledged.get(user) ?? new Set();
      oracle.acknowledged.set(user, known.add(text));
    } else if (answers.every((answer) => answer === null)) oracle.unknown.add(text);
    else oracle.findings.push(`a record was answered ${answers.map((answer) => answer?.status ?? "?").join(" and ")}`);
  }
}

/** Asks a node, and another one where that one is gone or not ready; null: nobody answered in time. */
async function ask(
  nodes: readonly Node[],
  pick: () => number,
  user: string,
  path: string,
  body: object,
): Promise<Answer | null> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const answer = await nodes[pick()]!.ask("POST", path, user, body);
    if (answer !== null && answer.status < 500) return answer;
    await Bun.sleep(50);
  }
  return null;
}

/** At every node: each text once, and nothing else; the counts are right, the audit whole. */
async function check(nodes: readonly Node[], oracle: Oracle): Promise<void> {
  const { findings } = oracle;
  for (const [at, node] of nodes.entries()) {
    for (const [user, texts] of oracle.acknowledged) {
      const stored = await node.memory(user);
      const counts = new Map<string, number>();
      for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1);
      const lost = [...texts].filter((text) => !counts.has(text));
      if (lost.length > 0) findings.push(`node ${at} lost ${lost.length} of ${texts.size} of ${user}: ${lost[0]}`);
      const twice = [...counts].filter(([, count]) => count > 1);
      if (twice.length > 0) findings.push(`node ${at} has ${twice.length} texts of ${user} twice: ${twice[0]?.[0]}`);
      const strange = stored.filter((text) => !texts.has(text) && !oracle.unknown.has(text));
      if (strange.length > 0) findings.push(`node ${at} has texts of ${user} that nobody recorded: ${strange[0]}`);
      const metrics = await node.ask("GET", "/metrics", user);
      const { turns, memory_size: size } = metrics?.body ?? {};
      if (turns !== stored.length || size !== stored.length) {
        findings.push(
          `node ${at} counts ${String(turns)} turns and ${String(size)} memories of ${user}, there are ${stored.length}`,
        );
      }
    }
    const audit = await node.ask("GET", "/admin/audit/check", null);
    if (audit?.status !== 200 || audit.body.ok !== true)
      findings.push(`node ${at}: the audit is ${JSON.stringify(audit)}`);
  }
}
