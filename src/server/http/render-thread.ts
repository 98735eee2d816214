/** The worker thread that renders pictures and sheets, which takes 40 to 100 ms each. */
import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import type { DaySheet } from './sheets/day-sheet.ts';

// On Linux each thread has a priority of its own: requests and results do not wait for a processor.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** What the thread can be asked for. It loads the library of each with the first call. */
const functions = {
  svgToPng: async (svg: string) => (await import('./pictures/svg-to-png.ts')).svgToPng(svg),
  drawDaySheet: async (sheet: DaySheet) => (await import('./sheets/draw-day-sheet.ts')).drawDaySheet(sheet),
};

export type RenderFunctions = typeof functions;

createBirpc<object, RenderFunctions>(functions, {
  post: (message) => parentPort?.postMessage(message),
  on: (receive) => parentPort?.on('message', receive),
});
