/** Every public page on a phone, in both languages: accessible in both themes, translated, valid HTML, stable layout. */
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, PHONE, test } from './fixtures.ts';
import {
  expectAccessible,
  expectAccessibleApartFromColours,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectStill,
} from './page-checks.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';

/** Short lists have the same elements as long lists, and axe checks them faster. */
const SHORT: Record<string, string> = {
  '/results?all=1': '/results?all=1&before=2026-09-09',
  '/results?all=1&month=2026-10': '/results?all=1&month=2026-11&q=SC1511',
  '/results?all=1&ends=7': '/results?all=1&ends=7&before=2026-09-12',
  '/results/12-00': '/results/12-00?before=2026-09-10',
  '/news': '/news?q=notice+1.',
};

/** Pages in special states, in addition to the pages of the sitemap. */
const MORE_STATES = [
  '/?check=7',
  '/?check=14+Nov',
  '/?check=x&slot=12-00',
  '/maintenance',
  '/maintenance?for=board',
  '/maintenance?for=embed',
  '/board',
  '/embed',
];

test.use(PHONE);

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

for (const path of [...PUBLIC_PAGES, ...MORE_STATES]) {
  test(path, async ({ page, allowErrors }) => {
    allowErrors(/404|503/);
    for (const language of LANGUAGES) {
      await page.goto(addressIn(language, SHORT[path] ?? path));
      await expectStill(page);
      await expectNoSidewaysScroll(page);
      if (language === 'ml') await expectMalayalam(page);
      await (language === 'en' ? expectAccessibleInBothThemes(page) : expectAccessibleApartFromColours(page));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoSidewaysScroll(page);
  });
}

/** Waits for the scripts: hydration would undo changes made by a test. */
async function openContactForm(page: Page): Promise<void> {
  await page.goto('/contact');
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form[method=post]')?.noValidate);
}

test('the contact form with all errors, and the expanded help page', async ({ page }) => {
  await openContactForm(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required.')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.goto('/ml/help');
  for (const question of await page.locator('summary').all()) await question.click();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
});

test('the API documentation', async ({ page }) => {
  await page.goto('/api/docs');
  for (const call of ['getDraws', 'postContact', 'patchAdminDrawsId'])
    await page.locator(`#${call} summary`).click();
  await expectNoSidewaysScroll(page);
  // The closed parts are hidden but so large that axe would take a minute.
  await page.evaluate(() => {
    for (const hidden of document.querySelectorAll('details:not([open]) > :not(summary)')) hidden.remove();
  });
  await expectAccessibleInBothThemes(page);
});

test('the checks detect a missing text alternative, low contrast in one theme, and overflow', async ({
  page,
}) => {
  await openContactForm(page);
  await page.evaluate(() =>
    document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img src="/favicon.svg">'),
  );
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await openContactForm(page);
  await page.evaluate(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      '<dialog open aria-label="x"><img src="/favicon.svg"></dialog>',
    ),
  );
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');
  await openContactForm(page);
  await page.evaluate(() => document.querySelector('h1')?.style.setProperty('color', '#2b1d14'));
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

test('the HTML of every page is valid', async ({ page, request }) => {
  const checker = new HtmlValidate({ extends: ['html-validate:standard'] });
  for (const language of LANGUAGES) {
    for (const path of [...PUBLIC_PAGES, ...MORE_STATES]) {
      const address = addressIn(language, SHORT[path] ?? path);
      const html = await (await request.get(address)).text();
      const { results } = await checker.validateString(html);
      const complaints = results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => [ruleId, message]),
      );
      expect([address, complaints]).toEqual([address, []]);
      expect([address, await rolesInTables(page, html)]).toEqual([address, []]);
    }
  }
  const { valid } = await checker.validateString(
    '<!doctype html><html><body><p><div></div></p></body></html>',
  );
  expect(valid).toBe(false);
  expect(await rolesInTables(page, '<table><tr role="row"><td>1</td></tr></table>')).toHaveLength(1);
});
