// Brains in a node's memory within its budget: of one too many the least recently used leaves.

export class BrainCache {
  readonly #bytes = new Map<number, number>();
  #held = 0;

  constructor(private readonly budgetBytes: number) {}

  /** Whether it was there; from now on it is the one used last. */
  use(user: number): boolean {
    const bytes = this.#bytes.get(user);
    if (bytes === undefined) return false;
    this.#bytes.delete(user);
    this.#bytes.set(user, bytes);
    return true;
  }

  /** One that is larger than the whole budget is never held. */
  add(user: number, bytes: number): void {
    this.drop(user);
    if (bytes > this.budgetBytes) return;
    for (const [oldest] of this.#bytes) {
      if (this.#held + bytes <= this.budgetBytes) break;
      this.drop(oldest);
    }
    this.#bytes.set(user, bytes);
    this.#held += bytes;
  }

  drop(user: number): void {
    this.#held -= this.#bytes.get(user) ?? 0;
    this.#bytes.delete(user);
  }

  clear(): void {
    this.#bytes.clear();
    this.#held = 0;
  }

  get heldBytes(): number {
    return this.#held;
  }

  get brains(): number {
    return this.#bytes.size;
  }
}
