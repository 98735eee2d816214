/** The check of a result in the visitor's browser. */
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { DrawProof } from '../../src/contract/public-log.ts';
import type { Settings } from '../../src/contract/settings.ts';
import type { Slot } from '../../src/core/slots.ts';
import { enDrawCheck } from '../../src/web/i18n/en-draw-check.ts';
import {
  checkAgain,
  checkNow,
  DRAWN,
  FIXED,
  openDrawnResult,
  openFixedResult,
  outcomesOf,
  stepsOf,
} from './checked-draw.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, expectStill } from './page-checks.ts';

const digitsOf = (text: string) =>
  Object.fromEntries([...text].map((digit, index) => [`digit${index + 1}`, digit]));

/** What a dishonest site could send: other digits and another history. The unit tests have every other kind. */
const lie = (proof: DrawProof): DrawProof => ({
  ...proof,
  entries: proof.entries.map((proven) => ({
    ...proven,
    entry: proven.entry.replace(/"digits":"\d{5}"/, '"digits":"00000"'),
  })),
  consistency: { from: 1, proof: [] },
});

const FOUND = [
  'The site sent an entry that is not in the signed log.',
  'The log has no entry that publishes this result.',
  'The history was rewritten.',
];

test('a random result passes all five steps, with the keyboard, and what a dishonest site sends is found', async ({
  page,
  startSite,
}) => {
  const { url } = await openDrawnResult(startSite);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`${url}/draws/${DRAWN}`);
  await expect(page.getByRole('article')).toContainText('Provably random');
  await page.waitForLoadState('networkidle');
  const before = loaded.length;

  await page.getByRole('button', { name: 'Check it in my browser' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: enDrawCheck.passed })).toBeVisible();
  expect(loaded.slice(before).some((address) => address.endsWith('.js'))).toBe(true);
  expect(loaded.filter((address) => !address.startsWith(url))).toEqual([]);
  expect(await outcomesOf(page)).toEqual(Array.from({ length: 5 }, () => 'passed'));
  const [commitment, beacon, digits, log, memory] = await stepsOf(page).allInnerTexts();
  expect(commitment).toContain('before the beacon’s round of 16 November 2026, 06:00 AM');
  expect(beacon).toContain('is genuine. This site runs the beacon');
  const { digit1, digit2, digit3, digit4, digit5 } = await (await fetch(`${url}/api/draws/${DRAWN}`)).json();
  expect(digits).toContain(`give ${digit1}${digit2}${digit3}${digit4}${digit5}.`);
  expect(log).toContain('they say what this page shows');
  expect(memory).toContain('first check in this browser');

  // The focus is on the check, not lost with the button that started it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(stepsOf(page).first().getByText('Commitment', { exact: true })).toBeVisible();

  await page.route('**/api/proof/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: lie(await response.json()) });
  });
  await checkAgain(page);
  for (const sentence of FOUND) {
    const failure = page.locator('[data-outcome=failed]').getByText(sentence).first();
    await expect(failure).toBeVisible();
    await expect(failure).toHaveClass(/text-ember/);
  }
  await expect(page.getByRole('status').filter({ hasText: /failed\.$/ })).toBeVisible();
  await page.unroute('**/api/proof/**');
  for (const figures of await page.getByText(enDrawCheck.figures, { exact: true }).all()) {
    if (!(await figures.evaluate((summary) => summary.closest('details')?.open))) await figures.click();
  }
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, page.getByRole('main'));
  // The record of a failed check is not remembered.
  await checkAgain(page);
  await expect(page.getByText(enDrawCheck.passed)).toBeVisible();
});

test('every state of a check: its steps appear one by one, failures to connect, an unlogged change, corrected and changed results, and a browser without storage or WebCrypto', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(/ERR_|Failed to load|503/);
  const { url, asStaff } = await openFixedResult(startSite);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${url}/draws/${FIXED}`);
  await expectStill(page);
  await expect(page.getByRole('article')).toContainText('Fixed beforehand');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await checkNow(page);
  await expect(page.getByText('The check could not be loaded. Please try again.')).toBeVisible();
  await context.setOffline(false);

  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await checkNow(page);
  await expect(stepsOf(page)).toHaveCount(1);
  await page.clock.runFor(900);
  await expect(stepsOf(page)).toHaveCount(3);
  const again = page.getByRole('button', { name: enDrawCheck.again });
  await expect(again).toHaveCount(0);
  await page.clock.runFor(900);
  await expect(stepsOf(page)).toHaveCount(5);
  await expect(again).toBeVisible();
  await expect(page.getByText(enDrawCheck.noted)).toBeVisible();
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'passed', 'passed', 'passed']);
  await expect(stepsOf(page).first()).toContainText('These digits were fixed beforehand');
  await expect(stepsOf(page).last()).toContainText('first check in this browser');

  // A cached response may be older than the page, so the browser asks again.
  const asked: string[] = [];
  await page.route('**/api/proof/**', async (route) => {
    asked.push(route.request().url());
    const { entries, ...proof }: DrawProof = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...proof, entries: entries.filter(({ entry }) => !entry.includes('"result"')) },
    });
  });
  await checkAgain(page);
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.runFor(5_000);
  await expect.poll(() => asked.length).toBe(2);
  await page.clock.runFor(5_000);
  await expect.poll(() => asked.length).toBe(3);
  await page.clock.runFor(2_000);
  await expect(page.getByText('By the log, this draw is not public.')).toBeVisible();
  expect(asked.length).toBe(3);
  await page.unroute('**/api/proof/**');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await context.setOffline(true);
  await checkAgain(page);
  await expect(page.getByText(enDrawCheck.states.unreachable)).toBeVisible();
  await context.setOffline(false);
  const settings = await asStaff<Settings>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  await checkAgain(page);
  await expect(page.getByText(enDrawCheck.states.unavailable)).toBeVisible();
  await asStaff('PUT', '/api/admin/settings', settings);
  await checkAgain(page);
  await expect(stepsOf(page).last()).toContainText('entries that this browser saw before');

  // From a log shorter than the remembered one it gets a proof without a size, and says that entries are missing.
  await page.route('**/api/proof/*?from=*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/from=\d+/, 'from=999999'),
    }),
  );
  await checkAgain(page);
  await expect(stepsOf(page).nth(3)).toContainText('are in the signed log');
  await expect(stepsOf(page)).toHaveCount(5);
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'passed', 'passed', 'failed']);
  await page.unroute('**/api/proof/*?from=*');

  const { items } = await asStaff<{ items: AdminDraw[] }>('GET', `/api/admin/draws?date=${TODAY}`);
  const pathOf = (slot: Slot) => `/api/admin/draws/${items.find((draw) => draw.slot === slot)?.id}`;
  await asStaff('PATCH', pathOf('12:00'), { ...digitsOf('67890'), published: true });

  // The check is that of what the page shows.
  await asStaff('PATCH', pathOf('10:00'), { ...digitsOf('12345'), reason: 'misread' });
  await expect(page.getByRole('article')).toContainText('Corrected');
  await expect(stepsOf(page).nth(2)).toContainText('Staff corrected the published result to 12345.');
  await expect(stepsOf(page).nth(3)).toContainText('The result and its corrections are in the signed log');
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'noted', 'passed', 'passed']);

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('no storage');
    };
  });
  await page.getByRole('listitem').getByRole('link', { name: '12:00 PM' }).click();
  await expect(page.getByRole('article')).toContainText('Changed by staff before publication');
  await checkNow(page);
  await expect(stepsOf(page).first()).toContainText('Staff typed these digits: they were not drawn.');
  await expect(stepsOf(page).nth(2)).toContainText('Staff sealed 67890, and this is what was published.');
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'passed', 'passed', 'passed']);
  await expect(stepsOf(page).last()).toContainText(enDrawCheck.notRemembered);

  await page.evaluate(() => Reflect.deleteProperty(Uint8Array, 'fromBase64'));
  await page.getByRole('link', { name: /Earlier draw/ }).click();
  await checkNow(page);
  await expect(page.getByText(enDrawCheck.states.unsupported)).toBeVisible();
  await expectAccessibleInBothThemes(page, page.getByText(enDrawCheck.states.unsupported));
});
