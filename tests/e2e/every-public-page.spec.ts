/** Every public page on a phone, in both languages: accessible in both themes, translated, stable layout. */
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from './fixtures.ts';
import {
  expectAccessible,
  expectAccessibleApartFromColours,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectStill,
} from './page-checks.ts';
import { addressIn } from './public-pages.ts';

test.use(PHONE);
test.beforeEach(({ allowErrors }) => allowErrors(/404|503/));

/** Every link points to a Malayalam page, and no text is left in English. */
async function expectMalayalam(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
  const { origin, links, texts } = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!/[A-Za-z]{4,}/.test(text.replace(/\S+@\S+/g, ''))) continue;
      if (!parent?.checkVisibility() || parent.closest('script, style')) continue;
      if (parent.closest('[lang]')?.getAttribute('lang') === 'ml') texts.push(text);
    }
    const anchors = [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([hreflang=en])')];
    return { origin: location.origin, links: anchors.map(({ href }) => href), texts };
  });
  const english = links
    .filter((href) => href.startsWith(`${origin}/`))
    .filter((href) => !/^\/(ml(\/|$|[?#])|api\/)/.test(href.slice(origin.length)));
  expect(english).toEqual([]);
  // Names entered by staff, and a word that is not translated.
  const allowed = /^തയ്യാറാക്കിയത്|Results Desk|“Urgent”/;
  expect(texts.filter((text) => !allowed.test(text))).toEqual([]);
}

async function expectFitsInMalayalam(page: Page): Promise<void> {
  await expectMalayalam(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(PHONE.viewport);
}

/** Without the frame, which the home page has as well. */
const contentInBothThemes = (page: Page) =>
  expectAccessibleInBothThemes(page, undefined, page.getByRole('main'));

/** Checks the open page in English, and then in Malayalam, which stays open. */
async function expectFitsInBothLanguages(page: Page, expectColours = contentInBothThemes): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectColours(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expectFitsInMalayalam(page);
}

/** Loads a page, which waits for no other file before its first paint and does not move while it loads. */
async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const requests = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.toJSON()),
  );
  // Fails if nothing is recorded.
  expect(requests.length, address).toBeGreaterThan(3);
  expect(requests.filter(({ renderBlockingStatus }) => renderBlockingStatus !== 'non-blocking')).toEqual([]);
  // Malayalam text moves when its font comes late, on a busy machine too.
  if (address !== '/ml') await expectStill(page);
}

/** Opens an English page as the back button does: axe and the code of pages stay loaded, which take longer than most checks. */
async function openNext(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

test('the home page, with what a check of a number finds', async ({ page }) => {
  await load(page, '/');
  const region = page.getByRole('region', { name: 'Check a number' });
  const checkNumber = async (typed: string) => {
    await region.getByRole('textbox').fill(typed);
    await region.getByRole('button', { name: 'Check' }).click();
  };
  await checkNumber('7');
  await expect(region.getByRole('heading', { name: 'Results that end in 7' })).toBeVisible();
  await expectFitsInBothLanguages(page, expectAccessibleInBothThemes);
  // Other pages have the same elements in both languages as well.
  await expectAccessibleApartFromColours(page);
  await page.getByRole('navigation', { name: 'കാണിക്കേണ്ട' }).getByRole('link', { name: '12:00 PM' }).click();
  for (const typed of ['14 Nov', 'x']) {
    await openNext(page, '/', 'Check a number');
    await checkNumber(typed);
    if (typed === 'x') await expect(region.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    else await expect(region.getByRole('heading', { name: 'Results of 14 November 2026' })).toBeVisible();
    await expectFitsInBothLanguages(page, () => expectAccessibleInBothThemes(page, region));
  }
});

test('the charts of today, of a month, of a search without results and of an ending', async ({ page }) => {
  await load(page, '/results');
  await expectFitsInBothLanguages(page, expectAccessible);
  await openNext(page, '/results?all=1&month=2026-11&q=SC1511', 'Charts');
  await expect(page.getByRole('combobox')).toHaveValue('2026-11');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/results?all=1&q=no-such-draw', 'No results found');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/results?all=1&ends=7&before=2026-09-12', 'Charts');
  await expect(page.getByText('Results that end in 7').first()).toBeVisible();
  await expectFitsInBothLanguages(page, expectAccessible);
});

test('a draw time, a day, a draw, and pages that do not exist', async ({ page }) => {
  await load(page, '/results/12-00?before=2026-09-10');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/results/2026-11-14', '14 November 2026');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/draws/SC151120261', 'Sunday, 15 November 2026');
  await expectFitsInBothLanguages(page);

  // They differ in one sentence.
  for (const address of ['/draws/SC999999999', '/results/2020-01-01', '/no-such-page']) {
    await openNext(page, address, 'Page not found');
    await expect(page).toHaveURL(address);
    await expectNoSidewaysScroll(page);
  }
  await expectFitsInBothLanguages(page, expectAccessible);
});

test('news, contact with an error at every field, and help with open answers', async ({ page }) => {
  await load(page, '/news?q=notice+1.');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/news?q=no-such-news', 'No news found');
  await expectFitsInBothLanguages(page, expectAccessible);
  await openNext(page, '/news/timings', 'Five draws a day from the first of December');
  await expectFitsInBothLanguages(page);

  await openNext(page, '/contact', 'Contact us');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expectFitsInBothLanguages(page);
  await openNext(page, '/help', 'Help');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectFitsInBothLanguages(page);
});

test('the log, the statistics and the code of the card', async ({ page }) => {
  await load(page, '/verify');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/statistics', 'Statistics');
  await expectFitsInBothLanguages(page);
  await openNext(page, '/embed/code', 'Results on your website');
  await expectFitsInBothLanguages(page);
});

/** They have no link to the other language, and those of the board have one theme. */
const WITHOUT_FRAME = [
  ['/maintenance', expectAccessibleInBothThemes],
  ['/maintenance?for=board', expectAccessible],
  ['/maintenance?for=embed', expectAccessibleInBothThemes],
  ['/board', expectAccessible],
  ['/embed', expectAccessibleInBothThemes],
] as const;

test('maintenance, the board and the card for other sites', async ({ page }) => {
  for (const [address, expectColours] of WITHOUT_FRAME) {
    if (address.includes('maintenance')) await page.goto(address);
    else await load(page, address);
    await expectStill(page);
    await expectNoSidewaysScroll(page);
    await expectColours(page);
    // The other two have the same texts.
    if (address.includes('?')) continue;
    await page.goto(addressIn('ml', address));
    await expectStill(page);
    await expectFitsInMalayalam(page);
  }
});

/** Other tests of this file load the rest. */
const NOT_LOADED_ABOVE = [
  '/ml',
  '/results/2026-11-14',
  '/draws/SC151120261',
  '/news/timings',
  '/contact',
  '/help',
  '/statistics',
  '/embed/code',
  '/no-such-page',
];

test('no other page waits for a file before its first paint, or moves while it loads', async ({ page }) => {
  for (const address of NOT_LOADED_ABOVE) await load(page, address);
});

const SAMPLE = `<!doctype html><html lang="en"><title>x</title><style>
  @media (prefers-color-scheme: dark) { html { background: #2b1d14; color: white } }
</style><main><h1>Heading</h1></main>`;

test('the checks detect a missing text alternative, low contrast in one theme, and overflow', async ({
  page,
}) => {
  await page.setContent(SAMPLE);
  await expectAccessibleInBothThemes(page);
  const append = (html: string) =>
    page.evaluate((text) => document.querySelector('main')?.insertAdjacentHTML('beforeend', text), html);
  await append('<img src="data:,">');
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await expect(expectAccessible(page, page.getByRole('main'))).rejects.toThrow('image-alt');
  await expectAccessible(page, page.locator('h1'));
  await append('<dialog open aria-label="x">text</dialog>');
  await expectAccessible(page);
  await page.evaluate(() => document.querySelector('dialog')?.append(new Image()));
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await page.setContent(SAMPLE.replace('<h1>', '<h1 style="color: #5b4d44">'));
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await expect(expectAccessibleInBothThemes(page)).rejects.toThrow('color-contrast');
  await page.evaluate(() => document.body.style.setProperty('min-width', '2000px'));
  await expect(expectNoSidewaysScroll(page)).rejects.toThrow();
});
