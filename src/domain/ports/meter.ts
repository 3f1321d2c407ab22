// What is counted for the operator. No name and no label says anything of a brain, a user or a text.

/** Counters, each with the one label that it may have. */
export type MeterEvent =
  | { readonly event: "turns_prepared" }
  | { readonly event: "turns_gated" }
  | { readonly event: "turns_recorded" }
  | { readonly event: "learning_passes"; readonly label: "ok" | "partial" | "failed" }
  | { readonly event: "learning_clusters" }
  | { readonly event: "lessons_made" }
  | { readonly event: "lessons_renewed" }
  | { readonly event: "lessons_expired" }
  /** `label`: the cue's name. */
  | { readonly event: "cues_fired"; readonly label: string };

export interface Meter {
  /** Adds `by` (1) to a counter; never throws, never waits. */
  count(event: MeterEvent, by?: number): void;
}
