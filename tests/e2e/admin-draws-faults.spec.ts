/** Draws with an unreachable server: nothing is lost, and error messages do not cover the controls needed next. */
import type { Locator, Page } from '@playwright/test';
import { cardOf, enterDraw, freeDay } from './draw-entries.ts';
import { expect, OFFLINE, test, toastWith } from './panel.ts';

test.beforeEach(({ allowErrors }) => allowErrors(OFFLINE));

/** Whether a click on the middle of the control would hit something else. */
const isCovered = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit);
  });

async function expectControlsFree(page: Page): Promise<void> {
  const published = page.getByRole('switch').last();
  await published.focus();
  await published.scrollIntoViewIfNeeded();
  await published.click();
  await expect(toastWith(page, 'Error updating publication status. Please try again.')).toBeVisible();
  await expect.poll(() => isCovered(published)).toBe(false);

  await page.getByRole('button', { name: 'Add result' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  const add = dialog.getByRole('button', { name: 'Add Result' });
  await add.scrollIntoViewIfNeeded();
  await expect.poll(() => isCovered(add)).toBe(false);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Dismiss').click();
  await expect(toastWith(page, 'Error updating publication status.')).toBeHidden();
}

test('failed actions change nothing and can be retried; their errors leave controls free, on a phone and a desktop', async ({
  page,
  context,
  api,
}) => {
  const [phone, desktop] = [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ];
  const date = freeDay();
  const draft = await enterDraw(api, { date });
  for (const slot of ['12:00', '14:00', '17:00', '19:00'] as const) await enterDraw(api, { date, slot });
  await page.goto(`/admin/draws?date=${date}`);
  await expect(page.getByRole('switch')).toHaveCount(5);
  await context.setOffline(true);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectControlsFree(page);
  }

  const card = cardOf(page, draft.drawNo);
  const published = card.getByRole('switch');
  await card.getByRole('button', { name: 'Publish' }).click();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
  await published.click();
  await expect(toastWith(page, 'Error updating publication status. Please try again.')).toBeVisible();
  await expect(published).not.toBeChecked();
  await context.setOffline(false);
  await published.click();
  await expect(published).toBeChecked();
  // A successful retry removes its error; other errors stay until they are dismissed.
  await expect(toastWith(page, 'Error updating publication status. Please try again.')).toBeHidden();
  await expect(toastWith(page, 'Error publishing result. Please try again.')).toBeVisible();
  await page.getByLabel('Dismiss').last().click();

  const remove = async () => {
    await card.getByRole('button', { name: `More for ${draft.drawNo}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await context.setOffline(true);
  await remove();
  await expect(toastWith(page, 'Error deleting result. Please try again.')).toBeVisible();
  await expect(card).toBeVisible();
  await context.setOffline(false);
  await remove();
  await expect(card).toBeHidden();

  await page.getByRole('link', { name: 'Timings' }).click();
  await page.getByLabel('Publication delay').fill('44');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create drafts' }).click();
  await expect(toastWith(page, 'Error creating drafts. Please try again.')).toBeVisible();
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => isCovered(page.getByRole('button', { name: 'Save Changes' }))).toBe(false);
  }
  await context.setOffline(false);
});
