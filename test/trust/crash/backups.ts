// Backups beside the load: made by the command and by the schedule, killed with the service or alone, then looked at.
import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type RunningCommand, startCommand } from "./killable-server.ts";
import { heldBy, type Oracle, type Tally, textOf } from "./oracle.ts";

export interface Backups {
  /** Flags for a start that makes a backup by its schedule at once. */
  schedule(): string[];
  /** The command, beside the running service. `mayEnd`: it is not killed with the service. */
  start(mayEnd: boolean): void;
  /** After the service was killed: ends the commands, or waits for them. */
  settle(): Promise<void>;
  /** Whatever has its final name must be whole; and what was acknowledged before it began, and was not erased, in it. */
  check(): Promise<void>;
}

export interface BackupsOptions {
  readonly executable: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly oracle: Oracle;
  readonly tally: Tally;
  readonly find: (what: string) => void;
}

interface Started {
  readonly file: string;
  readonly mayEnd: boolean;
  readonly command: RunningCommand;
  /** Acknowledged before it began. */
  readonly acknowledged: readonly string[];
}

export function watchBackups(options: BackupsOptions): Backups {
  const { executable, folder, dataDir, oracle, tally, find } = options;
  const unchecked: string[] = [];
  const running: Started[] = [];
  let made = 0;
  /** Folders of scheduled backups: all so far, and those not looked at. */
  let schedules = 0;
  let unseen: string[] = [];

  async function end({ file, mayEnd, command, acknowledged }: Started): Promise<void> {
    if (!mayEnd) command.kill();
    const { code, stderr } = await command.finished;
    if (code === 0) {
      tally.add("acknowledged backups");
      if (!existsSync(file)) find("a backup that the command acknowledged is not there");
      else expectInside(file, acknowledged);
    } else if (code !== null) {
      find(`memoryd backup ended with ${code}: ${stderr}`);
    } else {
      tally.add("backups killed");
    }
    if (existsSync(file)) unchecked.push(file);
  }

  /** What was erased since may be missing, and what is being erased: only what is still there for sure is looked for. */
  function expectInside(file: string, acknowledged: readonly string[]): void {
    const db = new Database(file, { readonly: true });
    const rows = db
      .query<{ text: string }, []>("SELECT input || iif(answer = '', '', char(10) || answer) AS text FROM packets")
      .all();
    db.close();
    const inside = new Set(rows.map(({ text }) => text));
    const unharmed = [...oracle.reachable()].filter(({ erasing }) => !erasing);
    const still = new Set(unharmed.flatMap((brain) => brain.there().map((said) => textOf(heldBy(said)))));
    const missing = acknowledged.filter((text) => still.has(text) && !inside.has(text));
    if (missing.length > 0) find(`a backup lacks ${missing.length} records acknowledged before it began`);
    tally.add("records looked for in backups", acknowledged.length);
  }

  return {
    schedule() {
      const target = join(folder, `scheduled-${++schedules}`);
      mkdirSync(target);
      unseen.push(target);
      return ["--backup-cron", "* * * * *", "--backup-dir", target];
    },
    start(mayEnd) {
      const file = join(folder, `made-${++made}.backup`);
      const acknowledged = [...oracle.reachable()].flatMap((brain) =>
        brain.there().map((said) => textOf(heldBy(said))),
      );
      const command = startCommand(executable, folder, ["backup", "--data-dir", dataDir, file]);
      running.push({ file, mayEnd, command, acknowledged });
    },
    async settle() {
      for (const started of running.splice(0)) await end(started);
    },
    async check() {
      for (const target of unseen) {
        const names = readdirSync(target).filter((name) => !name.startsWith("."));
        unchecked.push(...names.map((name) => join(target, name)));
        tally.add("scheduled backups found", names.length);
      }
      unseen = [];
      for (const file of unchecked.splice(0)) {
        const { code, stdout, stderr } = await startCommand(executable, folder, ["verify", file]).finished;
        tally.add("backups verified");
        if (code !== 0) find(`a backup under its final name is not whole: ${stdout}${stderr}`);
      }
    },
  };
}
