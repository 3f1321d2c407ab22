// What is typed counts once the typing rests.
import { useEffect } from "preact/hooks";

const REST_MS = 250;

/** `settle` is called with the text where it rests, and is not what holds already. */
export function useLater(typed: string, holds: string, settle: (text: string) => void): void {
  useEffect(() => {
    if (typed === holds) return;
    const timer = setTimeout(() => settle(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
}
