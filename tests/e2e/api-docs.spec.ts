/** The API documentation with scripts. */
import { expect, test } from './fixtures.ts';

test('runs calls on the page, and links open the linked schema', async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  await page.goto('/api/docs');
  const list = page.locator('#getDraws');
  await list.locator('summary').click();
  await list.getByRole('textbox', { name: 'limit' }).fill('2');
  await list.getByRole('button', { name: 'Try it' }).click();
  await expect(list.locator('output')).toContainText('GET /api/draws?limit=2');
  await expect(list.locator('output')).toContainText('"drawNo": "SC151120263"');
  await list.getByRole('link', { name: 'DrawPage' }).click();
  await expect(page.locator('#shape-DrawPage')).toContainText('nextCursor');

  const single = page.locator('#getDrawsDrawNo');
  await single.locator('summary').click();
  await single.getByRole('textbox', { name: 'drawNo' }).fill('SC010120001');
  await single.getByRole('button', { name: 'Try it' }).click();
  await expect(single.locator('output')).toContainText('GET /api/draws/SC010120001');
  await expect(single.locator('output')).toContainText('"code": "not-found"');
});
