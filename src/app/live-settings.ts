// The settings that a running service goes by. A reload reaches every part: it reads them here, or is told.
import { accountDefaultsOf, limitsOf, readPlans } from "../config/read-limits.ts";
import type { Settings } from "../config/settings.ts";
import type { AccountDefaults } from "../domain/account-settings.ts";
import type { Limits } from "../domain/limits.ts";
import type { Plans } from "../domain/plan.ts";

export interface LiveSettings {
  readonly current: Settings;
  /** These stay the same objects, so that a part may hold them; their fields are those of the settings in effect. */
  readonly limits: Limits;
  readonly plans: Plans;
  readonly accountDefaults: AccountDefaults;
  /** `told` runs after each change, in the order of these calls: for what has to be made again, such as a timer. */
  onChange(told: (settings: Settings) => void): void;
  change(settings: Settings): void;
}

export function createLiveSettings(first: Settings): LiveSettings {
  let current = first;
  let limits = limitsOf(first);
  let plans = readPlans(first);
  let accountDefaults = accountDefaultsOf(first);
  const told: ((settings: Settings) => void)[] = [];
  return {
    get current() {
      return current;
    },
    limits: viewOf(() => limits),
    plans: viewOf(() => plans),
    accountDefaults: viewOf(() => accountDefaults),
    onChange: (one) => void told.push(one),
    change(settings) {
      current = settings;
      limits = limitsOf(settings);
      plans = readPlans(settings);
      accountDefaults = accountDefaultsOf(settings);
      for (const one of told) one(settings);
    },
  };
}

/** An object of the same fields; each has the value that it has in what `read` gives at that moment. */
function viewOf<T extends object>(read: () => T): T {
  const view = {} as T;
  for (const field of Object.keys(read()) as (keyof T)[]) {
    Object.defineProperty(view, field, { enumerable: true, get: () => read()[field] });
  }
  return view;
}
