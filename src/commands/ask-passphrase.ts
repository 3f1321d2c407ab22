// Asks on the terminal for what must not be seen there.
import { CommandFault } from "../domain/command-fault.ts";

/** What this needs of a terminal: standard input, or what a test gives. */
export interface SecretInput {
  setRawMode(isRaw: boolean): unknown;
  on(event: "data", heard: (piece: Uint8Array | string) => void): unknown;
  off(event: "data", heard: (piece: Uint8Array | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Whoever was asked ended it with Ctrl-C. */
export class AskingEndedError extends CommandFault {
  override readonly name = "AskingEndedError";
  readonly kind = "failed";
}

const [CTRL_C, CTRL_D, BACKSPACE, DELETE] = ["\u0003", "\u0004", "\b", "\u007f"];

/** Shows nothing of what is typed. Throws AskingEndedError. */
export async function askSecret(
  question: string,
  input: SecretInput = process.stdin,
  show: (text: string) => unknown = (text) => process.stderr.write(text),
): Promise<string> {
  show(question);
  input.setRawMode(true);
  try {
    return await readTyped(input);
  } finally {
    input.setRawMode(false);
    show("\n");
  }
}

async function readTyped(input: SecretInput): Promise<string> {
  const typed: string[] = [];
  const decoder = new TextDecoder();
  const ended = Promise.withResolvers<string>();
  const hear = (piece: Uint8Array | string) => {
    for (const each of typeof piece === "string" ? piece : decoder.decode(piece, { stream: true })) {
      if (each === CTRL_C) ended.reject(new AskingEndedError("nothing was done"));
      else if (each === "\r" || each === "\n" || each === CTRL_D) ended.resolve(typed.join(""));
      else if (each === BACKSPACE || each === DELETE) typed.pop();
      else typed.push(each);
    }
  };
  input.on("data", hear);
  input.resume();
  try {
    return await ended.promise;
  } finally {
    input.off("data", hear);
    input.pause();
  }
}
