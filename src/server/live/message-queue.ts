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
  #results: LiveMessage[] = [];
  #others: LiveMessage[] = [];
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
    for (const message of missed) this.#queueOf(message).push(message);
  }

  /** Sends the messages that have been queued, and all later ones. */
  connect(send: (message: Message) => void): void {
    this.#send = send;
    this.#flush();
  }

  receive(message: LiveMessage): void {
    this.#queueOf(message).push(message);
    if (!this.#cancelFlush || isOfResult(message)) this.#flush();
  }

  /** Drops the queued changes, because the client fetches everything again. */
  restart(position: FeedCursor): void {
    this.#urgent.push(createReset(position));
    this.#results = [];
    this.#others = [];
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

  #queueOf(message: LiveMessage): LiveMessage[] {
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
    const results = takeNext(this.#results, this.#limiter.allowanceAt(now), isDelayed);
    this.#results = results.left;
    for (const message of results.next) this.#sendResult(message, now);
    const others = takeNext(this.#others, this.#limiter.allowanceAt(now) - messagesForResults, isDelayed);
    this.#others = others.left;
    for (const message of others.next) this.#sendOther(message, now);
    if (this.#length === 0) return;
    const isUrgent = this.#length > this.#others.length;
    const wait = this.#limiter.waitAt(now, isUrgent ? 0 : messagesForResults);
    this.#cancelFlush = this.#timers.after(wait, () => this.#flush());
  }

  /** The cursor ends before the first queued change of another table, which the client has not seen. */
  #sendResult({ id, type, encodedAs }: LiveMessage, now: number): void {
    const [firstOther] = this.#others;
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

/** Returns the messages to send now. If not all could be sent at once, changes of the same row are merged. */
function takeNext(queued: LiveMessage[], allowance: number, isDelayed: boolean) {
  if (allowance <= 0 || queued.length === 0) return { next: [], left: queued };
  const merged = isDelayed || queued.length > allowance ? mergeChanges(queued) : queued;
  return { next: merged.slice(0, allowance), left: merged.slice(allowance) };
}
