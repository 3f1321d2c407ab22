// memoryd status: a running service at one look, or what its data says where none runs.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { DataOptions } from "./context.ts";
import { type DoctorContext, type ShownDiagnosis, shownFindings } from "./doctor.ts";
import { addDataOptions } from "./operator-command.ts";
import { addServerOptions, type RunningServer, type ServerOptions, serverOf } from "./running-server.ts";
import type { SeenService } from "./seen-service.ts";
import { statusLines } from "./status-lines.ts";

export interface StatusContext extends DoctorContext {
  /** Of the service that has the data, or of the data alone; `keyFile`: of the key to ask with, in place of the admin key. */
  readonly statusHere: (options: DataOptions, keyFile: string | null) => Promise<SeenService>;
  readonly statusOf: (server: RunningServer) => Promise<SeenService>;
}

/** No service runs, or it cannot take traffic; all that is known has been printed. */
export class NotReadyError extends CommandFault {
  override readonly name = "NotReadyError";
  readonly kind = "failed";
}

interface StatusOptions extends DataOptions, ServerOptions {
  readonly json?: true;
}

export function addStatusCommand(program: Command, context: StatusContext): void {
  const status = program
    .command("status")
    .description("show a running service at one look; exit 0 where it runs and is ready, else 1");
  addServerOptions(status, "ask");
  addDataOptions(status);
  status.addHelpText(
    "after",
    `
Without --url it asks the service that has the data directory, with its admin key or that of --key-file.

Examples:
  memoryd status --data-dir /var/lib/memoryd
  memoryd status --url https://memory.example.org --key-file admin.key --json`,
  );
  status.action(async (options: StatusOptions) => {
    // A key alone is for the service here.
    const { keyFile, ...others } = options;
    const server = serverOf(status, options.url === undefined ? others : options);
    const seen = server === null ? await context.statusHere(options, keyFile ?? null) : await context.statusOf(server);
    const { dataDir, config } = options;
    // The doctor looks at files: at those of this machine alone.
    const diagnosis =
      server === null ? await context.examine({ flags: { data_dir: dataDir }, config, isDeep: false }) : null;
    if (options.json === true) context.print(JSON.stringify(shown(seen, diagnosis)));
    else for (const line of statusLines(seen, diagnosis, context.clock.now())) context.print(line);
    if (!seen.isReady) throw new NotReadyError(seen.reason ?? "the service is not ready");
  });
}

function shown({ isRunning, isReady, reason, dataDir, url, body }: SeenService, diagnosis: ShownDiagnosis | null) {
  return {
    running: isRunning,
    ready: isReady,
    reason,
    data_dir: dataDir,
    url,
    ...body,
    doctor: diagnosis === null ? null : shownFindings(diagnosis),
  };
}
