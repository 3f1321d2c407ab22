// What is to happen when: a heap by time, and among what happens at one time by the order in which it was asked for.

export class EventQueue {
  /** Seconds since the simulation began. */
  now = 0;
  #length = 0;
  #times = new Float64Array(1_024);
  #numbers = new Float64Array(1_024);
  readonly #events: (() => void)[] = [];
  #asked = 0;

  /** `seconds`: from now on, 0 or more. */
  after(seconds: number, event: () => void): void {
    if (!(seconds >= 0)) throw new RangeError(`nothing can happen ${seconds} s from now`);
    if (this.#length === this.#times.length) this.#grow();
    let at = this.#length++;
    const time = this.now + seconds;
    const number = this.#asked++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(time, number, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, time, number, event);
  }

  /** Until nothing is left to happen before that moment, which it is then. */
  runUntil(seconds: number): void {
    while (this.#length > 0 && this.#times[0]! <= seconds) {
      this.now = this.#times[0]!;
      this.#takeFirst()();
    }
    this.now = seconds;
  }

  #takeFirst(): () => void {
    const first = this.#events[0]!;
    const last = --this.#length;
    const time = this.#times[last]!;
    const number = this.#numbers[last]!;
    const event = this.#events[last]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && this.#isBefore(this.#times[child + 1]!, this.#numbers[child + 1]!, child)) child += 1;
      if (this.#isBefore(time, number, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, time, number, event);
    return first;
  }

  #isBefore(time: number, number: number, at: number): boolean {
    const other = this.#times[at]!;
    return time < other || (time === other && number < this.#numbers[at]!);
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#times[from]!, this.#numbers[from]!, this.#events[from]!);
  }

  #set(at: number, time: number, number: number, event: () => void): void {
    this.#times[at] = time;
    this.#numbers[at] = number;
    this.#events[at] = event;
  }

  #grow(): void {
    const length = 2 * this.#times.length;
    const [times, numbers] = [new Float64Array(length), new Float64Array(length)];
    times.set(this.#times);
    numbers.set(this.#numbers);
    this.#times = times;
    this.#numbers = numbers;
  }
}
