/**
 * A browser whose push service is on this machine. Headless browsers have none, and cannot show notifications: both are
 * replaced here, and nothing of the site.
 */
import type { BrowserContext, Locator, Page, Worker } from '@playwright/test';
import type { BrowserSubscription } from '../../src/contract/push.ts';
import { type Slot, slotLabel } from '../../src/core/slots.ts';
import { en } from '../../src/web/i18n/en.ts';
import { cardOf, expect } from './live-site.ts';

interface ShownNotification {
  title: string;
  body?: string;
  lang?: string;
  tag?: string;
  data: { url: string };
}

/** The part of a service worker that the tests replace or call. */
interface WorkerScope {
  shown: ShownNotification[];
  /** The addresses of the windows that a notification has opened or focused. */
  opened: string[];
  registration: {
    showNotification(title: string, options: Omit<ShownNotification, 'title'>): Promise<void>;
    pushManager: object;
  };
  clients: { openWindow(url: string): Promise<null> };
  WindowClient: { prototype: { url: string; focus(): Promise<void> } };
  ExtendableEvent: typeof Event;
  dispatchEvent(event: Event): void;
}

/** The bell on the card of a draw time. */
export const bellOf = (page: Page, slot: Slot, { bell } = en): Locator =>
  cardOf(page, slot).getByRole('button', { name: bell.tellMe(slotLabel(slot)) });

export const isOn = (bell: Locator) => expect(bell).toHaveAttribute('aria-pressed', 'true');
export const isOff = (bell: Locator) => expect(bell).toHaveAttribute('aria-pressed', 'false');

/** Replaces the push service of the pages. Counts how often the browser was asked for permission. */
export const connectPushService = (
  context: BrowserContext,
  subscription: BrowserSubscription,
): Promise<unknown> =>
  context.addInitScript((json) => {
    const made = {
      ...json,
      toJSON: () => ({ ...json, expirationTime: null }),
    } as unknown as PushSubscription;
    const read = () => (localStorage.getItem('push key') === null ? null : made);
    PushManager.prototype.getSubscription = async () => read();
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem('push key', String(options?.applicationServerKey));
      return made;
    };
    const ask = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = () => {
      localStorage.setItem('asked', String(Number(localStorage.getItem('asked')) + 1));
      return ask();
    };
  }, subscription);

export const timesAsked = (page: Page): Promise<number> =>
  page.evaluate(() => Number(localStorage.getItem('asked')));

/** The key that the browser has subscribed with. */
export const subscribedKey = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('push key'));

/** Sets the answer that the browser gives when a page asks for permission. */
export async function answerPermission(page: Page, setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  });
}

export interface PushedWorker {
  worker: Worker;
  /** Delivers a message as the browser does when its push service has sent one. */
  push(text: string): Promise<void>;
  shown(): Promise<ShownNotification[]>;
  /** Clicks the last notification, and returns the address of the window that is then opened or focused. */
  click(): Promise<string | undefined>;
}

/** The service worker of the site that the page shows. */
export async function openWorker(page: Page): Promise<PushedWorker> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  await worker.evaluate(replaceDisplay);
  return {
    worker,
    async push(text) {
      const data = { origin, registrationId: await registrationId, data: text };
      await session.send('ServiceWorker.deliverPushMessage', data);
    },
    shown: () => worker.evaluate(() => (self as unknown as WorkerScope).shown),
    click: () => worker.evaluate(clickLast),
  };
}

/** Keeps the notifications in a list: like a browser, one for each tag. Windows open only after a real click. */
function replaceDisplay(): void {
  const scope = self as unknown as WorkerScope;
  scope.shown = [];
  scope.opened = [];
  scope.registration.showNotification = async (title, options) => {
    scope.shown = scope.shown.filter(({ tag }) => tag === undefined || tag !== options.tag);
    scope.shown.push({ title, ...options });
  };
  scope.clients.openWindow = async (url) => {
    scope.opened.push(url);
    return null;
  };
  scope.WindowClient.prototype.focus = async function () {
    scope.opened.push(`focused ${this.url}`);
  };
}

async function clickLast(): Promise<string | undefined> {
  const scope = self as unknown as WorkerScope;
  const notification = scope.shown.at(-1);
  const close = () => {
    scope.shown = scope.shown.filter((other) => other !== notification);
  };
  const work: Promise<unknown>[] = [];
  const event = Object.assign(new scope.ExtendableEvent('notificationclick'), {
    notification: { ...notification, close },
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
  });
  scope.dispatchEvent(event);
  await Promise.all(work);
  return scope.opened.at(-1);
}
