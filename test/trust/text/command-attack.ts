// The commands of the shell that read texts: each a process of its own, so that its processor time says it all.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { startExecutable } from "../start-logged.ts";
import { drawn, singlePumps } from "./character-pumps.ts";
import { IMPORT_TEXTS } from "./import-scenarios.ts";
import { drawnSlicePump, ownTexts, plainPump, shapePumps } from "./shape-pumps.ts";
import { type Finding, GROWTH_MAX } from "./tally.ts";
import type { TextPump } from "./text-pump.ts";
import { collectWords, drawnWordPump } from "./word-pumps.ts";

export interface CommandAttack {
  readonly executable: string;
  readonly folder: string;
  readonly seed: number;
  readonly minutes: number;
}

const LENGTHS = [16_384, 131_072];
/** Longer arguments are refused by the system. */
const ARGUMENT_MAX = 100_000;
/** Work beside what the command takes for nothing; less says nothing. */
const MEASURABLE_MS = 400;
const SHORT_MS_LEAST = 60;
const ROUNDS = 3;

interface Command {
  readonly name: string;
  /** What the command itself took, whether it took the text or refused it. */
  readonly run: (lab: Lab, text: string) => Promise<Spent>;
}

interface Spent {
  /** Of the processor. */
  readonly ms: number;
  readonly code: number | null;
}

interface Lab {
  readonly executable: string;
  readonly modelDir: string;
  readonly folder: string;
  /** A data directory that nothing else uses, gone with the next one. */
  directory(): string;
}

export async function attackCommands(attack: CommandAttack): Promise<{ lines: string[]; findings: Finding[] }> {
  const { executable, folder, seed, minutes } = attack;
  const end = performance.now() + minutes * 60_000;
  const modelDir = join(folder, "command-model");
  makeTinyModel(modelDir, { seed: 1 });
  const empty = join(folder, "command-empty");
  const made = await startExecutable({
    ...{ executable, dataDir: empty, logFile: join(folder, "command.log") },
    flags: ["--model-dir", modelDir],
  });
  await made.stop();
  const directory = () => {
    const path = join(folder, "command-data");
    rmSync(path, { recursive: true, force: true });
    cpSync(empty, path, { recursive: true });
    return path;
  };
  const lab = { executable, modelDir, folder, directory };
  const random = seededRandom(seed);
  const [singles, shapes, words, texts] = [singlePumps(), shapePumps(), collectWords(), ownTexts()];
  const draw = (): TextPump => {
    const kind = random.integer(4);
    if (kind < 2) return drawn(random, kind === 0 ? singles : shapes);
    return kind === 2 ? drawnWordPump(random, words) : drawnSlicePump(random, texts);
  };
  const findings: Finding[] = [];
  const worst = new Map<string, { texts: number; taken: number; ms: number; text: string }>();
  const idle = new Map<string, number>();
  for (const { name, run } of COMMANDS) idle.set(name, (await run(lab, plainPump().text(16))).ms);
  for (let turn = 0; performance.now() < end; turn++) {
    const command = COMMANDS[turn % COMMANDS.length]!;
    const text = draw();
    const found = await tryText(lab, command, text, idle.get(command.name)!);
    const known = worst.get(command.name) ?? { texts: 0, taken: 0, ms: 0, text: "" };
    const isWorse = found.longMs > known.ms;
    worst.set(command.name, {
      texts: known.texts + 1,
      taken: known.taken + (found.code === 0 ? 1 : 0),
      ms: isWorse ? found.longMs : known.ms,
      text: isWorse ? text.name : known.text,
    });
    if (found.finding !== null) findings.push(found.finding);
  }
  const lines = [...worst].map(
    ([name, { texts: tried, taken, ms, text }]) =>
      `memoryd ${name}: ${tried} texts, ${taken} taken, at most ${ms.toFixed(0)} ms more of the processor than for nothing, by ${text}`,
  );
  return { lines, findings };
}

async function tryText(lab: Lab, command: Command, made: TextPump, idleMs: number) {
  const [shortLength, longLength] = LENGTHS as [number, number];
  let shortMs = 0;
  let longMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, code } = await command.run(lab, made.text(longLength));
    longMs = Math.min(longMs, ms - idleMs);
    if (longMs < MEASURABLE_MS) return { longMs, code, finding: null };
    shortMs = Math.max(shortMs, (await command.run(lab, made.text(shortLength))).ms - idleMs);
    if (exponentOf(longMs, shortMs) <= GROWTH_MAX) return { longMs, code, finding: null };
  }
  const finding: Finding = {
    ...{ path: `memoryd ${command.name}`, text: made.name, length: longLength, what: "growth" },
    ...{ stallMs: 0, mainMs: longMs, workerMs: 0, exponent: exponentOf(longMs, shortMs), status: 0 },
  };
  return { longMs, code: 0, finding };
}

function exponentOf(longMs: number, shortMs: number): number {
  return Math.log(longMs / Math.max(SHORT_MS_LEAST, shortMs)) / Math.log(LENGTHS[1]! / LENGTHS[0]!);
}

const COMMANDS: readonly Command[] = [
  ...IMPORT_TEXTS.map(
    ({ format, name, body }): Command => ({
      name: `import, ${format}, ${name}`,
      run: (lab, text) => {
        const directory = lab.directory();
        return importInto(lab, directory, format, body(text));
      },
    }),
  ),
  { name: "recall", run: async (lab, text) => recallIn(lab, await remembering(lab, plainPump().text(2_000)), text) },
  { name: "recall over such memory", run: async (lab, text) => recallIn(lab, await remembering(lab, text), "What?") },
  {
    name: "learn --dry-run",
    run: async (lab, text) => {
      const directory = await remembering(lab, text);
      return spend(lab, ["learn", "--dry-run", "--data-dir", directory, "--model-dir", lab.modelDir]);
    },
  },
  { name: "embed", run: (lab, text) => spend(lab, ["embed", "--model-dir", lab.modelDir], JSON.stringify(text)) },
  { name: "embed, lines", run: (lab, text) => spend(lab, ["embed", "--model-dir", lab.modelDir], text) },
];

function recallIn(lab: Lab, directory: string, text: string): Promise<Spent> {
  const question = text.slice(0, ARGUMENT_MAX).toWellFormed().replace(/^-+/, "x");
  // Bytes count, not characters.
  const shorter = Buffer.from(question).subarray(0, ARGUMENT_MAX).toString().replaceAll("\ufffd", "x");
  return spend(lab, ["recall", shorter, "--data-dir", directory, "--model-dir", lab.modelDir]);
}

/** A directory with a chat of such messages, each side's twice. */
async function remembering(lab: Lab, text: string): Promise<string> {
  const directory = lab.directory();
  const said = text.slice(0, 30_000).toWellFormed();
  const answered = text.toWellFormed();
  const messages = [said, answered, said, answered].map((content, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content,
  }));
  await importInto(lab, directory, "chat", JSON.stringify(messages));
  return directory;
}

function importInto(lab: Lab, directory: string, format: string, file: string): Promise<Spent> {
  const path = join(lab.folder, "command-file");
  writeFileSync(path, file);
  return spend(lab, ["import", path, "--format", format, "--data-dir", directory]);
}

/** Whether it takes or refuses the text. */
async function spend(lab: Lab, args: readonly string[], stdin = ""): Promise<Spent> {
  const child = Bun.spawn([lab.executable, ...args], {
    stdin: new TextEncoder().encode(stdin),
    stdout: "ignore",
    stderr: "ignore",
  });
  await child.exited;
  const { user, system } = child.resourceUsage()!.cpuTime;
  return { ms: (Number(user) + Number(system)) / 1_000, code: child.exitCode };
}
