/** The queues of what visitors request. Work of one queue does not wait for that of another one. */
import { createWorkQueue, type WorkQueue } from '../work-queue.ts';

export interface Queues {
  pages: WorkQueue;
  /** What anyone may send: messages, devices, all about accounts but sign-ins. */
  forms: WorkQueue;
  /** Pictures, sheets and exports. */
  files: WorkQueue;
}

export const createQueues = (): Queues => ({
  // Renders and searches take up to 30 ms of the event loop. One at a time, which lets other events run in between, is
  // as fast as several, on both databases.
  pages: createWorkQueue({ atOnce: 1, mostOfNetwork: 100, mostInAll: 1_000 }),
  // A form may have to wait for a lock of the database; pages must not wait for it.
  forms: createWorkQueue({ atOnce: 2, mostOfNetwork: 100, mostInAll: 1_000 }),
  // They take a tenth of a second of another thread: several at a time would slow down the pages.
  files: createWorkQueue({ atOnce: 1, mostOfNetwork: 20, mostInAll: 200 }),
});
