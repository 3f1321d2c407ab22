// Times in the viewer's zone, numbers in the viewer's form.

const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
const NUMBER = new Intl.NumberFormat();
const SHORT = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function dateTime(iso: string): string {
  return DATE_TIME.format(new Date(iso));
}

export function dayOf(iso: string): string {
  return DAY.format(new Date(iso));
}

export function clockOf(iso: string): string {
  return CLOCK.format(new Date(iso));
}

/** With seconds and zone, and as the API has it. */
export function exactTime(iso: string): string {
  return `${EXACT.format(new Date(iso))} (${iso})`;
}

/** Such as `3 hours ago`, or `in 2 days`. */
export function agoOf(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now;
  const [unit, length] = STEPS.find(([, each]) => Math.abs(ms) >= each) ?? ["second", 1_000];
  return AGO.format(Math.round(ms / length), unit);
}

export function numberOf(value: number): string {
  return NUMBER.format(value);
}

export function shortNumber(value: number): string {
  return SHORT.format(value);
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

export function bytesOf(value: number): string {
  let left = value;
  let unit = 0;
  for (; left >= 1_024 && unit < UNITS.length - 1; unit += 1) left /= 1_024;
  return `${left >= 100 || unit === 0 ? Math.round(left) : left.toFixed(1)} ${UNITS[unit]}`;
}

/** Of ms. */
export function durationOf(ms: number): string {
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const [unit, length] = STEPS.find(([, each]) => ms >= each) ?? ["minute", 60_000];
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: 1,
  }).format(ms / length);
}
