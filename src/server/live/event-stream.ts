/** One client's stream: limits its rate, sends results first, merges queued changes, and ends if the client does not read. */
import { mergeChanges } from '../../core/live.ts';
import type { Clock, Timers } from '../clock.ts';
import { type FeedCursor, isOfResult } from '../storage/feed/feed-cursor.ts';
import type { Subscriber } from './broker.ts';
import { type Bytes, type LiveMessage, writePing, writeReset } from './messages.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { StreamStart } from './resume-point.ts';
import type { StreamLimits } from './stream-limits.ts';

/** The connection to the client. */
export interface Sink {
  /** Returns a promise if the client has not read the bytes yet. */
  write(bytes: Bytes): number | Promise<number>;
  flush(): unknown;
  /** With an error, unread bytes are dropped. */
  close(error?: Error): void;
}

/** A class, because there are tens of thousands: closures would take a kilobyte more for each. */
export class EventStream implements Subscriber {
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #limits: StreamLimits;
  readonly #onEnd: () => void;
  readonly #limiter: RateLimiter;
  #sink: Sink | null = null;
  /** Sent before everything else: `hello` and `reset`. */
  #urgent: Bytes[] = [];
  #results: LiveMessage[] = [];
  #others: LiveMessage[] = [];
  /** All changes of results up to this id have been sent. */
  #resultsSent = 0;
  #cancelFlush: (() => void) | null = null;
  #lastSentAt: number;
  #bytesBehind = 0;
  #wasBehind = false;
  #hasEnded = false;

  constructor({ clock, timers }: { clock: Clock; timers: Timers }, limits: StreamLimits, onEnd: () => void) {
    this.#clock = clock;
    this.#timers = timers;
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#limiter = new RateLimiter(limits.messages, limits.messageWindow);
    this.#lastSentAt = timers.elapsed();
  }

  /** Queues the first message and the changes that the client missed. */
  queueHello(hello: Bytes, { cursor, missed }: Pick<StreamStart, 'cursor' | 'missed'>): void {
    this.#urgent.push(hello);
    this.#resultsSent = cursor.results;
    for (const message of missed) this.#queueOf(message).push(message);
  }

  /** Sends the messages that were queued before the connection. */
  connect(sink: Sink): void {
    this.#sink = sink;
    this.#flush();
  }

  receive(message: LiveMessage): void {
    this.#queueOf(message).push(message);
    if (!this.#cancelFlush || isOfResult(message)) this.#flush();
  }

  /** Drops the queued changes, because the client fetches everything again. */
  restart(position: FeedCursor): void {
    this.#urgent.push(writeReset(position));
    this.#results = [];
    this.#others = [];
    this.#resultsSent = position.id;
    this.#flush();
  }

  /** Called every second: sends a ping after silence, and ends the stream if the client does not read. */
  check(): void {
    const isBehind = this.#bytesBehind > this.#limits.bytesBehind;
    // Twice in a row, because any burst is unread for a moment.
    if (isBehind && this.#wasBehind) this.end(new Error('the client does not read'));
    this.#wasBehind = isBehind;
    const now = this.#timers.elapsed();
    if (now - this.#lastSentAt < this.#limits.silence) return;
    if (this.#sink) this.#send(writePing(this.#clock.now()), now);
    // If the response was never sent, there is no connection that could close.
    else this.end();
  }

  /** With an error, unread bytes are dropped. */
  end(error?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelFlush?.();
    this.#sink?.close(error);
    this.#sink = null;
    this.#onEnd();
  }

  #queueOf(message: LiveMessage): LiveMessage[] {
    return isOfResult(message) ? this.#results : this.#others;
  }

  #flush(): void {
    const isDelayed = this.#cancelFlush !== null;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    if (!this.#sink) return;
    const now = this.#timers.elapsed();
    const { messagesForResults } = this.#limits;
    for (const bytes of this.#urgent.splice(0, this.#limiter.allowanceAt(now))) this.#send(bytes, now);
    const results = takeNext(this.#results, this.#limiter.allowanceAt(now), isDelayed);
    this.#results = results.left;
    for (const message of results.next) this.#sendResult(message, now);
    const others = takeNext(this.#others, this.#limiter.allowanceAt(now) - messagesForResults, isDelayed);
    this.#others = others.left;
    for (const message of others.next) this.#sendOther(message, now);
    const isUrgent = this.#urgent.length + this.#results.length > 0;
    if (!isUrgent && this.#others.length === 0) return;
    const wait = this.#limiter.waitAt(now, isUrgent ? 0 : messagesForResults);
    this.#cancelFlush = this.#timers.after(wait, () => this.#flush());
  }

  /** The cursor ends before the first queued change of another table, which the client has not seen. */
  #sendResult({ id, type, bytesAs }: LiveMessage, now: number): void {
    const [firstOther] = this.#others;
    this.#resultsSent = id;
    this.#send(bytesAs(type, { id: firstOther ? Math.min(firstOther.id - 1, id) : id, results: id }), now);
  }

  /** No result is queued here, so all results before this change have been sent. */
  #sendOther({ id, type, bytesAs }: LiveMessage, now: number): void {
    this.#send(bytesAs(type, { id, results: Math.max(id, this.#resultsSent) }), now);
  }

  #send(bytes: Bytes, now: number): void {
    this.#limiter.record(now);
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
    // Rejects if the connection breaks; `cancel` or the abort signal ends the stream.
    await read.catch(() => {});
    this.#bytesBehind -= bytes;
  }
}

/** Returns the messages to send now. If not all could be sent at once, changes of the same row are merged. */
function takeNext(queued: LiveMessage[], allowance: number, isDelayed: boolean) {
  if (allowance <= 0 || queued.length === 0) return { next: [], left: queued };
  const merged = isDelayed || queued.length > allowance ? mergeChanges(queued) : queued;
  return { next: merged.slice(0, allowance), left: merged.slice(allowance) };
}
