// What was opened, closed again in the opposite order.

export interface Closers {
  add(close: () => Promise<void> | void): void;
  closeAll(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => Promise<void> | void)[] = [];
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.reverse()) await close();
    },
  };
}
