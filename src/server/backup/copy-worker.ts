/** The worker thread in which copies are made, with its own connections, so that requests do not wait. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Backup } from '../../contract/backups.ts';
import { type CopyJob, makeVerifiedCopy } from './make-copy.ts';
import type { Manifest } from './manifest.ts';

export type CopyMessage =
  | { kind: 'progress'; step: Backup['step']; fraction: number }
  | { kind: 'note'; text: string }
  | { kind: 'done'; manifest: Manifest }
  | { kind: 'failed'; error: string };

const send = (message: CopyMessage): void => parentPort?.postMessage(message);

makeVerifiedCopy(
  workerData as CopyJob,
  (step, fraction = 0) => send({ kind: 'progress', step, fraction }),
  (text) => send({ kind: 'note', text }),
).then(
  (manifest) => send({ kind: 'done', manifest }),
  (error: Error) => send({ kind: 'failed', error: error.message }),
);
