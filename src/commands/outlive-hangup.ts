// HUP tells a service to read its settings again. Sent by name, it reaches every other command too: those go on.
import { isatty } from "node:tty";

const EXIT_OF_HANGUP = 129;

export interface Hangup {
  /** From now on each HUP is told here, and whether it came because the terminal itself is gone; nothing else is done. */
  hear(told: (isTerminalGone: boolean) => void): void;
}

/** Where the terminal is gone, nobody waits for the command any more, and it ends; unless it hears of that itself. */
export function outliveHangup(): Hangup {
  const hadTerminal = isatty(2);
  let told = (isTerminalGone: boolean) => {
    if (isTerminalGone) process.exit(EXIT_OF_HANGUP);
  };
  process.on("SIGHUP", () => told(hadTerminal && !isatty(2)));
  return {
    hear(by) {
      told = by;
    },
  };
}
