// What a recall says of replaced statements.
import type { Model } from "../../api.ts";

export interface Replacement {
  readonly old: Pick<Model["SourceEntry"], "id" | "text">;
  /** null: it is not among the sources. */
  readonly by: Pick<Model["SourceEntry"], "id" | "text"> | null;
}

export function replacementsIn(sources: readonly Model["SourceEntry"][]): readonly Replacement[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return sources.flatMap((old) =>
    old.superseded_by === undefined ? [] : { old, by: byId.get(old.superseded_by) ?? null },
  );
}
