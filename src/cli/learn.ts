// memoryd learn --dry-run: shows what a learning pass over a brain would do.
import type { Command } from "commander";
import { type BrainKey, DEFAULT_ACCOUNT, DEFAULT_CORE, isCoreSlug, isUserId } from "../domain/brain.ts";
import type { PassPreview } from "../learning/preview-pass.ts";
import type { CliContext, DataOptions, ModelOptions } from "./context.ts";
import { addDataOptions, addModelOption, checked } from "./operator-command.ts";

interface LearnOptions extends DataOptions, ModelOptions {
  readonly account: string;
  readonly core: string;
  readonly user?: string;
  readonly dryRun: true;
  readonly json?: true;
}

export function addLearnCommand(program: Command, context: CliContext): void {
  const learn = program
    .command("learn")
    .description("show what a learning pass over a brain would do; nothing is stored")
    .requiredOption("--dry-run", "only show: passes themselves are run by the service, at night and by POST /sync")
    .option("--account <account>", "whose brain", DEFAULT_ACCOUNT)
    .option("--core <slug>", "in which core", checked(isCoreSlug, "core slug"), DEFAULT_CORE)
    .option("--user <id>", "of which user (default: the shared brain)", checked(isUserId, "user id"));
  addDataOptions(learn);
  addModelOption(learn);
  learn.addHelpText("after", "\nExample:\n  memoryd learn --dry-run --user ada");
  learn.action(async (options: LearnOptions) => {
    const brain: BrainKey = { account: options.account, core: options.core, user: options.user ?? null };
    const preview = await context.previewLearning(options, brain);
    if (options.json === true) context.print(JSON.stringify(shown(preview)));
    else for (const line of linesOf(preview)) context.print(line);
  });
}

function shown({ packetsScanned, packetsStale, clusters }: PassPreview) {
  return {
    packets_scanned: packetsScanned,
    packets_stale: packetsStale,
    clusters: clusters.map(({ packets, fromCorrection, rule }) => ({
      packets,
      from_correction: fromCorrection,
      rule,
    })),
  };
}

function linesOf({ packetsScanned, packetsStale, clusters }: PassPreview): string[] {
  const head = `${packetsScanned} new turns, ${clusters.length} clusters worth a rule`;
  const body = clusters.map(({ packets, fromCorrection, rule }) => {
    const from = `${packets.length} ${packets.length === 1 ? "turn" : "turns"}${fromCorrection ? ", a correction among them" : ""}`;
    return `  ${rule ?? "(nothing durable)"}  [${from}]`;
  });
  const stale = `${packetsStale} turns were embedded with another model, and are left out until they are embedded anew`;
  return [head, ...(packetsStale === 0 ? [] : [stale]), ...body];
}
