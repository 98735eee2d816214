/** One client's stream: sends at its pace, merges what has to wait, and gives up a client that does not read. */
import { mergeChanges } from '../../core/live.ts';
import type { Timers } from '../clock.ts';
import type { FeedCursor } from '../storage/feed-cursor.ts';
import type { Subscriber } from './broker.ts';
import { type Bytes, HEARTBEAT, type LiveMessage, writeReset } from './messages.ts';
import { Pace } from './pace.ts';
import type { StreamLimits } from './stream-limits.ts';

/** A class, because there are tens of thousands: closures would cost each of them a kilobyte more. */
export class EventStream implements Subscriber {
  readonly body: ReadableStream<Bytes>;
  readonly #timers: Timers;
  readonly #limits: StreamLimits;
  readonly #onEnd: () => void;
  readonly #pace: Pace;
  #controller: ReadableStreamDefaultController<Bytes> | null = null;
  #reset: Bytes | null = null;
  #waiting: LiveMessage[] = [];
  #callOffFlush: (() => void) | null = null;
  #lastSentAt = 0;
  #wasBehind = false;

  constructor(timers: Timers, limits: StreamLimits, onEnd: () => void) {
    this.#timers = timers;
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#pace = new Pace(limits.messages, limits.messageWindow);
    this.body = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#finish(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: limits.bytesBehind }),
    );
  }

  /** The first message, and whatever the client missed before it came. */
  open(hello: Bytes, missed: readonly LiveMessage[]): void {
    this.#send(hello);
    this.#waiting.push(...missed);
    this.#flush();
  }

  receive(message: LiveMessage): void {
    this.#waiting.push(message);
    if (!this.#callOffFlush) this.#flush();
  }

  /** Whatever waited is part of what the client will refetch. */
  restart(position: FeedCursor): void {
    this.#reset = writeReset(position);
    this.#waiting = [];
    if (!this.#callOffFlush) this.#flush();
  }

  /** Called every second or so: keeps the connection alive, and closes it if nobody reads. */
  tend(): void {
    // Twice in a row: a burst is behind for the moment that it takes to send it.
    const isBehind = (this.#controller?.desiredSize ?? 0) < 0;
    if (isBehind && this.#wasBehind) this.#cutOff();
    this.#wasBehind = isBehind;
    const now = this.#timers.elapsed();
    if (now - this.#lastSentAt >= this.#limits.silence) this.#write(HEARTBEAT, now);
  }

  end(): void {
    this.#controller?.close();
    this.#finish();
  }

  /** An error and not an end: what is queued for a client that does not read is dropped at once. */
  #cutOff(): void {
    this.#controller?.error();
    this.#finish();
  }

  #finish(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#callOffFlush?.();
    this.#onEnd();
  }

  #flush(hadToWait = false): void {
    const now = this.#timers.elapsed();
    this.#callOffFlush = null;
    if (this.#reset && this.#pace.allowanceAt(now) > 0) {
      this.#send(this.#reset);
      this.#reset = null;
    }
    const allowance = this.#pace.allowanceAt(now);
    if (hadToWait || this.#waiting.length > allowance) this.#waiting = mergeChanges(this.#waiting);
    for (const message of this.#waiting.splice(0, allowance)) this.#send(message.bytesAs(message.type));
    if (this.#reset || this.#waiting.length > 0) {
      this.#callOffFlush = this.#timers.after(this.#pace.waitAt(now), () => this.#flush(true));
    }
  }

  #send(bytes: Bytes): void {
    const now = this.#timers.elapsed();
    this.#pace.record(now);
    this.#write(bytes, now);
  }

  #write(bytes: Bytes, now: number): void {
    this.#lastSentAt = now;
    this.#controller?.enqueue(bytes);
  }
}
