// Sends a user to the same node as long as it is there, as a proxy's consistent hash does.

/** Places of each node on the ring: more spread users more evenly. */
const PLACES = 160;

/** murmur3's last mixing: near numbers come far apart. */
export function hashOf(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export class HashRing {
  #places = new Uint32Array(0);
  #nodes = new Uint32Array(0);
  #members: readonly number[] = [];

  add(node: number): void {
    this.remove(node);
    this.#members = [...this.#members, node];
    this.#build();
  }

  remove(node: number): void {
    this.#members = this.#members.filter((member) => member !== node);
    this.#build();
  }

  get members(): readonly number[] {
    return this.#members;
  }

  /** Throws where there is no node. */
  nodeOf(user: number): number {
    const hash = hashOf(user + 1);
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#places[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    const node = this.#nodes[low === this.#places.length ? 0 : low];
    if (node === undefined) throw new Error("no node is there");
    return node;
  }

  #build(): void {
    const places = this.#members.flatMap((node) =>
      Array.from({ length: PLACES }, (_, place) => ({ node, at: hashOf(hashOf(node + 1) + place) })),
    );
    places.sort((a, b) => a.at - b.at || a.node - b.node);
    this.#places = Uint32Array.from(places, ({ at }) => at);
    this.#nodes = Uint32Array.from(places, ({ node }) => node);
  }
}
