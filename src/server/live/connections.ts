/** The two ways in which a client is connected: server-sent events and WebSocket. */
import type { Socket } from '../web-socket.ts';
import type { Message } from './messages.ts';

export interface Connection {
  /** Bytes that the client has not read. */
  readonly bytesBehind: number;
  send(message: Message): void;
  /** With an error, unread bytes are dropped. */
  close(error?: Error): void;
}

/** The writable end of a response, as Bun passes it to a direct stream. */
export interface Sink {
  /** Returns a promise if the client has not read the bytes yet. */
  write(bytes: Uint8Array<ArrayBuffer>): number | Promise<number>;
  flush(): unknown;
  close(error?: Error): void;
}

export class EventStreamConnection implements Connection {
  readonly #sink: Sink;
  bytesBehind = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  send({ eventBytes }: Message): void {
    const written = this.#sink.write(eventBytes);
    this.#sink.flush();
    if (written instanceof Promise) void this.#countUntilRead(eventBytes.byteLength, written);
  }

  close(error?: Error): void {
    this.#sink.close(error);
  }

  async #countUntilRead(bytes: number, read: Promise<number>): Promise<void> {
    this.bytesBehind += bytes;
    // Rejects if the connection breaks; `cancel` or the abort signal ends the stream.
    await read.catch(() => {});
    this.bytesBehind -= bytes;
  }
}

/** The status code of a server that is going away. */
const GOING_AWAY = 1001;

export class SocketConnection implements Connection {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get bytesBehind(): number {
    return this.#socket.getBufferedAmount();
  }

  send({ text }: Message): void {
    this.#socket.send(text);
  }

  close(error?: Error): void {
    if (error) this.#socket.terminate();
    else this.#socket.close(GOING_AWAY);
  }
}
