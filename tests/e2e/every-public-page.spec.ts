/** Every public page on a phone, in both languages: accessible in both themes, translated, valid HTML, stable layout. */
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { expect, PHONE, test } from './fixtures.ts';
import {
  expectAccessible,
  expectAccessibleApartFromColours,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectStill,
} from './page-checks.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

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

/** Checks the open page in English, and then in Malayalam, which stays open. */
async function expectFitsInBothLanguages(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expectFitsInMalayalam(page);
}

async function expectOpensWell(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectStill(page);
  await expectFitsInBothLanguages(page);
}

async function toEnglish(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

test('the home page, with what a check of a number finds', async ({ page }) => {
  await expectOpensWell(page, '/');
  // Other pages have the same elements in both languages as well.
  await expectAccessibleApartFromColours(page);
  await page.getByRole('navigation', { name: 'കാണിക്കേണ്ട' }).getByRole('link', { name: '12:00 PM' }).click();
  for (const [typed, found] of [
    ['7', 'Results that end in 7'],
    ['14 Nov', 'Results of 14 November 2026'],
    ['x', 'x'],
  ] as const) {
    await toEnglish(page);
    const region = page.getByRole('region', { name: 'Check a number' });
    await region.getByRole('textbox').fill(typed);
    await region.getByRole('button', { name: 'Check' }).click();
    if (typed === 'x') await expect(region.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    else await expect(region.getByRole('heading', { name: found })).toBeVisible();
    await expectFitsInBothLanguages(page);
  }
});

test('the charts of today, of a month, of a search without results and of an ending', async ({ page }) => {
  await expectOpensWell(page, '/results');
  await expectOpensWell(page, '/results?all=1&month=2026-11&q=SC1511');
  await toEnglish(page);
  await page.getByRole('searchbox').fill('no-such-draw');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expectFitsInBothLanguages(page);
  await expectOpensWell(page, '/results?all=1&ends=7&before=2026-09-12');
});

test('a draw time, a day and a draw', async ({ page }) => {
  for (const address of ['/results/12-00?before=2026-09-10', '/results/2026-11-14', '/draws/SC151120261'])
    await expectOpensWell(page, address);
});

test('news, a search without results and an article', async ({ page }) => {
  await expectOpensWell(page, '/news?q=notice+1.');
  await toEnglish(page);
  await page.getByRole('searchbox').fill('no-such-news');
  await expect(page.getByRole('heading', { name: 'No news found' })).toBeVisible();
  await expectFitsInBothLanguages(page);
  await expectOpensWell(page, '/news/timings');
});

test('contact, also with an error at every field, and help with open answers', async ({ page }) => {
  await expectOpensWell(page, '/contact');
  await toEnglish(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await expectOpensWell(page, '/help');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
});

for (const address of ['/verify', '/statistics', '/embed/code'])
  test(address, ({ page }) => expectOpensWell(page, address));

test('pages that do not exist', async ({ page }) => {
  for (const address of ['/draws/SC999999999', '/results/2020-01-01', '/no-such-page'])
    await expectOpensWell(page, address);
});

/** They have no link to the other language. */
for (const address of [
  '/maintenance',
  '/maintenance?for=board',
  '/maintenance?for=embed',
  '/board',
  '/embed',
]) {
  test(address, async ({ page }) => {
    await page.goto(address);
    await expectStill(page);
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    await page.goto(addressIn('ml', address));
    await expectStill(page);
    await expectFitsInMalayalam(page);
  });
}

const SAMPLE = `<!doctype html><html lang="en"><title>x</title><style>
  @media (prefers-color-scheme: dark) { html { background: #2b1d14; color: white } }
</style><main><h1>Heading</h1></main>`;

test('the checks detect a missing text alternative, low contrast in one theme, and overflow', async ({
  page,
}) => {
  await page.setContent(SAMPLE);
  await expectAccessibleInBothThemes(page);
  await page.setContent(SAMPLE.replace('</main>', '<img src="data:,"></main>'));
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await page.setContent(`${SAMPLE}<dialog open aria-label="x"><img src="data:,"></dialog>`);
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await page.setContent(SAMPLE.replace('<h1>', '<h1 style="color: #5b4d44">'));
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await expect(expectAccessibleInBothThemes(page)).rejects.toThrow('color-contrast');
  await page.evaluate(() => document.body.style.setProperty('min-width', '2000px'));
  await expect(expectNoSidewaysScroll(page)).rejects.toThrow();
});

/** HTML forbids roles on rows and cells of a table, which html-validate does not check. */
const rolesInTables = (page: Page, html: string) =>
  page.evaluate(
    (text) =>
      [
        ...new DOMParser()
          .parseFromString(text, 'text/html')
          .querySelectorAll('table:not([role=none]) :is(tr, th, td)[role]'),
      ].map(({ outerHTML }) => outerHTML),
    html,
  );

/** Short lists have the same elements as long lists, and are validated faster. */
const SHORT: Record<string, string> = {
  '/results?all=1': '/results?all=1&before=2026-09-09',
  '/results?all=1&month=2026-10': '/results?all=1&month=2026-11&q=SC1511',
  '/results?all=1&ends=7': '/results?all=1&ends=7&before=2026-09-12',
  '/results/12-00': '/results/12-00?before=2026-09-10',
  '/news': '/news?q=notice+1.',
};

/** Both languages have the same elements. */
const VALIDATED = [
  ...PUBLIC_PAGES.map((path) => SHORT[path] ?? path),
  '/ml',
  '/?check=7',
  '/?check=14+Nov',
  '/?check=x&slot=12-00',
  '/maintenance',
  '/maintenance?for=board',
  '/maintenance?for=embed',
  '/board',
  '/embed',
];

test('the HTML of every page is valid', async ({ page, request }) => {
  const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
  for (const address of VALIDATED) {
    const html = await (await request.get(address)).text();
    const { results } = await checker.validateString(html);
    const complaints = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message }) => [ruleId, message]),
    );
    expect([address, complaints]).toEqual([address, []]);
    expect([address, await rolesInTables(page, html)]).toEqual([address, []]);
  }
  const { valid } = await checker.validateString(
    '<!doctype html><html><body><p><div></div></p></body></html>',
  );
  expect(valid).toBe(false);
  expect(await rolesInTables(page, '<table><tr role="row"><td>1</td></tr></table>')).toHaveLength(1);
});
