/** Failure messages stay until they are dismissed, so they must not cover the controls that are needed next. */
import type { Locator } from '@playwright/test';
import { enterDraw, freeDay } from './draw-entries.ts';
import { expect, OFFLINE, test, toastWith } from './panel.ts';

/** What a click on the middle of the control would hit. */
const isCovered = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit);
  });

const VIEWPORTS = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 720 } };

for (const [name, viewport] of Object.entries(VIEWPORTS)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('the control that failed, form buttons and dialogs stay free', async ({
      page,
      context,
      api,
      allowErrors,
    }) => {
      allowErrors(OFFLINE);
      const date = freeDay();
      for (const slot of ['10:00', '12:00', '14:00', '17:00', '19:00'] as const) {
        await enterDraw(api, { date, slot });
      }
      await page.goto(`/admin/draws?date=${date}`);
      const published = page.getByRole('switch').last();
      await published.focus();
      await published.scrollIntoViewIfNeeded();
      await context.setOffline(true);
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

      await context.setOffline(false);
      await page.goto('/admin/timings');
      await page.getByLabel('Publication delay').fill('44');
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Create drafts' }).click();
      await expect(toastWith(page, 'Error creating drafts. Please try again.')).toBeVisible();
      await expect.poll(() => isCovered(page.getByRole('button', { name: 'Save Changes' }))).toBe(false);
      await context.setOffline(false);
    });
  });
}
