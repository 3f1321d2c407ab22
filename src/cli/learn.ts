// memoryd learn: a learning pass over a brain, or a look at what one would do.
import type { Command } from "commander";
import { type BrainKey, DEFAULT_ACCOUNT, DEFAULT_CORE, isCoreSlug, isUserId } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { PassPreview } from "../learning/preview-pass.ts";
import type { CommandContext, DataOptions, ModelOptions } from "./context.ts";
import { addDataOptions, addModelOption, checked } from "./operator-command.ts";
import { printableLine } from "./printable.ts";
import { counted } from "./progress.ts";
import { addServerOptions, type RunningServer, type ServerOptions, serverOf } from "./running-server.ts";

interface LearnOptions extends DataOptions, ModelOptions, ServerOptions {
  readonly core: string;
  readonly user?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

export interface LearnContext extends CommandContext {
  /** What a pass over the brain would do; a brain that is not there has nothing to learn. */
  readonly previewLearning: (options: DataOptions & ModelOptions, brain: BrainKey) => Promise<PassPreview>;
  /** Runs a pass over the brain, where no server runs on the data. */
  readonly learnHere: (options: DataOptions & ModelOptions, brain: BrainKey) => Promise<Learned>;
  /** Has a running server run it; the account is that of the key. */
  readonly askToLearn: (server: RunningServer, brain: BrainKey) => Promise<Learned>;
}

export function addLearnCommand(program: Command, context: LearnContext): void {
  const learn = program
    .command("learn")
    .description("run a learning pass over a brain now, or show what one would do")
    .option("--dry-run", "only show, beside a running server or without one: nothing is stored")
    .option("--account <account>", `whose brain (default: ${DEFAULT_ACCOUNT})`)
    .option("--core <slug>", "in which core", checked(isCoreSlug, "core slug"), DEFAULT_CORE)
    .option("--user <id>", "of which user (default: the shared brain)", checked(isUserId, "user id"));
  addServerOptions(learn, "have it done by");
  addDataOptions(learn);
  addModelOption(learn);
  learn.addHelpText(
    "after",
    `
Examples:
  memoryd learn --dry-run --user ada
  memoryd learn --user ada
  memoryd learn --user ada --url http://127.0.0.1:8787 --key-file memoryd-data/admin.key`,
  );
  learn.action(async (options: LearnOptions) => {
    const server = serverOf(learn, options);
    const { account = DEFAULT_ACCOUNT, core, user = null } = options;
    const brain: BrainKey = { account, core, user };
    if (options.dryRun === true) {
      if (server !== null) learn.error("error: --dry-run looks at the data itself: leave --url out");
      await preview(context, options, brain);
      return;
    }
    const outcome = server === null ? await context.learnHere(options, brain) : await context.askToLearn(server, brain);
    if (options.json === true) context.print(JSON.stringify(outcome));
    if (!outcome.ok)
      throw new MemoryError("not_ready", "the pass failed and stored nothing: it is tried again at night");
    if (options.json !== true) context.print(`${counted(outcome.learned, "rule", "rules")} learned`);
  });
}

async function preview(context: LearnContext, options: LearnOptions, brain: BrainKey): Promise<void> {
  const found = await context.previewLearning(options, brain);
  if (options.json === true) context.print(JSON.stringify(shown(found)));
  else for (const line of linesOf(found)) context.print(line);
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
    return `  ${rule === null ? "(nothing durable)" : printableLine(rule)}  [${from}]`;
  });
  const stale = `${packetsStale} turns have no embedding by this model yet, and are left out until it is made`;
  return [head, ...(packetsStale === 0 ? [] : [stale]), ...body];
}

/** How a pass ended, as `POST /sync` tells it. */
export interface Learned {
  readonly ok: boolean;
  /** New lessons. */
  readonly learned: number;
}
