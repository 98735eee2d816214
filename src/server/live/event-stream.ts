/** One client's stream: sends at its pace, merges what has to wait, and gives up a client that does not read. */
import { mergeChanges } from '../../core/live.ts';
import type { Clock, Timers } from '../clock.ts';
import type { FeedCursor } from '../storage/feed-cursor.ts';
import type { Subscriber } from './broker.ts';
import { type Bytes, type LiveMessage, writePing, writeReset } from './messages.ts';
import { Pace } from './pace.ts';
import type { StreamLimits } from './stream-limits.ts';

/** The connection to the client. */
export interface Sink {
  /** The answer is a promise while the bytes have to wait for the client to read. */
  write(bytes: Bytes): number | Promise<number>;
  flush(): unknown;
  /** With an error, what the client has not read yet is dropped. */
  close(error?: Error): void;
}

/** A class, because there are tens of thousands: closures would cost each of them a kilobyte more. */
export class EventStream implements Subscriber {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #limits: StreamLimits;
  readonly #onEnd: () => void;
  readonly #pace: Pace;
  #sink: Sink | null = null;
  /** What goes first, and at once: the greeting, or the news that the feed began anew. */
  #urgent: Bytes[] = [];
  #waiting: LiveMessage[] = [];
  #callOffFlush: (() => void) | null = null;
  #lastSentAt: number;
  #bytesBehind = 0;
  #wasBehind = false;
  #hasEnded = false;

  constructor({ clock, timers }: { clock: Clock; timers: Timers }, limits: StreamLimits, onEnd: () => void) {
    this.#clock = clock;
    this.#timers = timers;
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#pace = new Pace(limits.messages, limits.messageWindow);
    this.#lastSentAt = timers.elapsed();
  }

  /** The first message, and whatever the client missed before it came. */
  greet(hello: Bytes, missed: readonly LiveMessage[]): void {
    this.#urgent.push(hello);
    this.#waiting.push(...missed);
  }

  /** The connection stands: what has gathered is sent. */
  connect(sink: Sink): void {
    this.#sink = sink;
    this.#flush();
  }

  receive(message: LiveMessage): void {
    this.#waiting.push(message);
    if (!this.#callOffFlush) this.#flush();
  }

  /** Whatever waited is part of what the client will refetch. */
  restart(position: FeedCursor): void {
    this.#urgent.push(writeReset(position));
    this.#waiting = [];
    if (!this.#callOffFlush) this.#flush();
  }

  /** Called every second or so: keeps the connection alive, and closes it if nobody reads. */
  tend(): void {
    const isBehind = this.#bytesBehind > this.#limits.bytesBehind;
    // Twice in a row: a burst is behind for the moment that it takes to arrive.
    if (isBehind && this.#wasBehind) this.end(new Error('the client does not read'));
    this.#wasBehind = isBehind;
    const now = this.#timers.elapsed();
    if (now - this.#lastSentAt < this.#limits.silence) return;
    if (this.#sink) this.#send(writePing(this.#clock.now()), now);
    // An answer that was never sent has no connection whose end could be noticed.
    else this.end();
  }

  /** With an error it is cut off: what is still queued for the client is dropped. */
  end(error?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#callOffFlush?.();
    this.#sink?.close(error);
    this.#sink = null;
    this.#onEnd();
  }

  #flush(hadToWait = false): void {
    this.#callOffFlush = null;
    if (!this.#sink) return;
    const now = this.#timers.elapsed();
    for (const bytes of this.#urgent.splice(0, this.#pace.allowanceAt(now))) this.#send(bytes, now);
    const allowance = this.#pace.allowanceAt(now);
    if (hadToWait || this.#waiting.length > allowance) this.#waiting = mergeChanges(this.#waiting);
    for (const { type, bytesAs } of this.#waiting.splice(0, allowance)) this.#send(bytesAs(type), now);
    if (this.#urgent.length + this.#waiting.length > 0) {
      this.#callOffFlush = this.#timers.after(this.#pace.waitAt(now), () => this.#flush(true));
    }
  }

  #send(bytes: Bytes, now: number): void {
    this.#pace.record(now);
    this.#write(bytes);
  }

  #write(bytes: Bytes): void {
    this.#lastSentAt = this.#timers.elapsed();
    const written = this.#sink?.write(bytes);
    this.#sink?.flush();
    if (written instanceof Promise) void this.#countUntilRead(bytes.byteLength, written);
  }

  async #countUntilRead(bytes: number, read: Promise<number>): Promise<void> {
    this.#bytesBehind += bytes;
    // A connection that breaks settles it as well, and ends the stream in its own way.
    await read.catch(() => {});
    this.#bytesBehind -= bytes;
  }
}
