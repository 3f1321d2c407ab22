// How two values of one kind differ, in numbers.
import { type Features, flag } from "./candidate.ts";
import { type Amount, type Clock, type Day, minutesApart, type Value } from "./value.ts";

const SMALL = 12;
const RATIO_MAX = 6;

export function compareValues(said: Value, known: Value): Features {
  return { [`is ${typeOf(said)}`]: 1, ...differenceOf(said, known) };
}

function typeOf(value: Value): string {
  if (value.type === "choice") return value.of;
  if (value.type !== "amount") return value.type;
  if (value.unit === null) return value.counted.length > 0 ? "count" : value.label !== null ? "label" : "bare";
  const { dimension } = value.unit;
  return dimension === "money" || dimension === "duration" ? dimension : "measure";
}

function differenceOf(said: Value, known: Value): Features {
  if (said.type === "amount" && known.type === "amount") return compareAmounts(said, known);
  if (said.type === "time" && known.type === "time") return compareTimes(said, known);
  return said.type === "date" && known.type === "date" ? compareDays(said, known) : {};
}

function compareAmounts(said: Amount, known: Amount): Features {
  const [one, other] = [said, known].map(({ number }) => String(number).replace(".", "")) as [string, string];
  const long = one.length > 1 && one.length === other.length;
  return {
    small: flag(said.number <= SMALL),
    ratio: Math.min(RATIO_MAX, Math.abs(Math.log((said.number + 0.01) / (known.number + 0.01)))),
    sameUnit: flag(said.unit?.name === known.unit?.name),
    sameCounted: flag(said.counted.some((stem) => known.counted.includes(stem))),
    digits: one.length,
    sameLength: flag(one.length === other.length),
    exchanged: flag(long && [...one].sort().join("") === [...other].sort().join("")),
    oneDigit: flag(long && [...one].filter((digit, at) => digit !== other[at]).length === 1),
    roundness: said.number % 100 === 0 ? 2 : said.number % 10 === 0 ? 1 : 0,
  };
}

function compareTimes(said: Clock, known: Clock): Features {
  return {
    apart: minutesApart(said.minutes, known.minutes) / 60,
    sameMinute: flag(said.minutes % 60 === known.minutes % 60),
  };
}

function compareDays(said: Day, known: Day): Features {
  return {
    apart: said.day !== null && known.day !== null ? Math.abs(said.day - known.day) : 0,
    sameMonth: flag(said.month !== null && said.month === known.month),
    sameDay: flag(said.day !== null && said.day === known.day),
  };
}
