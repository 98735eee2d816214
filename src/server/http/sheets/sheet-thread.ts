/** The worker thread that renders sheets, so that requests do not wait: a sheet takes about 100 ms. */
import { parentPort } from 'node:worker_threads';
import type { DaySheet } from './day-sheet.ts';
import { drawDaySheet } from './draw-day-sheet.ts';

export type SheetMessage =
  | { kind: 'done'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'failed'; error: string };

parentPort?.on('message', async (sheet: DaySheet) => {
  const message = await drawDaySheet(sheet).then(
    (bytes): SheetMessage => ({ kind: 'done', bytes }),
    (error: Error): SheetMessage => ({ kind: 'failed', error: error.message }),
  );
  parentPort?.postMessage(message);
});
