// What a model.json may leave out, because folders were made before it was known.

/** The default model's values; test/embedding/model-folder.test.ts holds them equal to its model.json. */
export const SPEC_FALLBACKS = {
  contradiction_similarity: 0.8,
  context_weight: 0.3,
  neighbour_weight: 0.2,
  time_weight: 0.2,
  lexical_entry: 0.35,
  same_statement_similarity: 0.6,
} as const;

export type OptionalField = keyof typeof SPEC_FALLBACKS;

/** Models for which better values than the default model's were measured, by the SHA-256 of their model.onnx. */
const MEASURED: Readonly<Record<string, Partial<Record<OptionalField, number>>>> = {
  // multilingual-e5-small, int8: on this project's dialogues in six languages (bun run bench:dialogues).
  "53297a66f012438a969dbe4300dab9054e12ab5c4a7561a733fedbf4ad57052a": {
    context_weight: 0.15,
    neighbour_weight: 0.1,
    time_weight: 0.1,
    same_statement_similarity: 0.7,
  },
};

export function fallbackFor(field: OptionalField, sha256: string): number {
  return MEASURED[sha256]?.[field] ?? SPEC_FALLBACKS[field];
}
