/** Checks for any page in any state: accessible, no layout shift, nothing wider than the screen. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours in the middle of a transition are not what people read, and endless animations keep axe busy for minutes. */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.pause();
      else animation.finish();
    }
  });

type Rules = { type: 'tag' | 'rule'; values: string[] };

async function expectNoViolation(page: Page, rules: Rules): Promise<void> {
  await finishAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // Runs in the page itself instead of a window of its own; there are no frames that would need one.
    .setLegacyMode()
    .analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
  ).toEqual([]);
}

export const expectAccessible = (page: Page): Promise<void> =>
  expectNoViolation(page, { type: 'tag', values: TAGS });

/** The dark theme differs in its colours alone, so that only contrast is checked again. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, { type: 'rule', values: ['color-contrast'] });
}

/** The browser's own measure of layout shift since the page was opened. */
async function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
}

export const expectStill = async (page: Page): Promise<void> =>
  expect(await measureShift(page)).toBeLessThan(0.02);

export const expectNoSidewaysScroll = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);

/** What every screen and dialog must pass on a phone. */
export async function expectFitsAndAccessible(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
}
