// Tells names that one statement has both: "Hester's lad Caspian does the music" says nothing against Caspian.
import type { Candidate } from "./candidate.ts";
import { clausesOf } from "./read-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord } from "./statement.ts";
import type { Token } from "./tokens.ts";

/** Whether the statement that has the other name has this one as well, in a part that is no less about the same. */
export function isToldTogether({ statement, remembered, said, known }: Candidate, focus: ReadonlySet<string>): boolean {
  if (!remembered.claims || remembered.negated) return false;
  const shared = (name: string) => sharedBeside(clausesOf(remembered), name.toLowerCase(), [statement.stems, focus]);
  const own = shared(said);
  return own !== null && own >= (shared(known) ?? 0);
}

/** Words of the sentence and the question that stand in one part with a name; null: the name is in none. */
function sharedBeside(
  clauses: readonly (readonly Token[])[],
  name: string,
  about: readonly ReadonlySet<string>[],
): number | null {
  let most: number | null = null;
  for (const clause of clauses) {
    const words = clause.map(plainWord);
    if (!words.includes(name)) continue;
    const stems = new Set(words.flatMap((word) => (word === name ? [] : (contentStem(word) ?? []))));
    const shared = [...stems].filter((stem) => about.some((each) => each.has(stem))).length;
    most = Math.max(most ?? 0, shared);
  }
  return most;
}
