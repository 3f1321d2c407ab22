// What the settings say of sizes, plans and accounts, in the domain's words.
import { type AccountDefaults, RETRIEVAL_MODES } from "../domain/account-settings.ts";
import type { GateLimits, Limits } from "../domain/limits.ts";
import { type Plan, type Plans, UNLIMITED } from "../domain/plan.ts";
import type { Settings } from "./settings.ts";

const MIB = 1024 * 1024;

export function limitsOf(settings: Settings): Limits {
  return {
    bodyBytesMax: settings.body_bytes_max,
    inputCharsMax: settings.input_chars_max,
    answerCharsMax: settings.answer_chars_max,
    lessonCharsMax: settings.lesson_chars_max,
    nameCharsMax: settings.name_chars_max,
    contextCharsMax: settings.context_chars_max,
    listLimitMax: settings.list_limit_max,
  };
}

export function accountDefaultsOf(settings: Settings): AccountDefaults {
  const retrievalMode = RETRIEVAL_MODES.find((mode) => mode === settings.retrieval_mode);
  if (retrievalMode === undefined) throw new Error("the setting retrieval_mode was not checked against its choices");
  return { retrievalMode };
}

/** Bytes for the vectors and words of brains in use. */
export function memoryBytesOf(settings: Settings): number {
  return settings.memory_mib * MIB;
}

export function gateLimitsOf(settings: Settings): GateLimits {
  const { requests_max: requestsMax, body_memory_mib: bodyMib, exports_max: exportsMax } = settings;
  return { requestsMax, bodyBytesMax: bodyMib * MIB, exportsMax };
}

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
