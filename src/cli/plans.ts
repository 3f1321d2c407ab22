// memoryd plans: shows what each plan allows.
import type { Command } from "commander";
import { PLAN_NAMES, type Plan, type PlanName, type Plans } from "../domain/plan.ts";
import type { CommandContext } from "./context.ts";

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
    .action(({ config, json }: { config?: string; json?: true }) => {
      const all = context.plans(config);
      if (json === true) context.print(JSON.stringify({ items: PLAN_NAMES.map((name) => shown(name, all[name])) }));
      else for (const name of PLAN_NAMES) context.print(planLine(name, all[name]));
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

function planLine(name: PlanName, plan: Plan): string {
  const limits = [
    [plan.turnsPerMonth, "turns a month"],
    [plan.cores, "cores"],
    [plan.subBrains, "sub-brains"],
    [plan.requestsPerSecond, "requests a second"],
  ].flatMap(([most, what]) => (most === null ? [] : [`${most} ${what}`]));
  return `${name}  ${limits.length === 0 ? "no limits" : limits.join(", ")}`;
}
