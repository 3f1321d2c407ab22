// memoryd healthcheck: whether the service can take traffic, for what supervises containers and has no shell.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { CommandContext } from "./context.ts";
import { parseUrl } from "./running-server.ts";

export interface HealthcheckContext extends CommandContext {
  /** Asks /readyz; null: where the settings say that the service listens. Null where it is ready, else why not. */
  readonly whyUnready: (url: string | null, config: string | undefined) => Promise<string | null>;
}

/** Nobody answers, or a check of the service fails. */
export class UnreadyError extends CommandFault {
  override readonly name = "UnreadyError";
  readonly kind = "failed";
}

interface HealthcheckOptions {
  readonly url?: string;
  readonly config?: string;
  readonly json?: true;
}

export function addHealthcheckCommand(program: Command, context: HealthcheckContext): void {
  program
    .command("healthcheck")
    .description("say whether the service of this machine can take traffic; exit 0 or 1; needs no key")
    .option("--url <url>", "ask there (default: where the settings say that it listens)", parseUrl)
    .option("--config <file>", "settings file, TOML")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd healthcheck && echo ready")
    .action(async ({ url, config, json }: HealthcheckOptions) => {
      const reason = await context.whyUnready(url ?? null, config);
      if (reason !== null) throw new UnreadyError(reason);
      context.print(json === true ? JSON.stringify({ ready: true }) : "ready");
    });
}
