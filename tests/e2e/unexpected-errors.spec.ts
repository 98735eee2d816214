/** Proof that an error on a page fails its test, unless the test allows it. */
import { test } from './fixtures.ts';

test.beforeEach(({ page }) => page.goto('/'));

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
  await page.evaluate(() => fetch('/gone').catch(() => {}));
});

test('an error that the test allows', async ({ page, allowErrors }) => {
  allowErrors(/announced/);
  await page.evaluate(() => console.error('announced'));
});
