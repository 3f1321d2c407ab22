// What was chosen shows at once, while the service is still being told.
import { useEffect, useState } from "preact/hooks";

/** `save` answers false where it was refused: what was there before shows again. */
export function useChosen<T>(value: T, save: (to: T) => Promise<boolean>): readonly [T, (to: T) => void] {
  const [pending, setPending] = useState<{ readonly to: T } | null>(null);
  useEffect(() => setPending(null), [JSON.stringify(value)]);
  const choose = (to: T) => {
    setPending({ to });
    save(to).then((isSaved) => {
      if (!isSaved) setPending(null);
    });
  };
  return [pending === null ? value : pending.to, choose];
}
