// HUP tells a service to read its settings again. Sent by name, it reaches every other command too: those go on.
import { isatty } from "node:tty";

const EXIT_OF_HANGUP = 129;

/** Where the terminal itself is gone, nobody waits for the command any more, and it ends. `serve` hears HUP in its own way. */
export function outliveHangup(): void {
  const hadTerminal = isatty(2);
  process.on("SIGHUP", () => {
    if (hadTerminal && !isatty(2)) process.exit(EXIT_OF_HANGUP);
  });
}
