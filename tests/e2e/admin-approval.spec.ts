/** Approval by a second person: what one proposes the other reviews, and visitors see it only then. */
import { type APIRequestContext, request } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { Settings } from '../../src/contract/settings.ts';
import type { Slot } from '../../src/core/slots.ts';
import { SIGNED_OUT } from './accounts.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { test as base, expect, toastWith } from './panel.ts';

const SETTINGS = '/api/admin/settings';

/** The second person, who uses the API. */
const test = base.extend<{ editor: APIRequestContext }>({
  editor: async ({ site, server }, use) => {
    const editor = await request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { Origin: server.url },
      storageState: site.sessions.editor ?? SIGNED_OUT,
    });
    await use(editor);
    await editor.dispose();
  },
});

// Other tests of this worker use the same site.
test.afterEach(async ({ api }) => {
  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, approval: 'off' } });
});

test('what the user enters or corrects waits for an Editor, whose own proposals the user reviews', async ({
  page,
  api,
  editor,
}) => {
  const result = await enterDraw(api, { date: freeDay(), digits: '10101', published: true });
  const { date } = result;
  const decide = async (slot: Slot, decision: 'approve' | 'reject') => {
    const { items } = await (await api.get(`/api/admin/draws?date=${date}`)).json();
    const { id } = items.find((draw: AdminDraw) => draw.slot === slot);
    expect((await editor.post(`/api/admin/draws/${id}/${decision}`)).status()).toBe(200);
  };

  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, approval: 'entered' } });
  await page.goto(`/admin/draws?date=${date}`);
  const card = cardOf(page, result.drawNo);
  await digitsOn(card).click();
  await page.keyboard.type('20202');
  await page.keyboard.press('Enter');
  const reason = page.getByRole('dialog', { name: 'Correct this result?' });
  await reason.getByLabel('Reason').fill('Misread slip');
  await reason.getByRole('button', { name: 'Send for approval' }).click();
  await expect(toastWith(page, 'Sent for approval.')).toBeVisible();
  await expect(card.getByText('Somebody else must approve it, because you proposed it.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectDigits(card, '10101');
  await decide('10:00', 'approve');
  await expectDigits(card, '20202');

  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await expect(dialog.getByText('Somebody else must approve it before it is public.')).toBeVisible();
  await expect(dialog.getByLabel('Publish at once')).toHaveCount(0);
  await dialog.getByLabel('Date').fill(date);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('12:00');
  await dialog.getByRole('textbox', { name: 'Digits' }).click();
  await page.keyboard.type('42222');
  await dialog.getByRole('button', { name: 'Add Result' }).click();
  const draft = page.locator('[data-draw-row]').filter({ hasText: '12:00 PM' });
  await expect(draft.getByText('Waits for approval')).toBeVisible();
  await expectDigits(draft, '42222');
  await expect(draft.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await decide('12:00', 'reject');
  await expect(draft.getByText('Not approved')).toBeVisible();
  await draft.getByRole('button', { name: 'Send again' }).click();
  await expect(draft.getByText('Waits for approval')).toBeVisible();
  await decide('12:00', 'approve');
  await expect(draft.getByRole('button', { name: /^Publish/ })).toBeVisible();

  const publicDigits = async () => {
    const { digit1, digit5 } = await (await api.get(`/api/draws/${result.drawNo}`)).json();
    return digit1 + digit5;
  };
  const data = { digit1: '3', digit3: '3', digit5: '3', reason: 'Misread slip' };
  expect((await editor.patch(`/api/admin/draws/${result.id}`, { data })).ok()).toBe(true);
  await enterDraw(editor, { date, slot: '14:00', digits: '54444' });
  await page.getByRole('link', { name: /^Dashboard/ }).click();
  const attention = page.getByRole('region', { name: 'Attention' }).getByRole('listitem');
  const line = attention.filter({ hasText: 'has a correction by' });
  await line.getByRole('link', { name: 'Review' }).click();
  const proposal = card.getByRole('region', { name: `Proposal for ${result.drawNo}` });
  await expect(proposal.getByRole('img', { name: '2 0 2 0 2' })).toBeVisible();
  await expect(proposal.getByRole('img', { name: '3 0 3 0 3' })).toBeVisible();
  await expect(proposal.getByText('Misread slip')).toBeVisible();
  expect(await publicDigits()).toBe('22');
  await expectAccessibleInBothThemes(page, card);

  await proposal.getByRole('button', { name: 'Approve' }).press('Enter');
  await expectDigits(card, '30303');
  await expect(card).toBeFocused();
  await expect(proposal).toHaveCount(0);
  expect(await publicDigits()).toBe('33');

  await page.getByLabel('Time slot').selectOption('02:00 PM');
  const theirs = page.locator('[data-draw-row]').filter({ hasText: '02:00 PM' });
  await expectDigits(theirs, '54444');
  await theirs.getByRole('button', { name: 'Reject' }).click();
  await expect(theirs.getByText('Not approved')).toBeVisible();
});
