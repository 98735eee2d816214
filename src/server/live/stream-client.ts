/** One client of a live stream. A class without closures, because there are tens of thousands. */
import type { Socket, SocketListener } from '../web-socket.ts';
import type { AccessCheck } from './checked-connection.ts';
import { type Connection, EventStreamConnection, type Sink, SocketConnection } from './connections.ts';
import type { MessageQueue } from './message-queue.ts';

/** Has the clients of one audience. */
export interface ClientOwner {
  connect(client: StreamClient, connection: Connection): void;
  end(client: StreamClient): void;
}

/** Messages that only one client gets. */
export interface OwnMessages {
  queue: MessageQueue;
  unsubscribe(): void;
}

export interface StreamClientParts extends Pick<StreamClient, 'source' | 'stillAllowed'> {
  own: OwnMessages;
  /** By the timers' clock. */
  now: number;
}

/** Also the source of a response's body, and the listener of a WebSocket: either of them connects the client. */
export class StreamClient implements SocketListener {
  /** For a body without a queue, which would double the cost. */
  readonly type = 'direct';
  /** The network of a visitor, or a staff account. */
  readonly source: string;
  /** Null for the public. */
  readonly stillAllowed: AccessCheck | null;
  readonly #owner: ClientOwner;
  /** Null once the client gets the same messages as the others. */
  own: OwnMessages | null;
  connection: Connection | null = null;
  /** When a message was last sent to this client alone, by the timers' clock. */
  sentAt: number;
  /** Whether too many bytes were unread at the last check. */
  wasBehind = false;

  constructor(owner: ClientOwner, { source, stillAllowed, own, now }: StreamClientParts) {
    this.#owner = owner;
    this.source = source;
    this.stillAllowed = stillAllowed;
    this.own = own;
    this.sentAt = now;
  }

  pull(sink: Sink): void {
    this.#owner.connect(this, new EventStreamConnection(sink));
  }

  cancel(): void {
    this.#owner.end(this);
  }

  onOpen(socket: Socket): void {
    this.#owner.connect(this, new SocketConnection(socket));
  }

  onClose(): void {
    this.#owner.end(this);
  }
}
