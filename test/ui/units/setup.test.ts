// What the page "Setting up" computes.
import { describe, expect, test } from "bun:test";
import { firstBeyond } from "../../../src/ui/pages/setup/first-beyond.ts";
import { endOf, keyStateOf, keysToShow } from "../../../src/ui/pages/setup/key-state.ts";
import { changeOf, isDefault, shownValue } from "../../../src/ui/pages/setup/settings-form.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const DAY = 86_400_000;
const later = (days: number) => new Date(NOW + days * DAY).toISOString();

describe("a key", () => {
  const key = {
    ...({ id: "4fT0aZ19", name: "Shop", scope: "agent", core: null, user: null, created_at: later(-9) } as const),
    ...{ last_used_at: null, expires_at: null, replaced_by: null, revoked_at: null },
  };

  test("works, ends soon, is rotated, expired or revoked", () => {
    expect(keyStateOf(key, NOW)).toBe("live");
    const soon = { ...key, expires_at: later(14) };
    expect(keyStateOf(soon, NOW)).toBe("expiring");
    expect(keyStateOf({ ...key, expires_at: later(15) }, NOW)).toBe("live");
    expect(keyStateOf({ ...soon, replaced_by: "0b" }, NOW)).toBe("rotated");
    expect(keyStateOf({ ...key, expires_at: later(0), replaced_by: "0b" }, NOW)).toBe("expired");
    expect(keyStateOf({ ...key, expires_at: later(9), revoked_at: later(-1) }, NOW)).toBe("revoked");
  });

  test("is found by name, id and what it is bound to, the newest first, those that ended only when asked for", () => {
    const keys = [key, { ...key, id: "aa", name: "Ada", user: "ada-1" }, { ...key, id: "bb", revoked_at: later(-1) }];
    const found = (find: string, isAll = false) => keysToShow(keys, { find, isAll, now: NOW }).map(({ id }) => id);
    expect(found("")).toEqual(["aa", "4fT0aZ19"]);
    expect(found("", true)).toEqual(["bb", "aa", "4fT0aZ19"]);
    expect(found(" ADA-1")).toEqual(["aa"]);
    expect(found("4ft0")).toEqual(["4fT0aZ19"]);
  });

  test("ends after so many days, or with the last moment of a day where the viewer is", () => {
    expect(endOf("never", "", NOW)).toBeNull();
    expect(endOf("month", "", NOW)).toBe(later(30));
    expect(endOf("day", "2026-03-28", NOW)).toBe(new Date(2026, 2, 29).toISOString());
    expect(endOf("day", "", NOW)).toBeNull();
  });
});

test("the first core beyond the plan is found with few questions", async () => {
  for (const count of [0, 1, 2, 7, 100]) {
    for (let first = 0; first <= count; first += 1) {
      const asked: number[] = [];
      const found = await firstBeyond(count, async (index) => {
        asked.push(index);
        return index >= first;
      });
      expect(found).toBe(first);
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)) + 1);
      if (first === count && count > 0) expect(asked).toEqual([count - 1]);
    }
  }
});

describe("a setting", () => {
  const settings = {
    ...({
      retrieval_mode: "hybrid",
      retrieval_mode_chosen: null,
      sources_max: 16,
      sources_max_chosen: null,
      memory_tokens: 0,
      model: "",
    } as const),
    ...({ distiller: "extractive", nightly: true, learn_once: "preferences", redact: "off" } as const),
  };

  test("is the default where nothing was chosen, and chosen where what was chosen is like it", () => {
    expect(isDefault(settings, "retrieval_mode")).toBe(true);
    expect(isDefault(settings, "sources_max")).toBe(true);
    expect(isDefault({ ...settings, sources_max_chosen: 16 }, "sources_max")).toBe(false);
    expect(isDefault({ ...settings, nightly: false }, "nightly")).toBe(false);
    expect(isDefault({ ...settings, redact: ["keys"] }, "redact")).toBe(false);
  });

  test("shows and sends no choice as what it is", () => {
    expect(shownValue(settings, "retrieval_mode")).toBe("server");
    expect(shownValue(settings, "redact")).toEqual([]);
    expect(changeOf("retrieval_mode", "server")).toEqual({ retrieval_mode: null });
    expect(changeOf("redact", [])).toEqual({ redact: "off" });
    expect(changeOf("redact", ["cards"])).toEqual({ redact: ["cards"] });
    expect(changeOf("sources_max", 5)).toEqual({ sources_max: 5 });
  });
});
