/** The check of a result in the visitor's browser. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { bun, root } from '../../scripts/project.mjs';
import type { Backup } from '../../src/contract/backups.ts';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import type { DrawProof } from '../../src/contract/public-log.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { enCheck } from '../../src/web/i18n/en-check.ts';
import { mlCheck } from '../../src/web/i18n/ml-check.ts';
import { mlResults } from '../../src/web/i18n/ml-results.ts';
import { WITH_MOTION } from './fixtures.ts';
import { expect, type LiveSite, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

const TOMORROW = '2026-11-16';
const DRAWN = 'SC161120261';
const FIXED = 'SC151120261';

const stepsOf = (page: Page) => page.locator('[data-outcome]');
const outcomesOf = (page: Page) =>
  stepsOf(page).evaluateAll((steps) => steps.map((step) => step.getAttribute('data-outcome')));

const checkNow = (page: Page) => page.getByRole('button', { name: 'Check it in my browser' }).click();
const checkAgain = (page: Page) => page.getByRole('button', { name: enCheck.again }).click();

const isPublished = async ({ url }: LiveSite, drawNo: string) =>
  (await fetch(`${url}/api/draws/${drawNo}`)).ok;

/** A result that follows from a seed and a beacon. */
async function openDrawnResult(
  startSite: (plan: { clock: string; beacon: string }) => Promise<LiveSite>,
): Promise<LiveSite> {
  const site = await startSite({ clock: '22:00:00', beacon: 'local' });
  const isCommitted = async () =>
    (await site.asStaff<Dashboard>('GET', '/api/admin/dashboard')).publicLog?.tomorrowCommitted;
  await expect.poll(isCommitted).toBe(true);
  await site.stop();
  await site.restart('10:14:58', TOMORROW);
  await expect.poll(() => isPublished(site, DRAWN)).toBe(true);
  return site;
}

/** A result that follows from a seed alone, because its day was committed too late. */
async function openFixedResult(
  page: Page,
  startSite: (plan: { clock: string }) => Promise<LiveSite>,
): Promise<LiveSite> {
  const site = await startSite({ clock: '09:59:00' });
  const drafts = async () =>
    (await site.asStaff<{ items: unknown[] }>('GET', `/api/admin/draws?date=${TODAY}`)).items.length;
  await expect.poll(drafts).toBe(5);
  await page.clock.install();
  await site.moveTo(page, '10:15:01');
  await expect.poll(() => isPublished(site, FIXED)).toBe(true);
  await page.clock.resume();
  return site;
}

test('a random result passes all five steps, with the keyboard and in both languages', async ({
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
  await expect(page.getByRole('status').filter({ hasText: enCheck.passed })).toBeVisible();
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
  for (const figures of await page.getByText(enCheck.figures, { exact: true }).all()) {
    if (!(await figures.evaluate((summary) => summary.closest('details')?.open))) await figures.click();
  }
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${url}/ml/draws/${DRAWN}`);
  await page.getByRole('button', { name: mlResults.drawPage.checkNow }).click();
  await expect(page.getByRole('status').filter({ hasText: mlCheck.passed })).toBeVisible();
  await expect(stepsOf(page).last()).toContainText('ഈ ബ്രൗസർ മുമ്പ് കണ്ട');
  await expectAccessibleInBothThemes(page);
});

interface Lie {
  name: string;
  change(proof: DrawProof): DrawProof;
  words: string[];
}

/** What a dishonest site could send, and the words for it. */
const LIES: Lie[] = [
  {
    name: 'other digits in the entry',
    change: (proof) => ({
      ...proof,
      entries: proof.entries.map((proven) => ({
        ...proven,
        entry: proven.entry.replace(/"digits":"\d{5}"/, '"digits":"00000"'),
      })),
    }),
    words: [
      'The site sent an entry that is not in the signed log.',
      'The log has no entry that publishes this result.',
    ],
  },
  {
    name: 'no commitment',
    change: (proof) => ({
      ...proof,
      entries: proof.entries.filter(({ entry }) => !entry.includes('"kind":"commit"')),
    }),
    words: [
      'The log has no commitment for this draw from before its result.',
      'An entry breaks a rule of the log:',
    ],
  },
  {
    name: 'no entry at all',
    change: (proof) => ({ ...proof, entries: [] }),
    words: ['The log has no entry about this draw.'],
  },
  {
    name: 'another history',
    change: (proof) => ({ ...proof, consistency: { from: 1, proof: [] } }),
    words: ['The history was rewritten.'],
  },
];

test('what a dishonest site sends is found, in red and in words', async ({ page, startSite }) => {
  const { url } = await openDrawnResult(startSite);
  await page.goto(`${url}/draws/${DRAWN}`);
  await checkNow(page);
  await expect(page.getByText(enCheck.passed)).toBeVisible();
  for (const { name, change, words } of LIES) {
    await test.step(name, async () => {
      await page.route('**/api/proof/**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: change(await response.json()) });
      });
      await checkAgain(page);
      for (const sentence of words) {
        const failure = page.locator('[data-outcome=failed]').getByText(sentence).first();
        await expect(failure).toBeVisible();
        await expect(failure).toHaveClass(/text-ember/);
      }
      await expect(page.getByRole('status').filter({ hasText: /failed\.$/ })).toBeVisible();
      await page.unroute('**/api/proof/**');
    });
  }
  await expectAccessibleInBothThemes(page);
  // The record of a failed check is not remembered.
  await checkAgain(page);
  await expect(page.getByText(enCheck.passed)).toBeVisible();
});

test('an unlogged change of the page and a shorter log are found after another look', async ({
  page,
  startSite,
}) => {
  const { url } = await openFixedResult(page, startSite);
  await page.goto(`${url}/draws/${FIXED}`);
  await checkNow(page);
  await expect(page.getByText(enCheck.noted)).toBeVisible();
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'passed', 'passed', 'passed']);
  await expect(stepsOf(page).first()).toContainText('These digits were fixed beforehand');
  await expect(page.getByRole('article')).toContainText('Fixed beforehand');

  // A cached response may be older than the page, so the browser asks again.
  const asked: string[] = [];
  await page.route('**/api/proof/**', async (route) => {
    asked.push(route.request().url());
    const { entries, ...proof }: DrawProof = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...proof, entries: entries.filter(({ entry }) => !entry.includes('"result"')) },
    });
  });
  await page.clock.install();
  await checkAgain(page);
  await expect.poll(() => asked.length).toBe(1);
  await page.clock.runFor(5_000);
  await expect.poll(() => asked.length).toBe(2);
  await page.clock.runFor(5_000);
  await expect(page.getByText('By the log, this draw is not public.')).toBeVisible();
  expect(asked.length).toBe(3);
});

test('a restore is a notice, not a failure, and the new log is remembered', async ({
  page,
  startSite,
  allowErrors,
}) => {
  // The browser asks the new log for a proof from a size that it does not have. The open page tries to connect, also
  // while the server starts.
  allowErrors(/ERR_CONNECTION_REFUSED|422|503/);
  const site = await openFixedResult(page, startSite);
  await page.goto(`${site.url}/draws/${FIXED}`);
  await checkNow(page);
  await expect(stepsOf(page).last()).toContainText('first check in this browser');
  await checkAgain(page);
  await expect(stepsOf(page).last()).toContainText('entries that this browser saw before');

  await site.asStaff('POST', '/api/admin/backups');
  const newest = async () => (await site.asStaff<{ items: Backup[] }>('GET', '/api/admin/backups')).items[0];
  await expect.poll(async () => (await newest())?.status).toBe('verified');
  const file = (await newest())?.file ?? '';
  await site.stop();
  execFileSync(bun, ['src/cli/main.ts', 'restore', join(site.dataDir, 'backups', file), '--force'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: site.dataDir, NODE_ENV: 'production' },
  });
  await site.restart('10:30:00');
  await page.goto(`${site.url}/draws/${FIXED}`);
  await expect(page.getByRole('article')).toContainText('Drawn by the system');
  await checkNow(page);
  await expect(stepsOf(page).last()).toContainText(
    'The site was restored from a backup, and a new log began.',
  );
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'noted', 'passed', 'noted']);
  await checkAgain(page);
  await expect(stepsOf(page).last()).toContainText('entries that this browser saw before');
});

test('corrected, changed and entered results have their own words', async ({ page, startSite }) => {
  const site = await openFixedResult(page, startSite);
  const { items } = await site.asStaff<{ items: { id: string; slot: string }[] }>(
    'GET',
    `/api/admin/draws?date=${TODAY}`,
  );
  const idAt = (slot: string) => items.find((draw) => draw.slot === slot)?.id;
  await site.asStaff('PATCH', `/api/admin/draws/${idAt('10:00')}`, { ...digits('12345'), reason: 'misread' });
  await site.asStaff('PATCH', `/api/admin/draws/${idAt('12:00')}`, { ...digits('67890'), published: true });

  await page.goto(`${site.url}/draws/${FIXED}`);
  await expect(page.getByRole('article')).toContainText('Corrected');
  await checkNow(page);
  await expect(stepsOf(page).nth(2)).toContainText('Staff corrected the published result to 12345.');
  await expect(stepsOf(page).nth(3)).toContainText('The result and its corrections are in the signed log');
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'noted', 'passed', 'passed']);

  // The check is that of what the page shows.
  await site.asStaff('PATCH', `/api/admin/draws/${idAt('10:00')}`, { ...digits('54321'), reason: 'again' });
  await expect(stepsOf(page).nth(2)).toContainText('Staff corrected the published result to 54321.');

  await page.goto(`${site.url}/draws/SC151120262`);
  await expect(page.getByRole('article')).toContainText('Changed by staff before publication');
  await checkNow(page);
  await expect(stepsOf(page).first()).toContainText('Staff typed these digits: they were not drawn.');
  await expect(stepsOf(page).nth(2)).toContainText('Staff sealed 67890, and this is what was published.');
  expect(await outcomesOf(page)).toEqual(['noted', 'noted', 'passed', 'passed', 'passed']);
});

const digits = (text: string) =>
  Object.fromEntries([...text].map((digit, index) => [`digit${index + 1}`, digit]));

test('without a connection, during maintenance, without WebCrypto and without storage it says so', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(/ERR_|Failed to load/);
  const { url, asStaff } = await openFixedResult(page, startSite);
  await page.goto(`${url}/draws/${FIXED}`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await checkNow(page);
  await expect(page.getByText('The check could not be loaded. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await checkNow(page);
  await expect(page.getByText(enCheck.noted)).toBeVisible();
  await context.setOffline(true);
  await checkAgain(page);
  await expect(page.getByText(enCheck.states.unreachable)).toBeVisible();
  await context.setOffline(false);
  const settings = await asStaff<Settings>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, maintenanceMode: true });
  await checkAgain(page);
  await expect(page.getByText(enCheck.states.unavailable)).toBeVisible();
  await asStaff('PUT', '/api/admin/settings', settings);

  await page.addInitScript(() =>
    Object.defineProperty(Storage.prototype, 'setItem', {
      value: () => {
        throw new Error('no storage');
      },
    }),
  );
  await page.reload();
  await checkNow(page);
  await expect(stepsOf(page).last()).toContainText(enCheck.notRemembered);

  await page.addInitScript(() => Reflect.deleteProperty(Uint8Array, 'fromBase64'));
  await page.reload();
  await checkNow(page);
  await expect(page.getByText(enCheck.states.unsupported)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test.describe('with motion', () => {
  test.use(WITH_MOTION);

  test('the steps appear one after the other', async ({ page, startSite }) => {
    const { url } = await openFixedResult(page, startSite);
    await page.goto(`${url}/draws/${FIXED}`);
    await page.clock.install();
    await checkNow(page);
    await expect(stepsOf(page)).toHaveCount(1);
    await page.clock.runFor(900);
    await expect(stepsOf(page)).toHaveCount(3);
    await page.clock.runFor(900);
    await expect(stepsOf(page)).toHaveCount(5);
    await expect(page.getByText(enCheck.noted)).toBeVisible();
  });
});
