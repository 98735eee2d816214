/** Renders sheets to PDF in a thread, which is started for the first sheet and ends when idle. */
import { Worker } from 'node:worker_threads';
import { SECOND } from '../../../core/ist-time.ts';
import type { DaySheet } from './day-sheet.ts';
import type { SheetMessage } from './sheet-thread.ts';

/** Must not be called again before the sheet is there. */
type RenderSheet = (sheet: DaySheet) => Promise<Uint8Array<ArrayBuffer>>;

const IDLE_TIME = 30 * SECOND;

export function createSheetRenderer(idleTime = IDLE_TIME): RenderSheet {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function endThread(): void {
    void thread?.terminate();
    thread = null;
  }

  return async (sheet) => {
    clearTimeout(idle);
    thread ??= new Worker(new URL('./sheet-thread.ts', import.meta.url));
    try {
      return await renderIn(thread, sheet);
    } catch (error) {
      endThread();
      throw error;
    } finally {
      idle = setTimeout(endThread, idleTime);
      idle.unref();
    }
  };
}

async function renderIn(thread: Worker, sheet: DaySheet): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const end = () => reject(new Error('The thread that renders sheets has ended.'));
  const receive = (message: SheetMessage) =>
    message.kind === 'done' ? resolve(message.bytes) : reject(new Error(message.error));
  thread.on('message', receive).on('error', reject).on('exit', end);
  thread.ref();
  thread.postMessage(sheet);
  try {
    return await promise;
  } finally {
    thread.off('message', receive).off('error', reject).off('exit', end);
    // An idle thread does not keep the process alive.
    thread.unref();
  }
}
