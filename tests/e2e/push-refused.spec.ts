/** Bells whose press cannot succeed: refused by the browser, without the server, or not supported. */
import { en } from '../../src/web/i18n/en.ts';
import { enBell } from '../../src/web/i18n/en-bell.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlBell } from '../../src/web/i18n/ml-bell.ts';
import { startPushService } from '../support/push-service.ts';
import { PHONE } from './fixtures.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, expectStill } from './page-checks.ts';
import { answerPermission, bellOf, connectPushService, isOff, isOn, timesAsked } from './push-device.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const UNREACHABLE = /ERR_|Failed to load|WebSocket connection|FetchEvent|no-response/;

test('blocked and dismissed questions of the browser, and a server that is away', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const service = await startPushService();
  await connectPushService(context, service.subscribe());
  // With a draft of the day, the site does not draw the others itself while the page opens.
  const noon = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
  const site = await startSite({ clock: '12:05:00', draws: [noon] });
  await page.goto(site.url);
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
  await expectAccessibleInBothThemes(page, message);
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
  // Without the server the browser could not fetch the service worker.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await site.stop();
  await bell.click();
  await expect(message).toHaveText(en.bell.failed);
  await isOff(bell);
  await site.restart('12:06:00');
  await bell.click();
  await isOn(bell);
  await site.stop();
  await bell.click();
  await expect(message).toHaveText(en.bell.failed);
  await isOn(bell);
  await site.restart('12:07:00');
  await bell.click();
  await isOff(bell);
  await service.stop();
});

test('browsers without push messages', async ({ page, context, startSite }) => {
  const { url } = await startSite({ clock: '12:45:00' });
  await context.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'));
  await page.goto(`${url}/ml`);
  const message = page.getByRole('alert');
  await bellOf(page, '14:00', ml).click();
  await expect(message).toHaveText(mlBell.unsupported);
  await expect(message).toBeInViewport({ ratio: 1 });

  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  });
  await bellOf(page, '14:00', ml).click();
  await expect(message).toHaveText(mlBell['add to home screen']);
});
