/** Bells whose press cannot succeed: refused by the browser, without the server, or not supported. */
import { en } from '../../src/web/i18n/en.ts';
import { enBell } from '../../src/web/i18n/en-bell.ts';
import { startPushService } from '../support/push-service.ts';
import { PHONE } from './fixtures.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, expectStill } from './page-checks.ts';
import { answerPermission, bellOf, connectPushService, isOff, isOn, timesAsked } from './push-device.ts';

test.use({ ...PHONE, serviceWorkers: 'allow' });

const UNREACHABLE = /ERR_|Failed to load|WebSocket connection|FetchEvent|no-response/;

test('blocked and dismissed questions of the browser, a server that is away, and browsers without push messages', async ({
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

  // A browser without push messages, and an iPhone, which has them for sites on its home screen.
  await page.evaluate(() => void Reflect.deleteProperty(window, 'PushManager'));
  await bell.click();
  await expect(message).toHaveText(enBell.unsupported);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent });
  });
  await bell.click();
  await expect(message).toHaveText(enBell['add to home screen']);
  await service.stop();
});
