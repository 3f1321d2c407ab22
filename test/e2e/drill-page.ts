// A page of the documentation that is a drill: its blocks in their order, in one shell, and what each must show.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, blocksOf, readPages } from "../docs/pages.ts";

export interface Step {
  readonly name: string;
  readonly script: string;
  /** Lines of which each must be seen, in this order; `…` stands for anything. */
  readonly seen: readonly string[];
}

export interface Ran {
  readonly code: number;
  readonly output: string;
}

export interface DrillOptions {
  /** A directory for what is run and what it says. */
  readonly work: string;
  /** Where the shell begins. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ports of the page, each with the free one that is taken for it. */
  readonly ports: ReadonlyMap<string, string>;
  /** Commands that the shell is started through. */
  readonly through?: readonly string[];
  /** Shell that goes before the first block. */
  readonly before?: string;
  readonly timeoutMs: number;
}

export function stepsOfPage(path: string): Step[] {
  return stepsOf(readPages().flatMap((page) => (page.path === path ? blocksOf(page) : [])));
}

export function stepsOf(blocks: readonly Block[]): Step[] {
  return blocks.flatMap(({ heading, language, text }, at) => {
    if (language !== "sh") return [];
    const next = blocks[at + 1];
    if (next?.language !== "text") throw new Error(`the drill does not say what is seen: ${text}`);
    return [{ name: `${heading}, block ${at / 2 + 1}`, script: text, seen: next.text.trimEnd().split("\n") }];
  });
}

/** The first line that is not seen where it must be; null: each is. */
export function unseenIn(output: string, seen: readonly string[]): string | null {
  const lines = output.split("\n");
  let from = 0;
  for (const line of seen) {
    const pattern = new RegExp(`^${line.split("…").map(RegExp.escape).join(".*")}$`);
    const at = lines.findIndex((shown, index) => index >= from && pattern.test(shown.trimEnd()));
    if (at === -1) return line;
    from = at + 1;
  }
  return null;
}

/** A free port for each that the page names. */
export function freePortsFor(named: readonly string[]): Map<string, string> {
  const probes = named.map((port) => ({ port, probe: Bun.serve({ port: 0, fetch: () => new Response("") }) }));
  const ports = new Map(probes.map(({ port, probe }) => [port, String(probe.port)]));
  for (const { probe } of probes) probe.stop(true);
  return ports;
}

export function withPorts(text: string, ports: ReadonlyMap<string, string>): string {
  return [...ports].reduce((so, [named, free]) => so.replaceAll(named, free), text);
}

/** Everything that the steps did and showed, in their order. */
export async function runDrill(steps: readonly Step[], options: DrillOptions): Promise<Ran[]> {
  const { work, home, env, ports, through = [], before = "", timeoutMs } = options;
  const runs = steps.map(({ script }, at) => {
    const file = join(work, String(at));
    writeFileSync(`${file}.sh`, withPorts(script, ports));
    return `. ${file}.sh > ${file}.out 2>&1; echo $? > ${file}.code`;
  });
  writeFileSync(join(work, "drill.sh"), [before, ...runs, ""].join("\n"));
  const child = Bun.spawn([...through, "bash", join(work, "drill.sh")], {
    ...{ cwd: home, env, detached: true },
    stdio: ["ignore", "ignore", "ignore"],
  });
  // The services that it left running too.
  const end = setTimeout(() => process.kill(-child.pid, "SIGKILL"), timeoutMs);
  await child.exited;
  clearTimeout(end);
  return steps.map((_, at) => readRun(join(work, String(at))));
}

/** Of a step that was never begun, or not ended, the code is -1. */
function readRun(file: string): Ran {
  const textOf = (path: string) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  return { code: Number(textOf(`${file}.code`) || -1), output: textOf(`${file}.out`) };
}
