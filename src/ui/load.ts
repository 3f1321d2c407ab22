// What a page shows is loaded, and what a button does is done: with what goes wrong on the way.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Failure } from "./api.ts";
import { tell } from "./parts/toasts.tsx";
import { words } from "./words/words.ts";

export interface Loaded<T> {
  /** What was loaded last; stays while it is loaded again. */
  readonly data: T | null;
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** `load` is called anew where a key changes; answers that come too late are dropped. `everyMs`: again and again while the page is looked at. */
export function useLoad<T>(load: () => Promise<T>, keys: readonly unknown[], everyMs?: number): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({ data: null, failure: null, loading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(keys);
  const shownKey = useRef(key);
  useEffect(() => {
    let isOver = false;
    const isOther = shownKey.current !== key;
    shownKey.current = key;
    // What failed stays told until the next answer: what is asked for again and again must not flicker.
    setState((old) => (isOther ? { data: null, failure: null, loading: true } : { ...old, loading: true }));
    load().then(
      (data) => !isOver && setState({ data, failure: null, loading: false }),
      (error: unknown) => !isOver && setState((old) => ({ ...old, failure: asFailure(error), loading: false })),
    );
    return () => {
      isOver = true;
    };
  }, [key, round]);
  const reload = useCallback(() => setRound((old) => old + 1), []);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => !document.hidden && reload(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { ...state, reload };
}

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  console.error(error);
  return new Failure(0, "page_failed", words.common.pageFailed, null, {});
}

/** What went wrong, as a person is told. */
export function toldOf(failure: Failure): string {
  return failure.code === "unreachable" ? words.common.unreachable : failure.message;
}

export interface Action {
  readonly busy: boolean;
  /** True where it was done; otherwise a message on the page says why not. `done`: what is told then. */
  readonly run: (work: () => Promise<unknown>, done?: string) => Promise<boolean>;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true);
    try {
      await work();
      if (done !== undefined) tell("good", done);
      return true;
    } catch (error) {
      tell("bad", toldOf(asFailure(error)));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

/** A list that comes page by page. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly failure: Failure | null;
  readonly loading: boolean;
  readonly isWhole: boolean;
  readonly more: () => void;
  readonly reload: () => void;
}

export function usePages<T>(
  load: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly next_cursor: string | null }>,
  keys: readonly unknown[],
): Pages<T> {
  interface Held {
    readonly items: readonly T[];
    readonly cursor: string | null | undefined;
    readonly failure: Failure | null;
    readonly loading: boolean;
  }
  const first: Held = { items: [], cursor: undefined, failure: null, loading: true };
  const [held, setHeld] = useState<Held>(first);
  const [round, setRound] = useState(0);
  const run = useRef(0);
  const busy = useRef(false);
  const key = JSON.stringify(keys);
  const fetchPage = (cursor: string | undefined) => {
    const mine = run.current;
    busy.current = true;
    setHeld((old) => ({ ...old, loading: true, failure: null }));
    load(cursor).then(
      (page) => {
        if (mine !== run.current) return;
        busy.current = false;
        setHeld((old) => ({
          items: cursor === undefined ? page.items : [...old.items, ...page.items],
          cursor: page.next_cursor,
          failure: null,
          loading: false,
        }));
      },
      (error: unknown) => {
        if (mine !== run.current) return;
        busy.current = false;
        setHeld((old) => ({ ...old, failure: asFailure(error), loading: false }));
      },
    );
  };
  useEffect(() => {
    run.current += 1;
    setHeld(first);
    fetchPage(undefined);
  }, [key, round]);
  return {
    items: held.items,
    failure: held.failure,
    loading: held.loading,
    isWhole: held.cursor === null,
    more: () => {
      if (!busy.current && typeof held.cursor === "string" && held.failure === null) fetchPage(held.cursor);
    },
    reload: () => setRound((old) => old + 1),
  };
}
