/** The page of the API: read without a script, and tried with one. */
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

test('a call can be tried on the spot', async ({ page }) => {
  await page.goto('/api/docs');
  const call = page.locator('#getDraws');
  await call.locator('summary').click();
  await call.getByRole('textbox', { name: 'limit' }).fill('2');
  await call.getByRole('button', { name: 'Try it' }).click();
  await expect(call.locator('output')).toContainText('"nextCursor": null');
  await expect(call.locator('output')).toContainText('GET /api/draws?limit=2');
});

test('a value goes into the address where it belongs, and a refusal is shown like any answer', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  await page.goto('/api/docs');
  const call = page.locator('#getDrawsDrawNo');
  await call.locator('summary').click();
  await call.getByRole('textbox', { name: 'drawNo' }).fill('SC010120001');
  await call.getByRole('button', { name: 'Try it' }).click();
  await expect(call.locator('output')).toContainText('GET /api/draws/SC010120001');
  await expect(call.locator('output')).toContainText('"code": "not-found"');
});

test('it reads without JavaScript, and a form still sends its call', async ({ browser, server }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: server.url });
  await page.goto('/api/docs');
  await page.locator('#getFaqs summary').click();
  await expect(page.locator('#getFaqs')).toContainText('All of them.');
  await page.locator('#getDraws summary').click();
  await page.locator('#getDraws').getByRole('button', { name: 'Try it' }).click();
  await expect(page.locator('body')).toContainText('"nextCursor":null');
  await page.close();
});

test('a link to a shape opens it', async ({ page }) => {
  await page.goto('/api/docs');
  await page.locator('#getDraws summary').click();
  await page.locator('#getDraws').getByRole('link', { name: 'DrawPage' }).click();
  await expect(page.locator('#shape-DrawPage')).toContainText('nextCursor');
});

test("nothing stands in anyone's way", async ({ page }) => {
  test.slow();
  await page.goto('/api/docs');
  for (const call of ['getDraws', 'postContact', 'patchAdminDrawsId'])
    await page.locator(`#${call} summary`).click();
  await expectNoSidewaysScroll(page);
  // What is closed is not shown, and there is so much of it that the checker would take a minute.
  await page.evaluate(() => {
    for (const hidden of document.querySelectorAll('details:not([open]) > :not(summary)')) hidden.remove();
  });
  await expectAccessibleInBothThemes(page);
});
