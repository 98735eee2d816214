/** The bell of a draw card: results come to the device as notifications, without an account. */
import { SLOTS, type Slot, slotToPath } from '../../src/core/slots.ts';
import { en } from '../../src/web/i18n/en.ts';
import { enBell } from '../../src/web/i18n/en-bell.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { test as base, expect, type LiveSite, TODAY } from './live-site.ts';
import {
  bellOf,
  connectPushService,
  isOff,
  isOn,
  openWorker,
  subscribedKey,
  timesAsked,
} from './push-device.ts';

interface PushFixtures {
  pushService: PushService;
  /** Opens a site with the draws of the day, on a device that lets it show notifications. */
  openOnDevice(): Promise<LiveSite>;
}

const test = base.extend<PushFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
  pushService: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.stop();
  },

  openOnDevice: async ({ page, context, startSite, pushService }, use) => {
    await use(async () => {
      await connectPushService(context, pushService.subscribe());
      await context.grantPermissions(['notifications']);
      const site = await startSite({ clock: CLOCK, draws: DRAWS });
      await page.goto(site.url);
      return site;
    });
  },
});

test.use({ serviceWorkers: 'allow' });

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

test('the result comes to the device whose bell was pressed, opens its draw, and follows the language', async ({
  page,
  context,
  openOnDevice,
  pushService,
}) => {
  const site = await openOnDevice();
  const bell = bellOf(page, '14:00');
  await isOff(bell);
  expect(await timesAsked(page)).toBe(0);
  await bell.click();
  await isOn(bell);
  expect(await timesAsked(page)).toBe(1);
  const { key } = (await (await fetch(`${site.url}/api/push/key`)).json()) as { key: string };
  expect(await subscribedKey(page)).toBe(key);
  const message = page.getByRole('alert');
  await expect(message).toHaveText(enBell.on('02:00 PM'));
  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();
  await bellOf(page, '19:00').click();
  await isOn(bellOf(page, '19:00'));

  await publish(site, '14:00');
  await publish(site, '17:00');
  await expect.poll(() => pushService.received.length).toBe(1);
  const text = JSON.stringify(pushService.received[0]?.json());
  const device = await openWorker(page);
  const notification = expect.objectContaining({
    title: '02:00 PM result: 7 4 2 2 7',
    body: 'SC151120263 · 15 November 2026',
    tag: 'SC151120263',
  });
  await device.push(text);
  await expect.poll(() => device.shown()).toEqual([notification]);
  // The same draw again, then a message that cannot be read.
  await device.push(text);
  await device.push('');
  await expect.poll(async () => (await device.shown()).length).toBe(2);
  expect(await device.shown()).toEqual([
    notification,
    expect.objectContaining({ title: en.productName, data: { url: '/' } }),
  ]);
  expect(await device.click()).toBe(`focused ${site.url}/`);
  expect(await device.click()).toBe(`${site.url}/draws/SC151120263`);
  expect(await device.shown()).toEqual([]);

  // The language of the page that was opened last.
  const saved = context.waitForEvent('response', (response) => response.url() === `${site.url}/api/push`);
  await page.goto(`${site.url}/ml`);
  expect((await saved).status()).toBe(201);
  await isOn(bellOf(page, '19:00', ml));
  await publish(site, '19:00');
  await expect.poll(() => pushService.received.length).toBe(2);
  await device.push(JSON.stringify(pushService.received[1]?.json()));
  await expect
    .poll(() => device.shown())
    .toEqual([
      expect.objectContaining({ title: '07:00 PM ഫലം: 5 4 3 2 1', body: 'SC151120265 · 2026 നവംബർ 15' }),
    ]);
  await page.goto((await device.click()) ?? '');
  await expect(page).toHaveURL(`${site.url}/ml/draws/SC151120265`);
  await expect(page.getByRole('article')).toContainText('SC151120265');
});

test('bells pressed at the same time stay on after a reload, are turned off on the server, and follow the subscription of the browser', async ({
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
  await isOff(two);
  // The second is pressed while the first is being saved, and the first moves: neither choice is lost.
  site.freeze();
  for (const bell of [two, five]) {
    await bell.click();
    await expect(bell).toHaveAttribute('aria-busy', 'true');
  }
  const filter = page.getByRole('navigation', { name: en.home.filter });
  await filter.getByRole('link', { name: '05:00 PM' }).click();
  await expect(two).toBeHidden();
  await filter.getByRole('link', { name: en.home.allDraws }).click();
  await isOff(two);
  site.unfreeze();
  await isOn(two);
  await isOn(five);
  await two.click();
  await isOff(two);
  await page.reload();
  await isOn(five);
  await isOff(two);
  await isOff(bellOf(page, '10:00'));

  const receiversOf = (drawNo: string) =>
    pushService.received
      .filter((message) => (message.json() as { drawNo: string }).drawNo === drawNo)
      .map(({ endpoint }) => endpoint)
      .sort();
  await publish(site, '14:00');
  await expect.poll(() => receiversOf('SC151120263')).toEqual([other.endpoint]);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await five.click();
  await isOff(five);
  expect((await deleted).status()).toBe(204);
  await publish(site, '17:00');
  await expect.poll(() => receiversOf('SC151120264')).toEqual([other.endpoint]);
  expect(receiversOf('SC151120263')).toEqual([other.endpoint]);

  // A subscription that the browser has replaced is saved with the same results.
  const seven = bellOf(page, '19:00');
  await seven.click();
  await isOn(seven);
  const replaced = pushService.subscribe();
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
  }, replaced);
  await publish(site, '19:00');
  await expect.poll(() => receiversOf('SC151120265')).toEqual([replaced.endpoint]);
  expect(pushService.received.at(-1)?.json()).toMatchObject({ digits: '54321', language: 'en' });
});
