// Where in the dashboard one is: the part of the address behind `#`, which no server, proxy or log ever sees.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  /** Such as `people` and `ann`; empty: the first page. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Empty values are left out. */
export type Query = Readonly<Record<string, string | null | undefined>>;

export function placeOf(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const parts = path === "" ? [] : path.split("/").map(decoded);
  return { parts, query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a link to the place has as its href. */
export function hrefOf(parts: readonly string[], query: Query = {}): string {
  const kept = Object.entries(query).filter((pair): pair is [string, string] => (pair[1] ?? "") !== "");
  const search = new URLSearchParams(kept).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** The same place with some of its query changed. */
export function hrefWith({ parts, query }: Place, changes: Query): string {
  return hrefOf(parts, { ...Object.fromEntries(query), ...changes });
}

export function goTo(href: string): void {
  location.hash = href;
}

/** The same without a step in the history: for what changes while one types, and what is closed. */
export function replacePlace(href: string): void {
  history.replaceState(null, "", href);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return placeOf(hash);
}

/** The core that everything on the page is of; `default` where the address names none. */
export function coreOf({ query }: Place): string {
  return query.get("core") ?? "default";
}

/** What an address says of a core: nothing where it is the default one. */
export function namedCore(core: string): string | null {
  return core === "default" ? null : core;
}
