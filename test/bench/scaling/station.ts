// Servers with a queue before them: processors, connections, a row that one transaction holds at a time.
import type { EventQueue } from "./event-queue.ts";

export interface StationUse {
  /** Servers busy, on average. */
  readonly busy: number;
  readonly busyMost: number;
  /** Seconds that one waits before its turn, on average. */
  readonly waitSeconds: number;
  readonly served: number;
}

interface Waiting {
  readonly since: number;
  readonly start: () => void;
}

/** First come, first served; what can wait stands behind all that cannot. */
export class Station {
  #busy = 0;
  readonly #urgent = new Line();
  readonly #patient = new Line();
  #since: number;
  #busySeconds = 0;
  #busyMost = 0;
  #countedAt: number;
  #waitSeconds = 0;
  #served = 0;

  constructor(
    private readonly events: EventQueue,
    readonly servers: number,
  ) {
    if (!(servers >= 1)) throw new RangeError(`a station of ${servers} servers serves nobody`);
    this.#since = events.now;
    this.#countedAt = events.now;
  }

  /** `start` runs when a server is free for it; whoever is started gives it back with `release`. */
  acquire(start: () => void, canWait = false): void {
    if (this.#busy < this.servers) this.#start(this.events.now, start);
    else (canWait ? this.#patient : this.#urgent).add({ since: this.events.now, start });
  }

  release(): void {
    this.#count();
    this.#busy -= 1;
    const next = this.#urgent.take() ?? this.#patient.take();
    if (next !== null) this.#start(next.since, next.start);
  }

  /** Holds a server for so long, and goes on then. */
  serve(seconds: number, done: () => void, canWait = false): void {
    this.acquire(() => {
      this.events.after(seconds, () => {
        this.release();
        done();
      });
    }, canWait);
  }

  get waiting(): number {
    return this.#urgent.length + this.#patient.length;
  }

  /** What was counted before is forgotten. */
  reset(): void {
    this.#count();
    this.#since = this.events.now;
    this.#busySeconds = 0;
    this.#busyMost = this.#busy;
    this.#waitSeconds = 0;
    this.#served = 0;
  }

  get use(): StationUse {
    this.#count();
    const seconds = this.events.now - this.#since;
    return {
      busy: seconds === 0 ? 0 : this.#busySeconds / seconds,
      busyMost: this.#busyMost,
      waitSeconds: this.#served === 0 ? 0 : this.#waitSeconds / this.#served,
      served: this.#served,
    };
  }

  #start(since: number, start: () => void): void {
    this.#count();
    this.#busy += 1;
    this.#busyMost = Math.max(this.#busyMost, this.#busy);
    this.#waitSeconds += this.events.now - since;
    this.#served += 1;
    start();
  }

  #count(): void {
    this.#busySeconds += this.#busy * (this.events.now - this.#countedAt);
    this.#countedAt = this.events.now;
  }
}

/** An array whose front is cut off now and then: taking the first of a long one each time would move all others. */
class Line {
  #items: Waiting[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  add(item: Waiting): void {
    this.#items.push(item);
  }

  take(): Waiting | null {
    const item = this.#items[this.#first];
    if (item === undefined) return null;
    this.#first += 1;
    if (this.#first > 1_024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
