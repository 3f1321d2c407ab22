// Whether the service can take traffic: every check by its name, with the numbers behind it.

export type Outcome = "ok" | "warning" | "failing";
export type Detail = Readonly<Record<string, string | number | null>>;

export interface CheckResult {
  readonly outcome: Outcome;
  readonly detail: Detail;
}

/** null: there is nothing of the kind to check at present. What it throws makes it fail. */
export type Check = () => CheckResult | null | Promise<CheckResult | null>;

export interface CheckedReadiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, Outcome>>;
  readonly details: Readonly<Record<string, Detail>>;
}

/** `onError` is told of a check that throws; the answer says only that it fails. */
export async function readReadiness(
  checks: Readonly<Record<string, Check>>,
  onError: (check: string, error: unknown) => void,
): Promise<CheckedReadiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, CheckResult | null]> => {
      try {
        return [name, await check()];
      } catch (error) {
        onError(name, error);
        return [name, { outcome: "failing", detail: { message: "the check itself failed: see the log" } }];
      }
    }),
  );
  const present = results.filter((each): each is [string, CheckResult] => each[1] !== null);
  return {
    ready: present.every(([, { outcome }]) => outcome !== "failing"),
    checks: Object.fromEntries(present.map(([name, { outcome }]) => [name, outcome])),
    details: Object.fromEntries(present.map(([name, { detail }]) => [name, detail])),
  };
}

const REMEMBERED_MS = 2_000;

/** A reading is kept for so long: the paths of health are open to everybody. */
export function remembered<T>(read: () => Promise<T> | T, forMs = REMEMBERED_MS): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= forMs) last = { at: now, value: Promise.resolve(read()) };
    return last.value;
  };
}
