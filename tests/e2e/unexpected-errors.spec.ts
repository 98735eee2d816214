/** Proof that an error on a page fails its test. */
import { test } from './fixtures.ts';

test.fail('an error in the console', async ({ page }) => {
  await page.evaluate(() => console.error('unexpected'));
});

test.fail('an uncaught error', async ({ page }) => {
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('unexpected'))));
  await thrown;
});

test.fail('a failed request', async ({ page }) => {
  await page.route('**/gone', (route) => route.abort('failed'));
  await page.evaluate(() => fetch('http://site.example/gone').catch(() => {}));
});
