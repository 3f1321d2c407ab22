// The plans as the settings say them.
import { type Plan, type Plans, UNLIMITED } from "../domain/plan.ts";
import type { Settings } from "./settings.ts";

export function readPlans(settings: Settings): Plans {
  return { unlimited: UNLIMITED, free: readPlan(settings, "free"), pro: readPlan(settings, "pro") };
}

function readPlan(settings: Settings, name: "free" | "pro"): Plan {
  return {
    turnsPerMonth: limitOf(settings[`plan_${name}_turns_per_month`]),
    cores: limitOf(settings[`plan_${name}_cores`]),
    subBrains: limitOf(settings[`plan_${name}_sub_brains`]),
    requestsPerSecond: limitOf(settings[`plan_${name}_requests_per_second`]),
  };
}

/** In the settings 0 says that there is no limit. */
export function limitOf(setting: number): number | null {
  return setting === 0 ? null : setting;
}
