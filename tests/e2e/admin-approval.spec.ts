/** Approval by a second person: what one proposes the other reviews, and visitors see it only then. */
import type { Settings } from '../../src/contract/settings.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { expect, tabTo, test, toastWith } from './panel.ts';

const SETTINGS = '/api/admin/settings';

// Other tests of this worker use the same site.
test.afterEach(async ({ api }) => {
  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, approval: 'off' } });
});

test('a correction by an Editor is reviewed and approved by an Admin', async ({ page, api, openBrowser }) => {
  const result = await enterDraw(api, { date: freeDay(), digits: '10101', published: true });
  const publicDigits = async () => {
    const { digit1, digit5 } = await (await api.get(`/api/draws/${result.drawNo}`)).json();
    return digit1 + digit5;
  };

  await page.goto('/admin/timings');
  await page.getByRole('radio', { name: 'Results entered by people' }).check();
  const note = page.getByText('entered or edited before you save are published without approval.');
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastWith(page, 'Settings saved.')).toBeVisible();

  const editor = await openBrowser('editor');
  await editor.goto(`/admin/draws?date=${result.date}`);
  const theirs = cardOf(editor, result.drawNo);
  await digitsOn(theirs).click();
  await editor.keyboard.type('20202');
  await editor.keyboard.press('Enter');
  const reason = editor.getByRole('dialog', { name: 'Correct this result?' });
  await reason.getByLabel('Reason').fill('Misread slip');
  await reason.getByRole('button', { name: 'Send for approval' }).click();
  await expect(toastWith(editor, 'Sent for approval.')).toBeVisible();
  await expect(theirs.getByText('Somebody else must approve it, because you proposed it.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectDigits(theirs, '10101');

  await page.goto('/admin');
  const attention = page.getByRole('region', { name: 'Attention' }).getByRole('listitem');
  const line = attention.filter({ hasText: 'has a correction by' });
  await line.getByRole('link', { name: 'Review' }).click();
  const mine = cardOf(page, result.drawNo);
  const proposal = mine.getByRole('region', { name: `Proposal for ${result.drawNo}` });
  await expect(proposal.getByRole('img', { name: '1 0 1 0 1' })).toBeVisible();
  await expect(proposal.getByRole('img', { name: '2 0 2 0 2' })).toBeVisible();
  await expect(proposal.getByText('Misread slip')).toBeVisible();
  expect(await publicDigits()).toBe('11');
  await expectFitsAndAccessible(page);

  await tabTo(page, proposal.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expectDigits(mine, '20202');
  await expect(mine).toBeFocused();
  await expect(proposal).toHaveCount(0);
  await expectDigits(theirs, '20202');
  expect(await publicDigits()).toBe('22');
});

test('an entered draft cannot be published before its approval; a rejected one is sent again', async ({
  page,
  api,
  openBrowser,
}) => {
  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, approval: 'entered' } });
  const date = freeDay();
  const editor = await openBrowser('editor');
  await editor.goto(`/admin/draws?date=${date}`);
  await editor.getByRole('button', { name: 'Add result' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Add result' });
  await expect(dialog.getByText('Somebody else must approve it before it is public.')).toBeVisible();
  await expect(dialog.getByLabel('Publish at once')).toHaveCount(0);
  await dialog.getByLabel('Date').fill(date);
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await editor.keyboard.type('42222');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  await expect(toastWith(editor, 'Sent for approval.')).toBeVisible();

  await page.goto(`/admin/draws?date=${date}`);
  const mine = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Waits for approval' });
  await expectDigits(mine, '42222');
  await expect(mine.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await mine.getByRole('button', { name: 'Reject' }).click();
  const theirs = editor.getByRole('main').getByRole('listitem').filter({ hasText: 'Not approved' });
  await theirs.getByRole('button', { name: 'Send again' }).click();
  await mine.getByRole('button', { name: 'Approve' }).click();
  const approved = editor.locator('[data-draw-row]').first();
  await expect(approved.getByRole('button', { name: /^Publish/ })).toBeVisible();
});
