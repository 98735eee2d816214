/** While nothing happens on a page, only the texts that show a clock render, and nothing reads the layout. */
import type { Page } from '@playwright/test';
import { expect, test, WITH_MOTION } from './fixtures.ts';
import { isScriptOf } from './page-scripts.ts';
import { nextConnection } from './paused-time.ts';

// A small window, because a software renderer draws every frame.
test.use({ ...WITH_MOTION, viewport: { width: 360, height: 640 } });

const TICKS = 2;

/** The parts of React's internal tree that are read here; React DevTools reads the same ones. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

interface Observed {
  commits: number;
  /** Components that rendered and have other components below them. */
  renderedParents: number;
  /** Components that rendered and have none. */
  renderedLeaves: number;
  layoutReads: string[];
}

/** Must run before React: it reports every commit to a DevTools hook that is there when it starts, in production too. */
function observeRendering() {
  const FUNCTION_COMPONENT_TAGS = [0, 11, 14, 15];
  const PERFORMED_WORK = 1;
  const observed: Observed = { commits: 0, renderedParents: 0, renderedLeaves: 0, layoutReads: [] };
  Object.assign(window, { observed });

  const isComponent = ({ tag }: Fiber) => FUNCTION_COMPONENT_TAGS.includes(tag);
  const childrenOf = (fiber: Fiber): Fiber[] => {
    const children: Fiber[] = [];
    for (let child = fiber.child; child; child = child.sibling) children.push(child);
    return children;
  };
  const hasComponentBelow = (fiber: Fiber): boolean =>
    childrenOf(fiber).some((child) => isComponent(child) || hasComponentBelow(child));

  function visit(fiber: Fiber): void {
    if (isComponent(fiber) && (fiber.flags & PERFORMED_WORK) !== 0) {
      if (hasComponentBelow(fiber)) observed.renderedParents += 1;
      else observed.renderedLeaves += 1;
    }
    // The same child as before the commit: React skipped everything below.
    if (fiber.child !== fiber.alternate?.child) for (const child of childrenOf(fiber)) visit(child);
  }

  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot(_id: number, root: { current: Fiber }) {
        observed.commits += 1;
        visit(root.current);
      },
    },
  });

  const LAYOUT = ['offsetLeft', 'offsetTop', 'offsetWidth', 'offsetHeight', 'offsetParent'] as const;
  for (const name of LAYOUT) {
    const read = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)?.get;
    Object.defineProperty(HTMLElement.prototype, name, {
      get() {
        observed.layoutReads.push(name);
        return read?.call(this);
      },
    });
  }
  const readRectangle = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function () {
    observed.layoutReads.push('getBoundingClientRect');
    return readRectangle.call(this);
  };
  const readStyle = window.getComputedStyle.bind(window);
  window.getComputedStyle = (...given) => {
    observed.layoutReads.push('getComputedStyle');
    return readStyle(...given);
  };
}

/** Observes the page for some seconds. */
const observeAtRest = (page: Page): Promise<Observed> =>
  page.evaluate(async (milliseconds) => {
    const { observed } = window as unknown as { observed: Observed };
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    Object.assign(observed, { commits: 0, renderedParents: 0, renderedLeaves: 0 });
    observed.layoutReads.length = 0;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return observed;
  }, TICKS * 1_000);

test('only the texts that show a clock render each second, and a page without a clock does not render at all', async ({
  page,
}) => {
  const isOtherPage = isScriptOf('en/news', 'en/help');
  const preloaded: string[] = [];
  page.on('request', (request) => {
    if (isOtherPage(new URL(request.url()))) preloaded.push(request.url());
  });
  await page.addInitScript(observeRendering);
  const stream = nextConnection(page);
  await page.goto('/');
  await stream;
  const home = await observeAtRest(page);
  // Fails if the observer records nothing.
  expect(home.commits).toBeGreaterThanOrEqual(TICKS - 1);
  expect(home.renderedLeaves).toBeGreaterThanOrEqual(TICKS - 1);
  expect(home).toMatchObject({ renderedParents: 0, layoutReads: [] });
  // The tests save data; other visitors have loaded the code of all pages by now.
  expect(preloaded).toEqual([]);

  await page.getByRole('main').locator('a[href="/results"]').click();
  await page.getByRole('checkbox').uncheck();
  await expect(page).toHaveURL(/\/results\?all=1$/);
  const results = await observeAtRest(page);
  expect(results).toEqual({ commits: 0, renderedParents: 0, renderedLeaves: 0, layoutReads: [] });
});
