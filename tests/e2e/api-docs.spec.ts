/** The API documentation with scripts. */
import { expect, PHONE, test } from './fixtures.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

test.use(PHONE);

test('fits and is accessible on a phone, runs calls on the page, and links open the linked schema', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  await page.goto('/api/docs');
  for (const call of ['getDraws', 'getDrawsDrawNo', 'postContact', 'patchAdminDrawsId'])
    await page.locator(`#${call} summary`).click();
  await expectNoSidewaysScroll(page);
  // The closed parts are hidden but so large that axe would take a minute.
  await page.evaluate(() => {
    const closed = document.querySelectorAll('details:not([open]) > :not(summary, #shape-DrawPage)');
    for (const hidden of closed) hidden.remove();
  });
  await expectAccessibleInBothThemes(page);

  const list = page.locator('#getDraws');
  await list.getByRole('textbox', { name: 'limit' }).fill('2');
  await list.getByRole('button', { name: 'Try it' }).click();
  await expect(list.locator('output')).toContainText('GET /api/draws?limit=2');
  await expect(list.locator('output')).toContainText('"drawNo": "SC151120263"');
  await list.getByRole('link', { name: 'DrawPage' }).click();
  await expect(page.locator('#shape-DrawPage')).toBeVisible();
  await expect(page.locator('#shape-DrawPage')).toContainText('nextCursor');

  const single = page.locator('#getDrawsDrawNo');
  await single.getByRole('textbox', { name: 'drawNo' }).fill('SC010120001');
  await single.getByRole('button', { name: 'Try it' }).click();
  await expect(single.locator('output')).toContainText('GET /api/draws/SC010120001');
  await expect(single.locator('output')).toContainText('"code": "not-found"');
});
