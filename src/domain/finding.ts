// What is found wrong with the data, the settings or the machine: one line of what it is, one of what to do.

/** `error`: it does not work, or memory is in danger; `warning`: it will not go well for long; `note`: good to know. */
export type Level = "error" | "warning" | "note";

export interface Finding {
  /** A word for programs, stable. */
  readonly code: string;
  readonly level: Level;
  /** A path, a table, a key's id, a setting. */
  readonly where: string;
  /** A sentence, without anything that users said. */
  readonly what: string;
  /** A command or a sentence. */
  readonly fix: string;
}

/** "1 packet is", "2 packets are". */
export function counted(count: number, what: string, one = "", many = ""): string {
  return `${count} ${what}${count === 1 ? "" : "s"} ${count === 1 ? one : many}`.trimEnd();
}
