/** The API documentation with scripts. */
import { expect, PHONE, test } from './fixtures.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

test.use(PHONE);

test('runs calls on the page, links open the linked schema, and with the responses it fits on a phone and is accessible', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  await page.goto('/api/docs');
  for (const call of ['getDraws', 'getDrawsDrawNo', 'postContact'])
    await page.locator(`#${call} summary`).click();
  // The closed parts are hidden but so large that axe would take a minute.
  await page.evaluate(() => {
    const closed = document.querySelectorAll('details:not([open]) > :not(summary, #shape-DrawPage)');
    for (const hidden of closed) hidden.remove();
  });

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
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
});
