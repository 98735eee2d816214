/** Renders pictures and sheets in a thread, which is started for the first one and ends when idle. */
import { Worker } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { SECOND } from '../../core/ist-time.ts';
import type { RenderFunctions } from './render-thread.ts';

const IDLE_TIME = 30 * SECOND;

export function createFileRenderer(idleTime = IDLE_TIME): RenderFunctions {
  let thread: ReturnType<typeof startThread> | null = null;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  function startThread() {
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url));
    const calls = createBirpc<RenderFunctions, object>(
      {},
      {
        post: (message) => worker.postMessage(message),
        on: (receive) => worker.on('message', receive),
        timeout: -1,
      },
    );
    const end = (reason: Error) => {
      if (thread?.worker === worker) thread = null;
      calls.$close(reason);
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that renders pictures and sheets has ended.')));
    return { worker, calls };
  }

  /** An idle thread does not keep the process alive. */
  function endWhenIdle(): void {
    if (running > 0) return;
    thread?.worker.unref();
    idle = setTimeout(() => {
      void thread?.worker.terminate();
      thread = null;
    }, idleTime);
    idle.unref();
  }

  async function inThread<Result>(render: (calls: RenderFunctions) => Promise<Result>): Promise<Result> {
    clearTimeout(idle);
    running += 1;
    try {
      thread ??= startThread();
      thread.worker.ref();
      return await render(thread.calls);
    } finally {
      running -= 1;
      endWhenIdle();
    }
  }

  return {
    svgToPng: (svg) => inThread((calls) => calls.svgToPng(svg)),
    drawDaySheet: (sheet) => inThread((calls) => calls.drawDaySheet(sheet)),
  };
}
