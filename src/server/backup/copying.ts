/** Makes a copy in a worker thread. */
import { Worker } from 'node:worker_threads';
import { CopyRefused } from './copy-refused.ts';
import type { CopyMessage } from './copy-worker.ts';
import type { CopyJob } from './make-copy.ts';
import type { Manifest } from './manifest.ts';
import type { ReportProgress } from './verify.ts';

/** The thread was ended from outside. */
export class CopyingAborted extends CopyRefused {}

export interface Copying {
  /** Rejects when the copy could not be made or verified. */
  done: Promise<Manifest>;
  abort(): void;
}

export function startCopying(job: CopyJob, report: ReportProgress, note: (text: string) => void): Copying {
  const { promise, resolve, reject } = Promise.withResolvers<Manifest>();
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), { workerData: job });
  worker.on('message', (message: CopyMessage) => {
    if (message.kind === 'progress') report(message.step, message.fraction);
    else if (message.kind === 'note') note(message.text);
    else if (message.kind === 'done') resolve(message.manifest);
    else reject(new CopyRefused(message.error));
  });
  worker.on('error', reject);
  const end = () => reject(new CopyingAborted('Interrupted.'));
  worker.on('exit', end);
  return { done: promise.finally(() => void worker.terminate()), abort: end };
}
