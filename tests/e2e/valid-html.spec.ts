/** The HTML of every public page is valid. */
import type { Page } from '@playwright/test';
import { HtmlValidate } from 'html-validate';
import { expect, test } from './fixtures.ts';
import { PUBLIC_PAGES, withShortList } from './public-pages.ts';

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

/** They have the elements of other pages. */
const LIKE_OTHERS = ['/results?all=1&ends=7', '/news?q=no-such-news', '/results/2020-01-01', '/no-such-page'];

/** Both languages have the same elements. */
const VALIDATED = [
  ...PUBLIC_PAGES.filter((path) => !LIKE_OTHERS.includes(path)).map(withShortList),
  '/ml',
  '/?check=7',
  '/?check=14+Nov',
  '/?check=x&slot=12-00',
  '/stand-in',
  '/stand-in?for=board',
  '/stand-in?for=embed',
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
