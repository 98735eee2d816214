/** The chain from a real server to a living page. */
import { expect, test } from './fixtures.ts';

test('the page that the server rendered comes to life', async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  const nextDraw = page.getByRole('region', { name: 'Next draw' });
  await expect(nextDraw).toBeVisible();
  const rendered = await nextDraw.innerText();
  await expect.poll(() => nextDraw.innerText(), { message: 'the countdown ticks' }).not.toBe(rendered);
});

test('without JavaScript the page says the same', async ({ browser, server }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: server.url });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next draw' })).toBeVisible();
  await page.close();
});
