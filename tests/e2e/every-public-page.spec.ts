/** Every public page, in both languages and themes: no barrier, valid HTML, nothing wider than the screen. */
import { HtmlValidate } from 'html-validate';
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, test } from './fixtures.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectStill,
} from './page-checks.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

/** Lists of a few rows hold everything that long ones do, and take the checker a tenth of the time. */
const PAGES = PUBLIC_PAGES.map(
  (page) =>
    ({
      '/results?all=1': '/results?all=1&before=2026-09-09',
      '/results?all=1&month=2026-10': '/results?all=1&month=2026-11&q=SC1511',
      '/results/12-00': '/results/12-00?before=2026-09-10',
      '/news': '/news?q=notice+1.',
    })[page] ?? page,
);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const language of LANGUAGES) {
  for (const path of PAGES) {
    const address = addressIn(language, path);
    test(`${address} has no barrier and does not jump`, async ({ page, allowErrors }) => {
      allowErrors(/404/);
      await page.goto(address);
      await page.waitForLoadState('load');
      await expectStill(page);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothThemes(page);
    });
  }
}

test('a barrier is found where there is one, and so is a colour that only one theme has', async ({
  page,
}) => {
  await page.goto('/help');
  await expectAccessible(page);
  await page.evaluate(() =>
    document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img src="/favicon.svg">'),
  );
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await page.goto('/help');
  await page.evaluate(() => document.querySelector('h1')?.style.setProperty('color', '#2b1d14'));
  await expectAccessible(page);
  await expect(expectAccessibleInBothThemes(page)).rejects.toThrow('color-contrast');
});

test('the contact form with all its errors, and the answers opened, have no barrier', async ({ page }) => {
  await page.goto('/contact');
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form[method=post]')?.noValidate);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/ml/help');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectAccessibleInBothThemes(page);
});

test('the HTML of every page is valid, by an independent checker', async ({ request }) => {
  const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
  for (const language of LANGUAGES) {
    for (const path of [...PUBLIC_PAGES, '/maintenance']) {
      const address = addressIn(language, path);
      const html = await (await request.get(address)).text();
      const { results } = await checker.validateString(html);
      const complaints = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => [ruleId, message]),
      );
      expect([address, complaints]).toEqual([address, []]);
    }
  }
  const { valid } = await checker.validateString(
    '<!doctype html><html><body><p><div></div></p></body></html>',
  );
  expect(valid).toBe(false);
});
