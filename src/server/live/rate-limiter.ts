/** Limits a stream to a number of messages in any window of time; a burst after silence is sent at once. */
export class RateLimiter {
  readonly #most: number;
  readonly #window: number;
  /** When the latest messages were sent, oldest first. */
  #sentAt: number[] = [];

  constructor(most: number, window: number) {
    this.#most = most;
    this.#window = window;
  }

  /** How many messages may be sent now. */
  allowanceAt(now: number): number {
    this.#sentAt = this.#sentAt.filter((sentAt) => sentAt > now - this.#window);
    return this.#most - this.#sentAt.length;
  }

  /** How long until a message may be sent that leaves `reserved` messages for others. */
  waitAt(now: number, reserved = 0): number {
    const missing = reserved + 1 - this.allowanceAt(now);
    if (missing <= 0) return 0;
    const freedBy = this.#sentAt[missing - 1] ?? now;
    return freedBy + this.#window - now;
  }

  /**
   * Whether the messages of a client that was limited by this can be limited by `other` from now on: at any later time
   * this would count at most one message more.
   */
  isCoveredBy(other: RateLimiter, now: number): boolean {
    const inWindow = this.#sentAt.filter((sentAt) => sentAt > now - this.#window);
    return inWindow
      .toReversed()
      .slice(1)
      .every((sentAt, index) => sentAt <= (other.#sentAt.at(-1 - index) ?? Number.NEGATIVE_INFINITY));
  }

  record(now: number): void {
    this.#sentAt.push(now);
  }
}
