// How much of the queue each account holds.

export interface AccountTally {
  /** Accounts that hold anything. */
  readonly accounts: number;
  of(account: string): number;
  enter(account: string): void;
  leave(account: string): void;
}

export function createAccountTally(): AccountTally {
  const held = new Map<string, number>();
  return {
    get accounts() {
      return held.size;
    },
    of: (account) => held.get(account) ?? 0,
    enter: (account) => void held.set(account, (held.get(account) ?? 0) + 1),
    leave(account) {
      const left = (held.get(account) ?? 0) - 1;
      if (left > 0) held.set(account, left);
      else held.delete(account);
    },
  };
}
