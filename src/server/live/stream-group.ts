/**
 * The clients of one audience. A client that has got every change shares one queue with the others: a change is then
 * sent to all of them at once, and nothing but their connections is stored for each.
 */
import type { Clock, Timers } from '../clock.ts';
import { type Audience, formatSeenCursor, type SeenCursor } from '../storage/feed/feed-cursor.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import type { Broker } from './broker.ts';
import { CheckedConnection } from './checked-connection.ts';
import type { Connection } from './connections.ts';
import { MessageQueue } from './message-queue.ts';
import { createHello, createPing, type Message } from './messages.ts';
import { startFrom } from './resume-point.ts';
import { type ClientOwner, StreamClient } from './stream-client.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface StreamGroupParts {
  broker: Broker;
  clock: Clock;
  timers: Timers;
  limits: StreamLimits;
  countVisitors(): number;
  onEnd(client: StreamClient): void;
}

export class StreamGroup implements ClientOwner {
  readonly #audience: Audience;
  readonly #parts: StreamGroupParts;
  readonly #clients = new Set<StreamClient>();
  /** The connections that get the messages of the shared queue. */
  readonly #shared = new Set<Connection>();
  readonly #sharedQueue: MessageQueue;

  constructor(audience: Audience, parts: StreamGroupParts) {
    this.#audience = audience;
    this.#parts = parts;
    // One message less: a client may get a hello or a ping of its own in the same second.
    const limits = { ...parts.limits, messages: parts.limits.messages - 1 };
    this.#sharedQueue = new MessageQueue(parts.timers, limits);
    this.#sharedQueue.connect((message) => {
      for (const connection of this.#shared) connection.send(message);
    });
    parts.broker.subscribe(audience, this.#sharedQueue);
  }

  /** Creates a client, which gets its messages once it is connected. */
  add(
    resumeAt: SeenCursor | null,
    { source, stillAllowed }: Pick<StreamClient, 'source' | 'stillAllowed'>,
  ): StreamClient {
    const { broker, clock, timers, limits } = this.#parts;
    const start = startFrom(broker, this.#audience, resumeAt);
    const queue = new MessageQueue(timers, limits);
    const own = { queue, unsubscribe: broker.subscribe(this.#audience, queue) };
    const client = new StreamClient(this, { source, stillAllowed, own, now: timers.elapsed() });
    this.#clients.add(client);
    const { cursor, mustRefetch } = start;
    const hello = {
      time: isoOf(clock.now()),
      cursor: formatSeenCursor(cursor, cursor.id),
      visitors: this.#parts.countVisitors(),
    };
    queue.queueHello(createHello(hello, !mustRefetch), start);
    if (mustRefetch) queue.restart(cursor);
    return client;
  }

  connect(client: StreamClient, unchecked: Connection): void {
    if (this.#clients.has(client)) {
      const connection = this.#checkedFor(client, unchecked);
      client.connection = connection;
      client.own?.queue.connect((message) => connection.send(message));
      this.#shareIfCaughtUp(client);
    } else {
      // It has ended before it was connected.
      unchecked.close();
    }
  }

  #checkedFor(client: StreamClient, connection: Connection): Connection {
    if (!client.stillAllowed) return connection;
    return new CheckedConnection(connection, client.stillAllowed, () => this.end(client));
  }

  has(client: StreamClient): boolean {
    return this.#clients.has(client);
  }

  /** With an error, unread bytes are dropped. Further calls have no effect. */
  end(client: StreamClient, error?: Error): void {
    if (!this.#clients.delete(client)) return;
    this.#dropOwnMessages(client);
    const { connection } = client;
    if (connection) this.#shared.delete(connection);
    connection?.close(error);
    this.#parts.onEnd(client);
  }

  endAll(): void {
    for (const client of this.#clients) this.end(client);
  }

  /** Called every second: sends pings after silence, and ends clients that do not read. */
  check(): void {
    const { clock, timers, limits } = this.#parts;
    const now = timers.elapsed();
    let ping: Message | null = null;
    for (const client of this.#clients) {
      const { connection } = client;
      if (this.#endIfBehind(client)) continue;
      this.#shareIfCaughtUp(client);
      const sentAt = Math.max(client.sentAt, (client.own?.queue ?? this.#sharedQueue).lastSentAt);
      if (now - sentAt < limits.silence) continue;
      // If the response was never sent, there is no connection that could close.
      if (!connection) this.end(client);
      else {
        ping ??= createPing(clock.now());
        client.sentAt = now;
        connection.send(ping);
      }
    }
  }

  #endIfBehind(client: StreamClient): boolean {
    const isBehind = (client.connection?.bytesBehind ?? 0) > this.#parts.limits.bytesBehind;
    // Twice in a row, because any burst is unread for a moment.
    const mustEnd = isBehind && client.wasBehind;
    if (mustEnd) this.end(client, new Error('the client does not read'));
    client.wasBehind = isBehind;
    return mustEnd;
  }

  /** Until then the client has messages of its own: those that it missed, or those that the rate limit delays. */
  #shareIfCaughtUp(client: StreamClient): void {
    const { own, connection } = client;
    if (!own || !connection || !own.queue.canContinueWith(this.#sharedQueue)) return;
    client.sentAt = own.queue.lastSentAt;
    this.#dropOwnMessages(client);
    this.#shared.add(connection);
  }

  #dropOwnMessages(client: StreamClient): void {
    client.own?.unsubscribe();
    client.own?.queue.stop();
    client.own = null;
  }
}
