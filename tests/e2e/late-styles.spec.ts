/** Pages contain the styles that they need at first; the whole stylesheet, a file, is for what the app adds to them. */
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { enStatistics } from '../../src/web/i18n/en-statistics.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { isHydrated } from './page-condition.ts';
import { addressIn } from './public-pages.ts';

const LATE_STYLES = /\/assets\/public-[\w-]+\.css$/;

const DESKTOP = { width: 1280, height: 720 };

const PAGES = ['/', '/results/2026-11-14', '/draws/SC151120261', '/contact', '/statistics'];

/** The elements whose styles are others without the whole stylesheet, and the number of all. */
const compareStyles = (page: Page): Promise<{ elements: number; different: string[] }> =>
  page.evaluate(() => {
    const sheet = document.querySelector<HTMLLinkElement>('body > link[rel=stylesheet]')?.sheet;
    if (!sheet) throw new Error('The stylesheet was not loaded.');
    const nameOf = (element: Element) => `${element.tagName}.${element.getAttribute('class')}`;
    const kindOf = (element: Element) => nameOf(element) + (element.parentElement?.className ?? '');
    const elements = [
      ...new Map([...document.querySelectorAll('*')].map((each) => [kindOf(each), each])).values(),
    ];
    // Without custom properties, which nobody sees.
    const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith('-'));
    const readStyles = (isComplete: boolean) => {
      sheet.disabled = !isComplete;
      return elements.flatMap((element) =>
        ['', '::before', '::after', '::marker', '::backdrop'].map((part) => {
          const style = getComputedStyle(element, part);
          const isDrawn = part === '' || style.content !== 'normal';
          const values = isDrawn ? names.map((name) => style.getPropertyValue(name)) : [];
          return { name: nameOf(element) + part, values: values.join('; ') };
        }),
      );
    };
    const complete = readStyles(true);
    const first = readStyles(false);
    return {
      elements: elements.length,
      different: first.filter(({ values }, at) => values !== complete[at]?.values).map(({ name }) => name),
    };
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // The browser reports disabled scripts as failed.
  test.beforeEach(({ allowErrors }) => allowErrors(/\.js csp$|404/));

  test('pages look the same before their whole stylesheet has loaded', async ({ page }) => {
    for (const [index, path] of PAGES.entries()) {
      // The languages have the same elements.
      const address = addressIn(index % 2 ? 'ml' : 'en', path);
      await page.setViewportSize(index % 2 ? DESKTOP : PHONE.viewport);
      await page.goto(address);
      const { elements, different } = await compareStyles(page);
      // Fails if nothing is compared.
      expect(elements, address).toBeGreaterThan(90);
      expect([address, different]).toEqual([address, []]);
    }
  });
});

const hasPainted = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0);

const hasAllScripts = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
    return scripts.length > 3 && scripts.every(({ href }) => performance.getEntriesByName(href).length > 0);
  });

test('a page is shown before its whole stylesheet has loaded, and the app starts after it', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(LATE_STYLES, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => hasPainted(page)).toBe(true);
  await expect.poll(() => hasAllScripts(page)).toBe(true);
  await page.waitForTimeout(300);
  expect(await isHydrated(page)).toBe(false);
  release();
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test('the app also starts when its stylesheet cannot be loaded', async ({ page, allowErrors }) => {
  allowErrors(/public-.*\.css|ERR_FAILED/);
  await page.route(LATE_STYLES, (route) => route.abort());
  await page.goto('/');
  await expect.poll(() => isHydrated(page)).toBe(true);
});

/** The layout of each element of the page. */
const layoutOf = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')].map((element) => {
      const { display, gridTemplateColumns, padding } = getComputedStyle(element);
      return [element.tagName, display, gridTemplateColumns, padding].join(' ');
    }),
  );

test('a stylesheet that is loaded again before the app starts does not disturb it', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/\.css|ERR_FAILED/);
  for (const path of ['/help', '/admin/login']) {
    const stylesheet = /\/assets\/(public|admin)-[\w-]+\.css$/;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released;
      await route.continue();
    });
    await page.route(stylesheet, (route) => route.abort(), { times: 1 });
    const loaded = page.waitForResponse((response) => stylesheet.test(response.url()));
    await page.goto(path, { waitUntil: 'commit' });
    await loaded;
    release();
    await expect.poll(() => isHydrated(page)).toBe(true);
    await page.unroute(/\/assets\/.*\.js$/);
  }
});

test('a stylesheet that could not be loaded is loaded again', async ({ page, allowErrors }) => {
  allowErrors(/public-.*\.css|ERR_FAILED/);
  let isFailing = true;
  await page.route(LATE_STYLES, (route) => (isFailing ? route.abort() : route.continue()));
  await page.goto('/help');
  await expect.poll(() => isHydrated(page)).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: en.footer.statistics }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(enStatistics.noMemory);
  // Fails more than once.
  await page.waitForEvent('requestfailed', (request) => LATE_STYLES.test(request.url()));
  const incomplete = await layoutOf(page);
  isFailing = false;
  await expect.poll(() => layoutOf(page)).not.toEqual(incomplete);
  const complete = await layoutOf(page);
  await page.goto('/statistics');
  expect(complete).toEqual(await layoutOf(page));
});
