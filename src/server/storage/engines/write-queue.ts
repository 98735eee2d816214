/** A queue of writes with priority for those that must not be late. */
import { SECOND } from '../../../core/ist-time.ts';
import { DatabaseDown } from '../../errors.ts';

/** Pages time out after ten seconds, and the write itself needs part of that. */
const MAX_WAIT = 5 * SECOND;

interface Waiting {
  begin(): Promise<void>;
}

export class WriteQueue {
  readonly #first: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #isBusy = false;

  get waiting(): number {
    return this.#first.length + this.#others.length;
  }

  /** Settles like the work; rejects with `DatabaseDown` when it waits too long to start. */
  run<Result>(work: () => Promise<Result>, hasPriority: boolean): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = hasPriority ? this.#first : this.#others;
      const waiting: Waiting = {
        begin() {
          clearTimeout(timer);
          return Promise.try(work).then(resolve, reject);
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new DatabaseDown(new Error('too many writes are waiting')));
      }, MAX_WAIT);
      queue.push(waiting);
      if (!this.#isBusy) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isBusy = true;
    for (;;) {
      const next = this.#first.shift() ?? this.#others.shift();
      if (!next) break;
      await next.begin();
    }
    this.#isBusy = false;
  }
}
