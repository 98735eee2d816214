/** The worker thread in which copies are made, with its own connections, so that requests do not wait. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Backup } from '../../contract/backups.ts';
import { type CopyOrder, makeVerifiedCopy } from './make-copy.ts';
import type { Manifest } from './manifest.ts';

export type CopyMessage =
  | { kind: 'progress'; step: Backup['step']; fraction: number }
  | { kind: 'note'; text: string }
  | { kind: 'done'; manifest: Manifest }
  | { kind: 'failed'; error: string };

const tell = (message: CopyMessage): void => parentPort?.postMessage(message);

makeVerifiedCopy(
  workerData as CopyOrder,
  (step, fraction = 0) => tell({ kind: 'progress', step, fraction }),
  (text) => tell({ kind: 'note', text }),
).then(
  (manifest) => tell({ kind: 'done', manifest }),
  (error: Error) => tell({ kind: 'failed', error: error.message }),
);
