// Which methods a path knows: the source of 404, 405 and the Allow header.
import type { Counted } from "../domain/ports/request-watch.ts";

/** `method` is `ALL` for a route that answers every method. */
export interface RouteEntry {
  readonly method: string;
  /** As Elysia writes it; a segment that starts with a colon takes any text. */
  readonly path: string;
  /** For logs and counters. */
  readonly operationId: string;
  readonly counted: Counted;
}

export interface RouteTable {
  /** In upper case, HEAD wherever GET is; empty for an unknown path, `ALL` alone for a path that takes any method. */
  methodsOf(path: string): readonly string[];
  /** What answers; null where there is none. */
  entryOf(method: string, path: string): RouteEntry | null;
}

export function routeTable(entries: readonly RouteEntry[]): RouteTable {
  const fixed = new Map<string, string[]>();
  const patterns: (RouteEntry & { readonly segments: readonly string[] })[] = [];
  const known = new Map<string, RouteEntry>();
  for (const entry of entries) {
    const { method, path } = entry;
    if (path.includes("/:")) patterns.push({ ...entry, segments: path.split("/") });
    else {
      fixed.set(path, [...(fixed.get(path) ?? []), method]);
      known.set(`${method} ${path}`, entry);
    }
  }
  return {
    methodsOf(path) {
      const methods = new Set(fixed.get(path));
      const segments = path.split("/");
      for (const pattern of patterns) if (matches(pattern.segments, segments)) methods.add(pattern.method);
      if (methods.has("ALL")) return ["ALL"];
      if (methods.has("GET")) methods.add("HEAD");
      return [...methods].sort();
    },
    entryOf(method, path) {
      const answered = method === "HEAD" ? "GET" : method;
      const fixedOne = known.get(`${answered} ${path}`) ?? known.get(`ALL ${path}`);
      if (fixedOne !== undefined) return fixedOne;
      const segments = path.split("/");
      return patterns.find((each) => each.method === answered && matches(each.segments, segments)) ?? null;
    },
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, i) => (part.startsWith(":") ? segments[i] !== "" : part === segments[i]));
}
