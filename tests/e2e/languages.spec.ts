/** Two languages, one site: each page in both, the switch between them, and the right words to the browser. */
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, test } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

test('the switch keeps page and query, there and back', async ({ page }) => {
  await page.goto('/results?all=1&month=2026-10&q=SC3110');
  await page.getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page).toHaveURL(/\/ml\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ചാർട്ടുകൾ');
  await expect(page.getByRole('searchbox')).toHaveValue('SC3110');
  await expect(page.locator('.chart tbody').getByRole('row')).toHaveCount(1);
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/results\?all=1&month=2026-10&q=SC3110$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('every Malayalam page links to Malayalam pages, and has no English text by oversight', async ({
  page,
  baseURL,
}) => {
  for (const path of PUBLIC_PAGES.filter((each) => each !== '/no-such-page')) {
    await page.goto(addressIn('ml', path));
    await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
    const links = await page.locator('a[href]').evaluateAll((anchors) =>
      anchors.map((anchor) => ({
        href: (anchor as HTMLAnchorElement).href,
        lang: anchor.getAttribute('hreflang'),
      })),
    );
    const english = links.filter(
      ({ href, lang }) =>
        href.startsWith(`${baseURL}/`) &&
        lang !== 'en' &&
        !/^\/(ml(\/|$|[?#])|api\/)/.test(href.slice(baseURL?.length)),
    );
    expect([path, english]).toEqual([path, []]);

    const texts = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (!/[A-Za-z]{4,}/.test(text.replace(/\S+@\S+/g, ''))) continue;
        if (!parent?.checkVisibility() || parent.closest('script, style')) continue;
        if (parent.closest('[lang]')?.getAttribute('lang') === 'ml') found.push(text);
      }
      return found;
    });
    // Names that staff gave, and a word to be written as it is.
    const allowed = /^തയ്യാറാക്കിയത്|Results Desk|“Urgent”/;
    expect([path, texts.filter((text) => !allowed.test(text))]).toEqual([path, []]);
  }
});

test('moving to another page carries focus and title along', async ({ page }) => {
  for (const language of LANGUAGES) {
    await page.goto(addressIn(language, '/help'));
    const title = await page.title();
    await page.getByRole('contentinfo').getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/news$/);
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.title()).not.toBe(title);
  }
});
