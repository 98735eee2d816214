/** Every public page on a phone: accessible in both themes, without sideways scrolling, and translated. */
import type { Locator, Page } from '@playwright/test';
import { expect, PHONE, test } from './fixtures.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFitsAndAccessibleInLight,
  expectNoSidewaysScroll,
  expectStill,
} from './page-checks.ts';
import { addressIn, PUBLIC_PAGES, withShortList } from './public-pages.ts';

test.use(PHONE);
test.beforeEach(({ allowErrors }) => allowErrors(/404|503/));

/** Loads a page, which waits for no other file before its first paint and does not move while it loads. */
async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const requests = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.toJSON()),
  );
  // Fails if nothing is recorded.
  expect(requests.length, address).toBeGreaterThan(3);
  expect(requests.filter(({ renderBlockingStatus }) => renderBlockingStatus !== 'non-blocking')).toEqual([]);
  await expectStill(page);
}

/** Opens a page as the back button does: axe and the code of pages stay loaded, which take longer than most checks. */
async function openNext(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
}

/** The content apart from the header and the footer, which the home page has as well. */
const contentOf = (page: Page): Locator => page.getByRole('main');

async function expectContentAccessible(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, contentOf(page));
}

/** For content whose colours another page has as well. */
const expectContentAccessibleInLight = (page: Page): Promise<void> =>
  expectFitsAndAccessibleInLight(page, contentOf(page));

test('the home page with what a check of a number finds, a draw time, a day, a draw, and a missing page', async ({
  page,
}) => {
  await load(page, '/');
  const region = page.getByRole('region', { name: 'Check a number' });
  const checkNumber = async (typed: string) => {
    await region.getByRole('textbox').fill(typed);
    await region.getByRole('button', { name: 'Check' }).click();
  };
  await checkNumber('7');
  await expect(region.getByRole('heading', { name: 'Results that end in 7' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await checkNumber('x');
  await expect(region.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, region);

  await openNext(page, '/results/12-00?before=2026-09-10', '12:00 PM results');
  await expectContentAccessibleInLight(page);
  await openNext(page, '/results/2026-11-14', '14 November 2026');
  await expectContentAccessibleInLight(page);
  await openNext(page, '/draws/SC151120261', 'Sunday, 15 November 2026');
  await expectContentAccessible(page);
  await openNext(page, '/no-such-page', 'Page not found');
  await expectContentAccessibleInLight(page);
});

test('the charts of today, of a month and of a search without results, the log, the statistics and the code of the card', async ({
  page,
}) => {
  await load(page, '/results');
  await expectContentAccessibleInLight(page);
  await openNext(page, '/results?all=1&month=2026-11&q=SC1511', 'Charts');
  await expect(page.getByRole('combobox')).toHaveValue('2026-11');
  await expectContentAccessible(page);
  await openNext(page, '/results?all=1&q=no-such-draw', 'No results found');
  await expectContentAccessibleInLight(page);

  await openNext(page, '/verify', 'You need not believe us');
  await expectContentAccessible(page);
  await openNext(page, '/statistics', 'Statistics');
  await expectContentAccessible(page);
  await openNext(page, '/embed/code', 'Results on your website');
  await expectContentAccessibleInLight(page);
});

test('news, contact with an error at every field, and help with open answers', async ({ page }) => {
  await load(page, '/news?q=notice+1.');
  await expectContentAccessibleInLight(page);
  await openNext(page, '/news/timings', 'Five draws a day from the first of December');
  await expectContentAccessibleInLight(page);
  await openNext(page, '/contact', 'Contact us');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expectContentAccessible(page);
  await openNext(page, '/help', 'Help');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectContentAccessibleInLight(page);
});

test('the other pages wait for no file before their first paint and do not move while they load', async ({
  page,
}) => {
  for (const address of [
    '/results/12-00',
    '/results/2026-11-14',
    '/help',
    '/contact',
    '/verify',
    '/statistics',
  ])
    await load(page, address);
});

/** Those of the board have one theme. */
const WITHOUT_FRAME = [
  ['/stand-in', expectAccessibleInBothThemes],
  ['/stand-in?for=board', expectAccessible],
  ['/stand-in?for=embed', expectAccessibleInBothThemes],
  ['/board', expectAccessible],
  ['/embed', expectAccessibleInBothThemes],
] as const;

test('maintenance, the board and the card for other sites', async ({ page }) => {
  for (const [address, expectColours] of WITHOUT_FRAME) {
    if (address.includes('stand-in')) await page.goto(address);
    else await load(page, address);
    await expectStill(page);
    await expectNoSidewaysScroll(page);
    await expectColours(page);
  }
});

/** Links to English pages, and texts that are not marked as English. */
const findEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!/[A-Za-z]{4,}/.test(text.replace(/\S+@\S+/g, ''))) continue;
      if (!parent?.checkVisibility() || parent.closest('script, style')) continue;
      if (parent.closest('[lang]')?.getAttribute('lang') === 'ml') texts.push(text);
    }
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([hreflang=en])')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ href }) => href.slice(location.origin.length))
      .filter((path) => !/^\/(ml(\/|$|[?#])|api\/)/.test(path));
    return [...texts, ...links];
  });

/** Shows the content of another page with its styles in the open one, which is faster than to open it. Returns its language. */
const showContent = (page: Page, html: string): Promise<string> => {
  const [style = '', styles = ''] = html.match(/<style>(.*?)<\/style>/s) ?? [];
  return page.evaluate(
    ([html, styles]) => {
      const { body, documentElement } = new DOMParser().parseFromString(html, 'text/html');
      // Without the file, which would be loaded for each page.
      body.querySelector('link[rel=stylesheet]')?.remove();
      document.body.replaceWith(document.adoptNode(body));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [sheet];
      return documentElement.lang;
    },
    // The policy of the open page forbids the element.
    [html.replace(style, ''), styles] as const,
  );
};

/** Names entered by staff, and a word that is not translated. */
const MAY_BE_ENGLISH = /^തയ്യാറാക്കിയത്|Results Desk|“Urgent”/;

const DESKTOP = { width: 1280, height: 720 };

/** What a check of a number finds, and a page without a frame. */
const OTHER_PAGES = ['/?check=7', '/?check=14+Nov', '/?check=x', '/stand-in'];

test.describe('in Malayalam', () => {
  test.use({ javaScriptEnabled: false });
  // The browser reports disabled scripts as failed.
  test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$/));

  test('every page has no text and no link in English, and fits', async ({ page, request }) => {
    const expectMalayalam = async (address: string) => {
      const english = (await findEnglish(page)).filter((text) => !MAY_BE_ENGLISH.test(text));
      expect([address, english]).toEqual([address, []]);
      for (const size of [DESKTOP, PHONE.viewport]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
    };
    // They have styles of their own.
    for (const address of ['/ml/board', '/ml/embed', '/ml']) {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', 'ml');
      await expectMalayalam(address);
    }
    for (const english of [...PUBLIC_PAGES.map(withShortList), ...OTHER_PAGES]) {
      const address = addressIn('ml', english);
      const language = await showContent(page, await (await request.get(address)).text());
      expect([address, language]).toEqual([address, 'ml']);
      await expectMalayalam(address);
    }
  });
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
