/** The messages that wait to be sent to one client, or to all that share them: limits their rate, sends results first, merges changes. */
import { mergeChanges } from '../../core/live.ts';
import type { Timers } from '../clock.ts';
import { type FeedCursor, isOfResult } from '../storage/feed/feed-cursor.ts';
import type { Subscriber } from './broker.ts';
import { createReset, type LiveMessage, type Message } from './messages.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { StreamStart } from './resume-point.ts';
import type { StreamLimits } from './stream-limits.ts';

export class MessageQueue implements Subscriber {
  readonly #timers: Timers;
  readonly #limits: StreamLimits;
  readonly #limiter: RateLimiter;
  #send: ((message: Message) => void) | null = null;
  /** Sent before everything else: `hello` and `reset`. */
  #urgent: Message[] = [];
  readonly #results = new WaitingChanges();
  readonly #others = new WaitingChanges();
  /** All changes of results up to this id have been sent. */
  #resultsSent = 0;
  #cancelFlush: (() => void) | null = null;
  #lastSentAt: number;

  constructor(timers: Timers, limits: StreamLimits) {
    this.#timers = timers;
    this.#limits = limits;
    this.#limiter = new RateLimiter(limits.messages, limits.messageWindow);
    this.#lastSentAt = timers.elapsed();
  }

  /** By the timers' clock; the creation if nothing has been sent. */
  get lastSentAt(): number {
    return this.#lastSentAt;
  }

  /** Whether a client of this queue can get its further messages from another one, without a gap or too many at once. */
  canContinueWith(other: MessageQueue): boolean {
    const areEmpty = this.#length + other.#length === 0;
    return areEmpty && this.#limiter.isCoveredBy(other.#limiter, this.#timers.elapsed());
  }

  /** Queues the first message and the changes that the client missed. */
  queueHello(hello: Message, { cursor, missed }: Pick<StreamStart, 'cursor' | 'missed'>): void {
    this.#urgent.push(hello);
    this.#resultsSent = cursor.results;
    for (const message of missed) this.#changesLike(message).add(message);
  }

  /** Sends the messages that have been queued, and all later ones. */
  connect(send: (message: Message) => void): void {
    this.#send = send;
    this.#flush();
  }

  receive(message: LiveMessage): void {
    this.#changesLike(message).add(message);
    if (!this.#cancelFlush || isOfResult(message)) this.#flush();
  }

  /** Drops the queued changes, because the client fetches everything again. */
  restart(position: FeedCursor): void {
    this.#urgent.push(createReset(position));
    this.#results.clear();
    this.#others.clear();
    this.#resultsSent = position.id;
    this.#flush();
  }

  /** Nothing is sent after this. */
  stop(): void {
    this.#cancelFlush?.();
    this.#send = null;
  }

  get #length(): number {
    return this.#urgent.length + this.#results.length + this.#others.length;
  }

  #changesLike(message: LiveMessage): WaitingChanges {
    return isOfResult(message) ? this.#results : this.#others;
  }

  #flush(): void {
    const isDelayed = this.#cancelFlush !== null;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    if (!this.#send) return;
    const now = this.#timers.elapsed();
    const { messagesForResults } = this.#limits;
    for (const message of this.#urgent.splice(0, this.#limiter.allowanceAt(now))) this.#sendNow(message, now);
    const results = this.#results.take(this.#limiter.allowanceAt(now), isDelayed);
    for (const message of results) this.#sendResult(message, now);
    const others = this.#others.take(this.#limiter.allowanceAt(now) - messagesForResults, isDelayed);
    for (const message of others) this.#sendOther(message, now);
    if (this.#length === 0) return;
    const isUrgent = this.#length > this.#others.length;
    const wait = this.#limiter.waitAt(now, isUrgent ? 0 : messagesForResults);
    this.#cancelFlush = this.#timers.after(wait, () => this.#flush());
  }

  /** The cursor ends before the first queued change of another table, which the client has not seen. */
  #sendResult({ id, type, encodedAs }: LiveMessage, now: number): void {
    const firstOther = this.#others.first;
    this.#resultsSent = id;
    this.#sendNow(
      encodedAs(type, { id: firstOther ? Math.min(firstOther.id - 1, id) : id, results: id }),
      now,
    );
  }

  /** No result is queued here, so all results before this change have been sent. */
  #sendOther({ id, type, encodedAs }: LiveMessage, now: number): void {
    this.#sendNow(encodedAs(type, { id, results: Math.max(id, this.#resultsSent) }), now);
  }

  #sendNow(message: Message, now: number): void {
    this.#limiter.record(now);
    this.#lastSentAt = now;
    this.#send?.(message);
  }
}

/** Changes that wait to be sent. If not all could be sent at once, changes of the same row are merged. */
class WaitingChanges {
  #messages: LiveMessage[] = [];
  #areMerged = true;

  get length(): number {
    return this.#messages.length;
  }

  get first(): LiveMessage | undefined {
    return this.#messages[0];
  }

  add(message: LiveMessage): void {
    this.#messages.push(message);
    this.#areMerged = false;
  }

  clear(): void {
    this.#messages = [];
  }

  /** Removes and returns those that may be sent now. */
  take(allowance: number, isDelayed: boolean): LiveMessage[] {
    if (allowance <= 0) return [];
    if (!this.#areMerged && (isDelayed || this.length > allowance)) {
      this.#messages = mergeChanges(this.#messages);
      this.#areMerged = true;
    }
    return this.#messages.splice(0, allowance);
  }
}
