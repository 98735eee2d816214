/** Holds a stream to so many messages in any window of time, while a burst after silence may go at once. */
export class Pace {
  readonly #most: number;
  readonly #window: number;
  /** When each of the latest messages went, the oldest first. */
  #sentAt: number[] = [];

  constructor(most: number, window: number) {
    this.#most = most;
    this.#window = window;
  }

  /** How many more may go now. */
  allowanceAt(now: number): number {
    this.#sentAt = this.#sentAt.filter((sentAt) => sentAt > now - this.#window);
    return this.#most - this.#sentAt.length;
  }

  /** How long until one more may go. */
  waitAt(now: number): number {
    if (this.allowanceAt(now) > 0) return 0;
    const [oldest = now] = this.#sentAt;
    return oldest + this.#window - now;
  }

  record(now: number): void {
    this.#sentAt.push(now);
  }
}
