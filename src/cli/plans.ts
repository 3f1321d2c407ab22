// memoryd plans: shows what each plan allows.
import type { Command } from "commander";
import { PLAN_NAMES, type Plan, type PlanName, type Plans } from "../domain/plan.ts";
import type { CommandContext } from "./context.ts";
import { printList, tableOf } from "./table.ts";

export interface PlansContext extends CommandContext {
  /** The plans as settings file and environment say them. */
  readonly plans: (config: string | undefined) => Plans;
}

export function addPlansCommand(program: Command, context: PlansContext): void {
  const plans = program
    .command("plans")
    .description("show the plans of accounts")
    .addHelpText("after", "\nExample:\n  memoryd plans list");
  plans
    .command("list")
    .description("list the plans with what each allows, as the settings say it")
    .option("--config <file>", "settings file, TOML")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd plans list --json")
    .action((options: { config?: string; json?: true }) => {
      const all = context.plans(options.config);
      const items = PLAN_NAMES.map((name) => shown(name, all[name]));
      const rows = PLAN_NAMES.map((name) => rowOf(name, all[name]));
      printList(context, options, items, tableOf(HEADS, rows));
    });
}

/** null wherever there is no limit. */
function shown(name: PlanName, plan: Plan) {
  return {
    name,
    turns_per_month: plan.turnsPerMonth,
    cores: plan.cores,
    sub_brains: plan.subBrains,
    requests_per_second: plan.requestsPerSecond,
  };
}

const HEADS = ["PLAN", "TURNS A MONTH", "CORES", "SUB-BRAINS", "REQUESTS A SECOND"];

function rowOf(name: PlanName, plan: Plan): string[] {
  const limits = [plan.turnsPerMonth, plan.cores, plan.subBrains, plan.requestsPerSecond];
  return [name, ...limits.map((most) => most?.toString() ?? "no limit")];
}
