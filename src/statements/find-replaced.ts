// Finds the turns that a later one replaced.
import type { Steps } from "../base/steps.ts";
import { findEnded } from "./ended-statements.ts";
import { FormerStates } from "./former-states.ts";
import { isOneOfMany } from "./may-replace.ts";
import { RememberedStatements, type RememberedTurn } from "./remembered-statements.ts";
import type { SentenceReader } from "./sentence-reader.ts";

/** A turn of which less is replaced stands, for the rest of it. */
const REPLACED_SHARE = 0.5;

/** Of each turn, in the order of time, the one that replaced what the user stated in it; null: it stands. */
export function* findReplaced(reader: SentenceReader, turns: readonly RememberedTurn[]): Steps<(number | null)[]> {
  const memory = yield* RememberedStatements.read(reader, turns);
  const values = turns.map(() => 0);
  const replaced = turns.map(() => 0);
  const by: (number | null)[] = turns.map(() => null);
  for (const statement of memory.all) {
    if (!statement.byUser) continue;
    for (const value of statement.values) {
      if (isOneOfMany(value)) continue;
      const end = statement.replaced.get(value);
      // What a statement takes back in itself was never stated by it.
      if (end?.turn === statement.turn) continue;
      if (end !== undefined || statement.claims) values[statement.turn]!++;
      if (end === undefined) continue;
      replaced[statement.turn]!++;
      by[statement.turn] = Math.max(by[statement.turn] ?? 0, end.turn);
    }
  }
  const endings = (yield* findEnded(memory)).map((each) => ({ ...each, values: each.isGone ? each.ended.values : [] }));
  for (const { ended, by: ending, values: own } of [...new FormerStates(memory).all(), ...endings]) {
    const standing = own.filter((value) => !isOneOfMany(value) && !ended.replaced.has(value));
    values[ended.turn]!++;
    replaced[ended.turn]! += 1 + standing.length;
    by[ended.turn] = Math.max(by[ended.turn] ?? 0, ending.turn);
  }
  return by.map((turn, at) => (replaced[at]! >= REPLACED_SHARE * values[at]! ? turn : null));
}
