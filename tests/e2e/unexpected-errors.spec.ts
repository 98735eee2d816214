/** Proof that a noisy page fails its test, unless the test said that it would be noisy. */
import { test } from './fixtures.ts';

test.beforeEach(({ page }) => page.goto('/'));

test.fail('an error in the console', async ({ page }) => {
  await page.evaluate(() => console.error('noise'));
});

test.fail('an error that nobody caught', async ({ page }) => {
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('noise'))));
  await thrown;
});

test.fail('a request that came to nothing', async ({ page }) => {
  await page.route('**/gone', (route) => route.abort('failed'));
  await page.evaluate(() => fetch('/gone').catch(() => {}));
});

test('noise that was announced', async ({ page, allowErrors }) => {
  allowErrors(/announced/);
  await page.evaluate(() => console.error('announced'));
});
