/** Controls the time of a page, so that tests do not depend on the speed of the machine. */
import { expect, type Page, type Request } from '@playwright/test';

/** Pauses the page's time before it loads anything. */
export async function pauseFromStart(page: Page): Promise<void> {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1_000);
}

export const pauseNow = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

/** The requests under way of pages with `installClock`. */
const requestsOf = new WeakMap<Page, Set<Request>>();

function recordRequests(page: Page): void {
  const requests = new Set<Request>();
  requestsOf.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Installs a clock, and marks each page whose live stream is open. */
export async function installClock(page: Page, time = Date.now()): Promise<void> {
  recordRequests(page);
  await page.clock.install({ time });
  await page.addInitScript(() => {
    const { WebSocket: NativeSocket, EventSource: NativeSource } = window;
    const sockets: WebSocket[] = [];
    Object.assign(window, { sockets });
    const markPage = () => document.documentElement.setAttribute('data-hello', '');
    window.WebSocket = class extends NativeSocket {
      constructor(url: string | URL) {
        super(url);
        sockets.push(this);
        this.addEventListener('message', markPage);
      }
    };
    window.EventSource = class extends NativeSource {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener('hello', markPage);
      }
    };
  });
}

/** Resolves when the page has connected to its live stream, at the cursor that it has reached: it has a first message. */
export async function nextConnection(page: Page): Promise<void> {
  let firstMessage: Promise<unknown> | undefined;
  await page.waitForEvent('websocket', (socket) => {
    const isLiveStream = socket.url().includes('/api/live?after=');
    if (isLiveStream) firstMessage = socket.waitForEvent('framereceived');
    return isLiveStream;
  });
  await firstMessage;
}

/** Waits until the live stream of a page with `installClock` is open: its scripts run. */
export const expectLiveStream = (page: Page): Promise<void> =>
  expect(page.locator('html[data-hello]')).toBeAttached();

/** Opens a page whose time can be moved, and waits until its live stream is open. */
export async function openWithClock(page: Page, address: string, time?: number): Promise<void> {
  await installClock(page, time);
  await page.goto(address);
  await expectLiveStream(page);
}

export async function openPaused(page: Page, address: string, time?: number): Promise<void> {
  await openWithClock(page, address, time);
  await pauseNow(page);
}

/** Dispatches a message on the open stream of a page with `installClock`. */
export const dispatchLiveMessage = (page: Page, event: 'ping' | 'reset'): Promise<void> =>
  page.evaluate((name) => {
    const { sockets } = window as unknown as { sockets: WebSocket[] };
    const data = JSON.stringify({ event: name, data: { time: '2026-11-15T06:40:00.000Z' } });
    sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data }));
  }, event);

/** Advances the page's time second by second. Before each one the requests under way end: they take real time. */
export async function runClockBetweenRequests(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await expect.poll(() => requestsOf.get(page)?.size).toBe(0);
    await page.clock.runFor(1_000);
  }
}

/** Advances the page's time in milliseconds until the work, which needs the page's timers, is done. */
export async function runClockDuring(page: Page, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await page.clock.runFor(1);
  await done;
}
