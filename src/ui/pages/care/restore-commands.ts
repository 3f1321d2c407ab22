// The commands that put a backup in the place of the data, for a shell on the service's machine.

export const WAYS = ["systemd", "container", "hand"] as const;
export type Way = (typeof WAYS)[number];

export interface Restoring {
  /** Whole path of the backup. */
  readonly file: string;
  readonly isSealed: boolean;
  /** Whole path of the data. */
  readonly dataDir: string;
  readonly processId: number;
  readonly version: string;
}

export type Step = "stop" | "check" | "restore" | "start";

/** Where packages and the image put the data. */
const PLACES: Readonly<Record<string, Way>> = { "/var/lib/memoryd": "systemd", "/data": "container" };

/** How the service runs, as far as where its data is tells. */
export function wayOf(dataDir: string): Way {
  return PLACES[dataDir] ?? "hand";
}

/** The text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function restoreCommands(way: Way, restoring: Restoring): Readonly<Record<Step, string>> {
  const { stop, program, identity, start } = wayParts(way, restoring);
  const named = ["--data-dir", shellWord(restoring.dataDir), ...(restoring.isSealed ? ["--identity", identity] : [])];
  const file = shellWord(restoring.file);
  return {
    stop,
    check: [program, "restore --dry-run", ...named, file].join(" "),
    restore: [program, "restore", ...named, file].join(" "),
    start,
  };
}

interface WayParts {
  readonly stop: string;
  readonly program: string;
  readonly identity: string;
  readonly start: string;
}

function wayParts(way: Way, { isSealed, dataDir, processId, version }: Restoring): WayParts {
  if (way === "systemd") {
    const program = "sudo memoryd";
    return {
      stop: "sudo systemctl stop memoryd",
      program,
      identity: "backups.key",
      start: "sudo systemctl start memoryd",
    };
  }
  if (way === "container") {
    const key = isSealed ? ` --volume "$PWD/backups.key:/backups.key:ro"` : "";
    const program = `docker run --rm --volumes-from memoryd${key} memoryd:${version}`;
    return { stop: "docker stop --time 30 memoryd", program, identity: "/backups.key", start: "docker start memoryd" };
  }
  return {
    // A restore is refused while the process still holds the data.
    stop: `kill ${processId}; while kill -0 ${processId} 2>/dev/null; do sleep 0.2; done`,
    program: "memoryd",
    identity: "backups.key",
    start: `memoryd serve --data-dir ${shellWord(dataDir)}`,
  };
}
