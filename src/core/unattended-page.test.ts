import { expect, test } from 'bun:test';
import { PAGE_FAILED, PAGE_SHOWN, reloadWhenBack, unattendedPageAt } from './unattended-page.ts';

test('only the board and the frame are unattended, in both languages', () => {
  expect(unattendedPageAt('/board')).toBe('board');
  expect(unattendedPageAt('/ml/embed')).toBe('embed');
  for (const path of ['/', '/ml', '/embed/', '/embed/code', '/embed.data', '/boards', '/admin/board']) {
    expect(unattendedPageAt(path)).toBeNull();
  }
});

/** Runs the script in a window of the test, whose time is moved by hand. */
function openPage(silence: number) {
  let now = 0;
  let isReachable = true;
  let isOk = true;
  let reloads = 0;
  let next = () => {};
  const events = new EventTarget();
  const fetchToday = () =>
    isReachable ? Promise.resolve({ ok: isOk }) : Promise.reject(new TypeError('No connection'));
  new Function('performance', 'addEventListener', 'fetch', 'location', 'setTimeout', reloadWhenBack(silence))(
    { now: () => now },
    events.addEventListener.bind(events),
    fetchToday,
    { reload: () => (reloads += 1) },
    (callback: () => void) => {
      next = callback;
    },
  );
  return {
    report: (event: string) => events.dispatchEvent(new Event(event)),
    set site(state: 'up' | 'closed' | 'gone') {
      isReachable = state !== 'gone';
      isOk = state === 'up';
    },
    async reloadsAfter(milliseconds: number) {
      now += milliseconds;
      next();
      await Bun.sleep(0);
      return reloads;
    },
  };
}

test('a page that reports that it works is never reloaded', async () => {
  const page = openPage(60_000);
  for (let check = 0; check < 30; check++) {
    page.report(PAGE_SHOWN);
    expect(await page.reloadsAfter(10_000)).toBe(0);
  }
});

test('a page that reports nothing for long enough is reloaded, and only when the site answers', async () => {
  const page = openPage(60_000);
  expect(await page.reloadsAfter(59_000)).toBe(0);
  page.site = 'gone';
  expect(await page.reloadsAfter(10_000)).toBe(0);
  page.site = 'closed';
  expect(await page.reloadsAfter(10_000)).toBe(0);
  page.site = 'up';
  expect(await page.reloadsAfter(10_000)).toBe(1);
});

test('a page that reports a failure is reloaded at the next check', async () => {
  const page = openPage(60_000);
  page.report(PAGE_FAILED);
  expect(await page.reloadsAfter(5_000)).toBe(1);
});
