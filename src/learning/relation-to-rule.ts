// How a message stands to a rule, by the classifier.
import type { MessageClassifier, RelationShares } from "../domain/ports/message-classifier.ts";
import { namesTheSame } from "./change-signs.ts";

/** To a rule in one or two wordings. null: it changes nothing. */
export async function relationTo(
  classifier: MessageClassifier,
  text: string,
  [own, whole]: readonly string[],
): Promise<Pick<RelationShares, "replaces" | "ends"> | null> {
  const byOwn = await relationOf(classifier, text, own!);
  const byWhole = byOwn === null || whole === undefined ? null : await relationOf(classifier, text, whole);
  if (byOwn === null || byWhole === null) return byOwn;
  // What only the whole tells may be about the rest of it: by the geometric mean, both have to tell something.
  const part = Math.sqrt((byOwn.replaces + byOwn.ends) / (byWhole.replaces + byWhole.ends));
  return part < 1 ? { replaces: byWhole.replaces * part, ends: byWhole.ends * part } : byOwn;
}

/** null: who names again what the rule names changes nothing; and a worker that dies twice over a pair leaves the rule as it is. */
async function relationOf(classifier: MessageClassifier, text: string, rule: string): Promise<RelationShares | null> {
  const relation = await classifier.relationOf(text, rule).catch(() => null);
  return relation !== null && relation.replaces >= relation.ends && namesTheSame(text, rule) ? null : relation;
}
