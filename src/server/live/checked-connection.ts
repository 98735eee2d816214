/** The connection of a staff member: a change is sent only if the session is found valid after it. */
import type { Connection } from './connections.ts';
import type { Message } from './messages.ts';

/** Does not throw. */
export type AccessCheck = () => Promise<boolean>;

export class CheckedConnection implements Connection {
  readonly #connection: Connection;
  readonly #stillAllowed: AccessCheck;
  readonly #onRefused: () => void;
  #waiting: Message[] = [];
  #isChecking = false;

  constructor(connection: Connection, stillAllowed: AccessCheck, onRefused: () => void) {
    this.#connection = connection;
    this.#stillAllowed = stillAllowed;
    this.#onRefused = onRefused;
  }

  get bytesBehind(): number {
    return this.#connection.bytesBehind;
  }

  send(message: Message): void {
    // A ping has no data, and keeps the stream open while the database is down.
    if (message.isPing) this.#connection.send(message);
    else this.#waiting.push(message);
    if (!this.#isChecking) void this.#sendWaiting();
  }

  close(error?: Error): void {
    this.#waiting = [];
    this.#connection.close(error);
  }

  async #sendWaiting(): Promise<void> {
    this.#isChecking = true;
    while (this.#waiting.length > 0) {
      // Messages that arrive during the check wait for the next one.
      const { length } = this.#waiting;
      if (!(await this.#stillAllowed())) return this.#onRefused();
      for (const message of this.#waiting.splice(0, length)) this.#connection.send(message);
    }
    this.#isChecking = false;
  }
}
