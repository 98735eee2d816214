/** The bell of a draw card: results come to the device as notifications, without an account. */
import type { Locator, Page } from '@playwright/test';
import { SLOTS, type Slot, slotLabel, slotToPath } from '../../src/core/slots.ts';
import { en } from '../../src/web/i18n/en.ts';
import { enBell } from '../../src/web/i18n/en-bell.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlBell } from '../../src/web/i18n/ml-bell.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { PHONE } from './fixtures.ts';
import { test as base, cardOf, expect, type LiveSite, TODAY } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, expectStill } from './page-checks.ts';
import {
  answerPermission,
  connectPushService,
  openWorker,
  subscribedKey,
  timesAsked,
} from './push-device.ts';

interface PushFixtures {
  pushService: PushService;
  /** Opens a page of a site with the draws of the day, on a device that lets it show notifications. */
  openOnDevice(path?: string): Promise<LiveSite>;
}

const test = base.extend<PushFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
  pushService: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.stop();
  },

  openOnDevice: async ({ page, context, startSite, pushService }, use) => {
    await use(async (path = '') => {
      await connectPushService(context, pushService.subscribe());
      await context.grantPermissions(['notifications']);
      const site = await startSite({ clock: CLOCK, draws: DRAWS });
      await page.goto(site.url + path);
      return site;
    });
  },
});

test.use({ serviceWorkers: 'allow' });

const UNREACHABLE = /ERR_|Failed to load|FetchEvent|no-response/;

const bellOf = (page: Page, slot: Slot, { bell } = en): Locator =>
  cardOf(page, slot).getByRole('button', { name: bell.tellMe(slotLabel(slot)) });

const isOn = (bell: Locator) => expect(bell).toHaveAttribute('aria-pressed', 'true');
const isOff = (bell: Locator) => expect(bell).toHaveAttribute('aria-pressed', 'false');

const CLOCK = '12:45:00';
/** The results of the day; two of them are published. */
const DRAWS = ['15924', '72459', '74227', '12345', '54321'].map((digits, index) => ({
  date: TODAY,
  slot: SLOTS[index] ?? '10:00',
  digits,
  published: index < 2,
}));

const publish = ({ asStaff }: LiveSite, slot: Slot) =>
  asStaff('POST', `/api/admin/draws/${TODAY}_${slotToPath(slot)}/publish`);

for (const { language, path, messages, texts, title, body } of [
  {
    language: 'English',
    path: '/',
    messages: en,
    texts: enBell,
    title: '02:00 PM result: 7 4 2 2 7',
    body: 'SC151120263 · 15 November 2026',
  },
  {
    language: 'Malayalam',
    path: '/ml',
    messages: ml,
    texts: mlBell,
    title: '02:00 PM ഫലം: 7 4 2 2 7',
    body: 'SC151120263 · 2026 നവംബർ 15',
  },
]) {
  test(`the result comes to the device whose bell was pressed, and opens its draw: ${language}`, async ({
    page,
    openOnDevice,
    pushService,
  }) => {
    const site = await openOnDevice(path);
    const bell = bellOf(page, '14:00', messages);
    await isOff(bell);
    expect(await timesAsked(page)).toBe(0);

    await bell.click();
    await isOn(bell);
    expect(await timesAsked(page)).toBe(1);
    const { key } = (await (await fetch(`${site.url}/api/push/key`)).json()) as { key: string };
    expect(await subscribedKey(page)).toBe(key);
    const message = page.getByRole('alert');
    await expect(message).toHaveText(texts.on('02:00 PM'));
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await expect(message).toBeHidden();

    await publish(site, '14:00');
    await publish(site, '17:00');
    await expect.poll(() => pushService.received.length).toBe(1);
    const [pushed] = pushService.received;
    const text = JSON.stringify(pushed?.json());

    const device = await openWorker(page);
    const notification = expect.objectContaining({ title, body, tag: 'SC151120263' });
    await device.push(text);
    await expect.poll(() => device.shown()).toEqual([notification]);
    // The same draw again, then a message that cannot be read.
    await device.push(text);
    await device.push('');
    await expect.poll(async () => (await device.shown()).length).toBe(2);
    expect(await device.shown()).toEqual([
      notification,
      expect.objectContaining({ title: messages.productName, data: { url: path } }),
    ]);

    expect(await device.click()).toBe(`focused ${site.url}${path}`);
    const opened = await device.click();
    expect(await device.shown()).toEqual([]);
    await page.goto(opened ?? '');
    await expect(page).toHaveURL(`${site.url}${path === '/' ? '' : path}/draws/SC151120263`);
    await expect(page.getByRole('article')).toContainText('SC151120263');
  });
}

test('a bell stays on after a reload, and is turned off on the server when it is pressed again', async ({
  page,
  openOnDevice,
  pushService,
}) => {
  const site = await openOnDevice();
  const other = pushService.subscribe();
  const control = { subscription: other, slots: ['14:00', '17:00'], language: 'en' };
  await fetch(`${site.url}/api/push`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(control),
  });
  const [two, five] = [bellOf(page, '14:00'), bellOf(page, '17:00')];
  // The second is pressed while the first is being saved: neither choice is lost.
  site.freeze();
  for (const bell of [two, five]) {
    await bell.click();
    await expect(bell).toHaveAttribute('aria-busy', 'true');
  }
  site.unfreeze();
  for (const _ of ['at once', 'after a reload']) {
    await isOn(two);
    await isOn(five);
    await isOff(bellOf(page, '10:00'));
    await page.reload();
  }
  const receiversOf = (drawNo: string) =>
    pushService.received
      .filter((message) => (message.json() as { drawNo: string }).drawNo === drawNo)
      .map(({ endpoint }) => endpoint)
      .sort();

  await isOn(two);
  await two.click();
  await isOff(two);
  await page.reload();
  await isOn(five);
  await isOff(two);
  await publish(site, '14:00');
  await expect.poll(() => receiversOf('SC151120263')).toEqual([other.endpoint]);

  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await five.click();
  await isOff(five);
  expect((await deleted).status()).toBe(204);
  await publish(site, '17:00');
  await expect.poll(() => receiversOf('SC151120264')).toEqual([other.endpoint]);
  expect(receiversOf('SC151120263')).toEqual([other.endpoint]);
});

test('notifications are in the language of the page that was opened last', async ({
  page,
  context,
  openOnDevice,
  pushService,
}) => {
  const site = await openOnDevice();
  await bellOf(page, '14:00').click();
  await isOn(bellOf(page, '14:00'));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const saved = context.waitForEvent('response', (response) => response.url() === `${site.url}/api/push`);
  await page.goto(`${site.url}/ml`);
  expect((await saved).status()).toBe(201);
  await isOn(bellOf(page, '14:00', ml));
  await publish(site, '14:00');
  await expect.poll(() => pushService.received.length).toBe(1);
  expect(pushService.received[0]?.json()).toMatchObject({ drawNo: 'SC151120263', language: 'ml' });
});

test('a subscription that the browser has replaced is saved with the same results', async ({
  page,
  openOnDevice,
  pushService,
}) => {
  const site = await openOnDevice('/ml');
  const next = pushService.subscribe();
  const bell = bellOf(page, '14:00', ml);
  await bell.click();
  await isOn(bell);
  const { worker } = await openWorker(page);
  await worker.evaluate(async (json) => {
    const scope = self as unknown as {
      registration: { pushManager: object };
      ExtendableEvent: typeof Event;
      dispatchEvent(event: Event): void;
    };
    const subscribe = async () => ({ toJSON: () => json });
    Object.assign(scope.registration.pushManager, { subscribe });
    const work: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => work.push(promise);
    scope.dispatchEvent(Object.assign(new scope.ExtendableEvent('pushsubscriptionchange'), { waitUntil }));
    await Promise.all(work);
  }, next);
  await publish(site, '14:00');
  await expect.poll(() => pushService.received.length).toBe(1);
  const [pushed] = pushService.received;
  expect(pushed?.endpoint).toBe(next.endpoint);
  expect(pushed?.json()).toMatchObject({ digits: '74227', language: 'ml' });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('blocked and dismissed questions of the browser', async ({
    page,
    context,
    startSite,
    pushService,
  }) => {
    await connectPushService(context, pushService.subscribe());
    const { url } = await startSite({ clock: '12:05:00' });
    await page.goto(url);
    // The live card at the top of the page.
    const bell = bellOf(page, '12:00');
    const message = page.getByRole('alert');
    await answerPermission(page, 'denied');
    await bell.click();
    await expect(message).toHaveText(enBell.blocked);
    await isOff(bell);
    await expect(message).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    await expectStill(page);
    await expectAccessibleInBothThemes(page);
    // A press anywhere else closes it.
    await page.getByRole('heading', { level: 2, name: en.home.heading }).click();
    await expect(message).toBeHidden();

    await answerPermission(page, 'prompt');
    await bell.click();
    await expect.poll(() => timesAsked(page)).toBe(2);
    await expect(bell).toHaveAttribute('aria-busy', 'false');
    await isOff(bell);
    await expect(message).toBeHidden();

    await answerPermission(page, 'granted');
    await bell.click();
    await isOn(bell);
  });

  test('browsers without push messages', async ({ page, context, startSite, browser }) => {
    const removePush = () => void Reflect.deleteProperty(window, 'PushManager');
    const { url } = await startSite({ clock: CLOCK, draws: DRAWS });
    await context.addInitScript(removePush);
    await page.goto(`${url}/ml`);
    await bellOf(page, '14:00', ml).click();
    await expect(page.getByRole('alert')).toHaveText(mlBell.unsupported);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });

    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1';
    const iphone = await browser.newContext({ ...PHONE, userAgent });
    await iphone.addInitScript(removePush);
    const tab = await iphone.newPage();
    await tab.goto(url);
    await bellOf(tab, '14:00').click();
    await expect(tab.getByRole('alert')).toHaveText(enBell['add to home screen']);
    await iphone.close();
  });
});

test('while the server is away, a press says so; the next one works', async ({
  page,
  openOnDevice,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const site = await openOnDevice();
  const bell = bellOf(page, '14:00');
  await isOff(bell);
  await site.stop();
  await bell.click();
  await expect(page.getByRole('alert')).toHaveText(en.bell.failed);
  await isOff(bell);
  await site.restart('12:46:00');
  await bell.click();
  await isOn(bell);

  await site.stop();
  await bell.click();
  await expect(page.getByRole('alert')).toHaveText(en.bell.failed);
  await isOn(bell);
  await site.restart('12:47:00');
  await bell.click();
  await isOff(bell);
});

test('a card that moves while its bell is being turned on shows it as on', async ({ page, openOnDevice }) => {
  const site = await openOnDevice();
  const bell = bellOf(page, '14:00');
  await isOff(bell);
  site.freeze();
  await bell.click();
  await expect(bell).toHaveAttribute('aria-busy', 'true');
  const filter = page.getByRole('navigation', { name: en.home.filter });
  await filter.getByRole('link', { name: '05:00 PM' }).click();
  await expect(bell).toBeHidden();
  await filter.getByRole('link', { name: en.home.allDraws }).click();
  await isOff(bell);
  site.unfreeze();
  await isOn(bell);
});
