// memoryd recall: what a question brings back from a brain, and how each memory came to its place.
import { type Command, Option } from "commander";
import { RETRIEVAL_MODES, type RetrievalMode } from "../domain/account-settings.ts";
import { type BrainKey, DEFAULT_ACCOUNT, DEFAULT_CORE, isCoreSlug, isUserId } from "../domain/brain.ts";
import { DEFAULT_LIMITS } from "../domain/limits.ts";
import { type Entry, type Explanation, SUM_STEPS, type SumStep } from "../domain/retrieved.ts";
import type { Source } from "../domain/turn.ts";
import { shownSource } from "../turns/shown-source.ts";
import type { CommandContext, DataOptions, ModelOptions } from "./context.ts";
import { addDataOptions, addModelOption, checked } from "./operator-command.ts";
import { printableLine } from "./printable.ts";

const WAYS_IN: Readonly<Record<Exclude<Entry, "similarity">, string>> = {
  words: "by its words",
  time: "by its time",
  nearest: "among the nearest",
};

interface RecallOptions extends DataOptions, ModelOptions {
  readonly account: string;
  readonly core: string;
  readonly user?: string;
  readonly mode?: RetrievalMode;
  readonly limit?: string;
  readonly json?: true;
}

/** Characters of a memory's text that one line shows. */
const TEXT_SHOWN = 100;

export interface RecallContext extends CommandContext {
  /** What a question brings back; a brain that is not there knows nothing. */
  readonly recall: (options: DataOptions & ModelOptions, question: RecallQuestion) => Promise<Recalled>;
}

export function addRecallCommand(program: Command, context: RecallContext): void {
  const recall = program
    .command("recall")
    .argument("<question>", "what to look up")
    .description("show what a question brings back, and why; nothing is stored")
    .option("--account <account>", "whose brain", DEFAULT_ACCOUNT)
    .option("--core <slug>", "in which core", checked(isCoreSlug, "core slug"), DEFAULT_CORE)
    .option("--user <id>", "of which user (default: the shared brain)", checked(isUserId, "user id"))
    .addOption(
      new Option("--mode <mode>", "how memory is ranked (default: the account's setting, or the server's)").choices(
        RETRIEVAL_MODES,
      ),
    )
    .option("--limit <count>", "at most so many (default: what a brief would hold)", checked(isLimit, "count"));
  addDataOptions(recall);
  addModelOption(recall);
  recall.addHelpText("after", '\nExample:\n  memoryd recall --user ada "Which units do I like?"');
  recall.action(async (question: string, options: RecallOptions) => {
    const brain: BrainKey = { account: options.account, core: options.core, user: options.user ?? null };
    const found = await context.recall(options, {
      brain,
      query: question,
      limit: options.limit === undefined ? null : Number(options.limit),
      mode: options.mode ?? null,
    });
    const json = { mode: found.mode, waiting: found.waiting, sources: found.sources.map(shownSource) };
    if (options.json === true) context.print(JSON.stringify(json));
    else for (const line of linesOf(found)) context.print(line);
  });
}

function isLimit(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= DEFAULT_LIMITS.listLimitMax;
}

/** What `recall` found. */
export interface Recalled {
  readonly mode: RetrievalMode;
  /** Packets of the brain that have no embedding of this model yet. */
  readonly waiting: number;
  /** With explanations. */
  readonly sources: readonly Source[];
}

function linesOf({ mode, waiting, sources }: Recalled): string[] {
  const late = waiting === 0 ? [] : [`${waiting} turns wait for their embedding and are found by their words alone`];
  if (sources.length === 0) return [...late, `nothing relevant (${mode})`];
  return [...late, ...sources.flatMap((source, at) => sourceLines(source, at + 1, mode))];
}

function sourceLines({ id, text, score, explanation }: Source, place: number, mode: RetrievalMode): string[] {
  const flat = [...printableLine(text.replace(/\s+/gu, " ").trim())];
  const shown = flat.length > TEXT_SHOWN ? `${flat.slice(0, TEXT_SHOWN).join("")}…` : flat.join("");
  const head = `${String(place).padStart(3)}  ${score.toFixed(3)}  ${id}  ${shown}`;
  return explanation === null ? [head] : [head, `     ${why(explanation, mode)}`];
}

function why(explanation: Explanation, mode: RetrievalMode): string {
  const { cosine, lexical, newest, confidence, enteredBy, ranks } = explanation;
  const end = `x confidence ${confidence.toFixed(2)} (#${ranks.confidence})`;
  if (mode === "cosine") {
    const words = enteredBy === "words" ? `words ${lexical.toFixed(3)}  ` : "";
    return `${words}cosine ${cosine.toFixed(3)} (#${ranks.cosine})  ${end}`;
  }
  const sums = (Object.keys(SUM_STEPS) as SumStep[]).map((step) => {
    const sign = step === "cosine" ? "" : "+";
    return `${step} ${sign}${explanation[SUM_STEPS[step].part].toFixed(3)} (#${ranks[step]})`;
  });
  const parts = [...sums, end, `newest +${newest.toFixed(3)} (#${ranks.newest})`];
  return `${parts.join("  ")}${enteredBy === "similarity" ? "" : `  ${WAYS_IN[enteredBy]}`}`;
}

export interface RecallQuestion {
  readonly brain: BrainKey;
  readonly query: string;
  /** null: as much as a brief holds. */
  readonly limit: number | null;
  /** null: the account's own. */
  readonly mode: RetrievalMode | null;
}
