// Reads one or half of a unit that is written without a number: "a week early", "half an hour".
import type { Token } from "./tokens.ts";
import type { Amount } from "./value.ts";
import { UNITS } from "./value-words.ts";

const ONE = /^(?:an?|eine?|une?|una)$/;
const HALF = /^(?:half|halbe[nrs]?|media|medio|demi)$/;
/** "£5 a week" is no week: so much of a time is told by what stands behind it. */
const TELLS_ONE = /^(?:early|earlier|late|later|longer|before|after|ago|more|overlap|off|later|delay|früher|später)$/;
/** Or before: "it takes an hour". */
const TAKES = /^(?:takes?|took|lasts?|lasted|dauert|dure|dura)$/;

/** null: there is none at this token. */
export function readOneUnit(tokens: readonly Token[], at: number): Amount | null {
  const lower = (place: number) => tokens[place]?.lower ?? "";
  if (HALF.test(lower(at))) {
    const unitAt = /^(?:an?|-)$/.test(lower(at + 1)) ? at + 2 : at + 1;
    const unit = lower(unitAt).length < 2 ? undefined : UNITS.get(lower(unitAt));
    return unit === undefined || unit.dimension === "percent" ? null : amount(0.5, unit, at, unitAt + 1);
  }
  const unit = ONE.test(lower(at)) ? UNITS.get(lower(at + 1)) : undefined;
  return unit?.dimension === "duration" && (TELLS_ONE.test(lower(at + 2)) || TAKES.test(lower(at - 1)))
    ? amount(1, unit, at, at + 2)
    : null;
}

function amount(number: number, unit: Amount["unit"], from: number, to: number): Amount {
  return { type: "amount", number, unit, counted: [], label: null, from, to };
}
