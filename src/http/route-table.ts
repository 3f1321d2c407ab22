// Which methods a path knows: the source of 404, 405 and the Allow header.

/** `method` is `ALL` for a route that answers every method. */
export interface RouteEntry {
  readonly method: string;
  /** As Elysia writes it; a segment that starts with a colon takes any text. */
  readonly path: string;
  /** For logs and counters. */
  readonly operationId: string;
}

export interface RouteTable {
  /** In upper case, HEAD wherever GET is; empty for an unknown path, `ALL` alone for a path that takes any method. */
  methodsOf(path: string): readonly string[];
  /** The operation that answers; null where there is none. */
  operationOf(method: string, path: string): string | null;
}

export function routeTable(entries: readonly RouteEntry[]): RouteTable {
  const fixed = new Map<string, string[]>();
  const patterns: { segments: readonly string[]; method: string; operationId: string }[] = [];
  const operations = new Map<string, string>();
  for (const { method, path, operationId } of entries) {
    if (path.includes("/:")) patterns.push({ segments: path.split("/"), method, operationId });
    else {
      fixed.set(path, [...(fixed.get(path) ?? []), method]);
      operations.set(`${method} ${path}`, operationId);
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
    operationOf(method, path) {
      const answered = method === "HEAD" ? "GET" : method;
      const known = operations.get(`${answered} ${path}`) ?? operations.get(`ALL ${path}`);
      if (known !== undefined) return known;
      const segments = path.split("/");
      return patterns.find((each) => each.method === answered && matches(each.segments, segments))?.operationId ?? null;
    },
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, i) => (part.startsWith(":") ? segments[i] !== "" : part === segments[i]));
}
