/** Drafts that are held, released or published automatically, also while somebody edits them. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Draw } from '../../src/contract/draws.ts';
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { cardOf, digitsOn, expectDigits } from './draw-entries.ts';
import { expect, type LiveSite, TODAY, test } from './live-site.ts';
import { toastWith } from './panel.ts';
import { openWithClock } from './paused-time.ts';

const TEN = { date: TODAY, slot: '10:00', digits: '11111', published: false } as const;
const NOON = { date: TODAY, slot: '12:00', digits: '22222', published: false } as const;
const [TEN_NO, NOON_NO] = ['SC151120261', 'SC151120262'];

async function openDraws(page: Page, context: BrowserContext, { url }: LiveSite): Promise<void> {
  await sendSignIn(context.request, url, ACCOUNTS.admin.email);
  await openWithClock(page, `${url}/admin/draws`);
}

const publicDraw = async ({ url }: LiveSite, drawNo: string): Promise<Draw | null> => {
  const response = await fetch(`${url}/api/draws/${drawNo}`);
  return response.ok ? ((await response.json()) as Draw) : null;
};

test('shortly before its result, an edited draft can be held; one that is published during an edit says that this was automatic; a due release is published at once', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(/status of 412|ERR_/);
  const site = await startSite({
    clock: '10:12:45',
    draws: [TEN, NOON, { date: '2026-11-14', slot: '10:00', digits: '44444', published: true }],
  });
  await openDraws(page, context, site);
  const [ten, noon] = [cardOf(page, TEN_NO), cardOf(page, NOON_NO)];
  await digitsOn(ten).click();
  const countdown = page.getByText('Its result is due in');
  await expect(countdown).toBeHidden();
  await site.moveTo(page, '10:13:05');
  await expect(countdown).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^00h 01m \d\ds$/);
  await page.keyboard.type('13');
  const hold = await page.getByRole('button', { name: 'Hold while I finish' }).boundingBox();
  const [x, y] = [(hold?.x ?? 0) + (hold?.width ?? 0) / 2, (hold?.y ?? 0) + (hold?.height ?? 0) / 2];
  await page.mouse.click(x, y);
  await expect(ten.getByText('On hold while you finish.')).toBeVisible();
  // The digits that were typed before stay, and a second click at the same place changes nothing.
  await expect(ten.getByRole('textbox', { name: 'Digit 3 of 5' })).toBeFocused();
  await page.keyboard.type('5');
  await page.mouse.click(x, y);
  await ten.getByRole('textbox', { name: 'Digit 4 of 5' }).focus();
  await page.keyboard.type('79');
  await ten.getByRole('button', { name: 'Save' }).click();
  const question = (drawNo: string) => page.getByRole('dialog', { name: `${drawNo} is saved and on hold` });
  await question(TEN_NO).getByRole('button', { name: 'Keep on hold' }).click();
  await expectDigits(ten, '13579');
  expect(await publicDraw(site, TEN_NO)).toBeNull();

  await ten.getByRole('button', { name: `Release ${TEN_NO}` }).click();
  await expect(ten.getByText('On hold')).toBeHidden();
  await digitsOn(ten).click();
  await page.keyboard.type('24680');
  await site.moveTo(page, '10:15:02');
  await expect(ten.getByText('It has just been published automatically.')).toBeVisible();
  await ten.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'This draw was published automatically' });
  await expect(conflict.getByRole('region', { name: 'Published' })).toContainText(TEN_NO);
  await expect(conflict).not.toContainText(/someone|theirs/i);
  await conflict.getByRole('button', { name: 'Leave it as published' }).click();
  await expect(ten.getByText(/· out at 10:15 AM$/)).toBeVisible();
  await expect(
    cardOf(page, 'SC141120261').getByText(/· out on 14 November 2026, \d\d:\d\d AM$/),
  ).toBeVisible();

  await site.asStaff('POST', `/api/admin/draws/${TODAY}_10-00/unpublish`);
  await ten.getByRole('button', { name: `Release ${TEN_NO}` }).click();
  await expect(ten.getByRole('switch')).toHaveAccessibleName(`${TEN_NO} Published`);
  expect(await publicDraw(site, TEN_NO)).toMatchObject({ digit5: '9' });

  await noon.getByRole('button', { name: `Hold ${NOON_NO}` }).click();
  await expect(toastWith(page, `${NOON_NO} is on hold.`)).toBeVisible();
  await noon.getByRole('button', { name: `Edit ${NOON_NO}` }).focus();
  await page.keyboard.press('h');
  await expect(noon.getByText('On hold')).toBeHidden();
  // Moving the time by two hours would take the server longer.
  await site.stop();
  await site.restart('12:13:05');
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: `Edit ${NOON_NO}` });
  await editor.getByRole('button', { name: 'Hold while I finish' }).press('Enter');
  await expect(editor.getByText('On hold while you finish.')).toBeVisible();
  await expect(editor.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await page.keyboard.type('24680');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await question(NOON_NO).getByRole('button', { name: 'Publish now' }).click();
  await expect(noon.getByRole('switch')).toHaveAccessibleName(`${NOON_NO} Published`);
  expect(await publicDraw(site, NOON_NO)).toMatchObject({ digit1: '2', digit5: '0', provenance: 'edited' });
});
