/**
 * Preloaded into a server: a test moves its time forward over a port of its own.
 * Time runs at its normal speed otherwise, and each timer runs at its own instant, also within a move.
 */
import { TIME_CONTROL_LINE } from './server-time.ts';

interface Waiting {
  due: number;
  run(): void;
  timer: Timer;
}

const realNow = performance.now.bind(performance);
const startTimer = globalThis.setTimeout;
const stopTimer = globalThis.clearTimeout;
const waiting = new Map<unknown, Waiting>();
let ahead = 0;

const now = () => realNow() + ahead;

const arm = (handle: () => unknown, { due }: { due: number }): Timer =>
  startTimer(() => fire(handle()), Math.max(0, due - now()));

function fire(handle: unknown): void {
  const entry = waiting.get(handle);
  waiting.delete(handle);
  entry?.run();
}

function setMovableTimeout(
  callback: (...args: unknown[]) => void,
  delay?: number,
  ...args: unknown[]
): Timer {
  const entry = { due: now() + (delay ?? 0), run: () => callback(...args) };
  const timer = arm(() => timer, entry);
  waiting.set(timer, { ...entry, timer });
  return timer;
}

function clearMovableTimeout(handle?: unknown): void {
  stopTimer(waiting.get(handle)?.timer ?? (handle as Timer));
  waiting.delete(handle);
}

const firstDue = (until: number): [unknown, Waiting] | undefined =>
  [...waiting].filter(([, { due }]) => due <= until).sort(([, a], [, b]) => a.due - b.due)[0];

/** Lets what a timer started go on until it waits for something else than the database of this process. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function moveForward(milliseconds: number): Promise<void> {
  const until = now() + milliseconds;
  for (let next = firstDue(until); next; next = firstDue(until)) {
    const [handle, { due, timer }] = next;
    ahead += Math.max(0, due - now());
    stopTimer(timer);
    fire(handle);
    await settle();
  }
  ahead += Math.max(0, until - now());
  for (const [handle, entry] of waiting) {
    stopTimer(entry.timer);
    entry.timer = arm(() => handle, entry);
  }
}

performance.now = now;
globalThis.setTimeout = setMovableTimeout as unknown as typeof setTimeout;
globalThis.clearTimeout = clearMovableTimeout as typeof clearTimeout;

const control = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    await moveForward(Number(await request.text()));
    return new Response();
  },
});
control.unref();
console.log(`${TIME_CONTROL_LINE}${control.url}`);
