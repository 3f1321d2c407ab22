// A field whose text stands in the address: it goes there once the typing rests.
import { useEffect, useRef, useState } from "preact/hooks";

const REST_MS = 250;

/** `holds`: what the address has now. `settle` puts a text there. */
export function useTyped(holds: string, settle: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(holds);
  const last = useRef({ settled: holds, settle });
  last.current.settle = settle;
  // A link elsewhere on the page may have changed it; what was put there from here is what was typed, or older than it.
  useEffect(() => {
    if (holds === last.current.settled) return;
    last.current.settled = holds;
    setTyped(holds);
  }, [holds]);
  useEffect(() => {
    if (typed === last.current.settled) return;
    const timer = setTimeout(() => {
      last.current.settled = typed;
      last.current.settle(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
