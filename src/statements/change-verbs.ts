// Tells values that something is brought to by any verb of change: "upped the dose to 5 mg", "put the call back to 3".
import { wordSet } from "../base/word-set.ts";
import type { Token } from "./tokens.ts";
import type { Value } from "./value.ts";

/** In the forms that tell what has happened: "raise it to 5" may be a wish. */
const CHANGED = wordSet(
  `moved changed switched shifted swapped pushed pulled brought bumped put shoved slid slipped delayed postponed deferred advanced
  rescheduled rearranged rebooked relocated transferred upped raised increased lifted hiked boosted jacked doubled tripled grew
  rose grown risen climbed jumped crept lowered reduced cut decreased dropped fell trimmed slashed knocked halved shrank shrunk tapered
  extended lengthened prolonged stretched shortened adjusted revised corrected amended updated upgraded downgraded converted
  renegotiated haggled talked beat went gone came come goes moves
  verschoben verlegt geändert erhöht gesenkt gekürzt verlängert reduziert umgestellt vorgezogen
  cambió cambiado cambiaron movió movido movieron subió subido bajó bajado aplazó aplazado aplazaron adelantó adelantado adelantaron retrasado
  déplacé changé augmenté baissé réduit avancé reporté repoussé décalé passé`,
);
const TOWARDS = wordSet("to auf a à al au");
/** Between "to" and the value. */
const BETWEEN = wordSet("the a an about around roughly only just den dem das el la le les");
const ENDS: ReadonlySet<string> = new Set([",", ";", ":", ".", "(", ")", "?", "!"]);
/** Tokens from the verb to what it brings there. */
const REACH = 8;

/** Whether the value is what a verb of change before it leads to. */
export function isBroughtTo(tokens: readonly Token[], { from }: Value): boolean {
  let at = from - 1;
  while (at > 0 && (BETWEEN.has(tokens[at]!.lower) || isSign(tokens[at]!))) at--;
  return TOWARDS.has(tokens[at]?.lower ?? "") && hasChanged(tokens, at);
}

/** Whether a verb of change stands before a place, in the same part of the sentence. */
export function hasChanged(tokens: readonly Token[], before: number): boolean {
  for (let at = before - 1; at >= Math.max(0, before - REACH); at--) {
    const token = tokens[at]!;
    if (ENDS.has(token.text)) return false;
    if (CHANGED.has(token.lower) || isPassed(tokens, at)) return true;
  }
  return false;
}

/** "Lo han pasado al viernes", but not "el viernes pasado". */
function isPassed(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.lower === "pasado" && /^(?:ha|han|he|hemos|has)$/.test(tokens[at - 1]?.lower ?? "");
}

/** Whether it is a verb of change, in the forms that tell what has happened. */
export function tellsChange({ lower }: Token): boolean {
  return CHANGED.has(lower);
}

function isSign({ text }: Token): boolean {
  return text === "£" || text === "€" || text === "$";
}
