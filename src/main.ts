// The command line: arguments in, an exit code out.
import { CommanderError } from "commander";
import { OutputEndedError, openOutput } from "./cli/output.ts";
import { printable } from "./cli/printable.ts";
import { exitCodeOf, runProgram, wantsJson } from "./cli/program.ts";
import { createCommands } from "./commands/create-commands.ts";
import { outliveHangup } from "./commands/outlive-hangup.ts";
import { readEnvironment, refuseEngineOptions } from "./config/environment.ts";
import { threadFilesBelow } from "./config/threads.ts";
import { CommandFault, type FaultKind } from "./domain/command-fault.ts";
import { MemoryError } from "./domain/errors.ts";

const EXIT_CODES: Readonly<Record<FaultKind, number>> = { failed: 1, usage: 2, refused: 3 };

/** What a shell says of a program that SIGPIPE ended: it was stopped, and nothing is wrong. */
const EXIT_OF_CLOSED_PIPE = 141;

/** The executable keeps them beside this file, so they are named from here. */
const workers = threadFilesBelow(import.meta.url);

const environment = readEnvironment();
const args: readonly string[] = process.argv.slice(2);
const output = openOutput();
const hangup = outliveHangup();

interface Failure {
  readonly exitCode: number;
  /** A word for programs: the interface's own where it has one. */
  readonly code: string;
  /** What is wrong, in one sentence; null where that has been told already. */
  readonly message: string | null;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    const exitCode = exitCodeOf(error);
    const isTold = exitCode === 0 || !wantsJson(args);
    const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
    return { exitCode, code: "usage", message: isTold ? null : message };
  }
  if (error instanceof CommandFault) {
    const code = error instanceof MemoryError ? error.code : error.kind;
    return { exitCode: EXIT_CODES[error.kind], code, message: error.message };
  }
  if (error instanceof OutputEndedError) return { exitCode: EXIT_CODES.failed, code: "failed", message: error.message };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: EXIT_CODES.failed, code: "failed", message };
}

async function main(): Promise<number> {
  try {
    refuseEngineOptions(environment);
    const { print, warn } = output;
    await runProgram(createCommands({ environment, workers, print, warn, hangup }), args);
    await output.printed();
    if (output.fate() !== "lost") return 0;
    output.warn("standard output could not be written");
    return EXIT_CODES.failed;
  } catch (error) {
    await output.printed();
    if (error instanceof OutputEndedError && error.fate === "closed") return EXIT_OF_CLOSED_PIPE;
    const { exitCode, code, message } = failureOf(error);
    if (message === null) return exitCode;
    if (wantsJson(args)) process.stderr.write(`${printable(JSON.stringify({ error: { message, code } }))}\n`);
    else output.warn(message);
    return exitCode;
  }
}

process.exit(await main());
