/** Checks for any page in any state: accessibility, layout shift, horizontal scrolling. */
import { readFileSync } from 'node:fs';
import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { inProject } from '../../scripts/project.mjs';

/** Minified, because the browser compiles it on every page. */
const AXE = readFileSync(inProject('node_modules/axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours during a transition are not final, and endless animations keep axe busy for minutes. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.pause();
      else animation.finish();
    }
    // Also the animations that a change of the theme starts.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { transition: none !important }');
    document.adoptedStyleSheets = [sheet];
  });

/** The page behind an open dialog was checked before the dialog opened. */
const DIALOGS = ':is([role=dialog], [role=alertdialog], dialog[open])';

/** Content that is being replaced is pale; a form waits while a dialog asks for confirmation. */
const finishLoading = (page: Page): Promise<void> =>
  expect(page.locator('[aria-busy=true]:not(form)')).toHaveCount(0);

/** Runs axe in the page, where it stays until the next document: loading it takes longer than most checks. */
async function expectNoViolation(page: Page, options: RunOptions, part?: Locator): Promise<void> {
  await finishLoading(page);
  await finishAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const chosen = await part?.elementHandle();
  const violations = await page.evaluate(
    async ([selector, chosen, options]) => {
      const dialogs = [...document.querySelectorAll(selector)].filter((dialog) => dialog.checkVisibility());
      const include = chosen ? [chosen] : dialogs;
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(include.length > 0 ? { include } : document, options);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
      }));
    },
    [DIALOGS, chosen, { ...options, resultTypes: ['violations'] }] satisfies [
      string,
      ElementHandle<Element> | undefined,
      RunOptions,
    ],
  );
  expect(violations).toEqual([]);
}

const ALL_RULES: RunOptions = { runOnly: { type: 'tag', values: TAGS } };
const CONTRAST = 'color-contrast';

/** Checks the page, or only the part that is new on a page which is checked elsewhere: axe takes long for each element. */
export const expectAccessible = (page: Page, part?: Locator): Promise<void> =>
  expectNoViolation(page, ALL_RULES, part);

/** The dark theme differs in its colours alone, so that only contrast is checked again, and of `darkPart` if it is given. */
export async function expectAccessibleInBothThemes(
  page: Page,
  part?: Locator,
  darkPart = part,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, { runOnly: { type: 'rule', values: [CONTRAST] } }, darkPart);
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** The layout shifts since the page was opened, as the browser measures them, and the elements that moved. */
const measureShifts = (page: Page): Promise<{ value: number; moved: string[] }[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const shifts: { value: number; moved: string[] }[] = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
            const moved = sources.map(({ node, previousRect, currentRect }) =>
              [node?.nodeName, node?.textContent, JSON.stringify([previousRect, currentRect])].join(' '),
            );
            if (!hadRecentInput) shifts.push({ value, moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(shifts), 200);
      }),
  );

export async function expectStill(page: Page): Promise<void> {
  const shifts = await measureShifts(page);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThan(0.02);
}

export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);

/** For what has no colours of its own: they were checked in both themes elsewhere. */
export async function expectFitsAndAccessibleInLight(page: Page, part?: Locator): Promise<void> {
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, part);
}

/** The checks of every screen and dialog on a phone. */
export async function expectFitsAndAccessible(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
}
