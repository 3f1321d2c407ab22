// A map of bounded size, which drops the least recently used entry.

/** In the order of use, the least recently used first; `get` and `set` are uses, `has` is none. */
export class RecentMap<K, V> extends Map<K, V> {
  /** `most`: entries that it holds at most. */
  constructor(private readonly most = Number.POSITIVE_INFINITY) {
    super();
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) this.dropOldest();
    return this;
  }

  getOrMake(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  /** False where there is none. */
  dropOldest(): boolean {
    const oldest = this.keys().next();
    return oldest.done !== true && this.delete(oldest.value);
  }
}
