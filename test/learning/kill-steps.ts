// The steps of learning at which a process may be killed.

/** Of a pass of the service. */
export const PASS_STEPS = [
  "before the scan",
  "clustering",
  "distilling the first cluster",
  "distilling the second cluster",
  "embedding the first rule",
  "embedding the second rule",
  "before the write",
  "during the write",
  "after the write",
] as const;

/** Of the caller's plan. */
export const PLAN_STEPS = [
  "before the scan",
  "clustering",
  "before the plan is stored",
  "after the plan is stored",
] as const;

/** Of the record of a plan. */
export const RECORD_STEPS = [
  "before the plan is read",
  "embedding the first rule",
  "embedding the second rule",
  "before the write",
  "during the write",
  "after the write",
] as const;

export type KillStep = (typeof PASS_STEPS)[number] | (typeof PLAN_STEPS)[number] | (typeof RECORD_STEPS)[number];
