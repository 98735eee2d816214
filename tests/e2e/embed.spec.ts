/** The card in a frame on another site, and the page with its code. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from './fixtures.ts';
import { expect, test as liveTest, TODAY } from './live-site.ts';
import { expectStill } from './page-checks.ts';

const TEN = { date: TODAY, slot: '10:00', digits: '71535', published: true } as const;
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;

/** A page of another origin with a frame for each address, and other attributes of some frames. */
async function openOtherSite(addresses: Record<string, string>): Promise<{ url: string; close(): void }> {
  const frames = Object.entries(addresses).map(
    ([src, attributes]) => `<iframe src="${src}" title="t" width="280" height="180" ${attributes}></iframe>`,
  );
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Other site</title><link rel="icon" href="data:,">${frames.join('')}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

liveTest(
  'on another site it needs no storage, updates in place, and no other page can be framed',
  async ({ page, startSite, allowErrors }) => {
    allowErrors(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
    // The script of the fixture, in the browser's own page for a refused frame and in the sandbox.
    allowErrors(/Failed to read the 'sessionStorage' property/);
    // No browser sends the header of the fixture, which would need a preflight in the sandbox.
    await page.context().setExtraHTTPHeaders({});
    const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [TEN, NOON] });
    // As in browsers that refuse storage to frames of other sites.
    await page.addInitScript(() => {
      if (window === top || location.pathname !== '/embed') return;
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    });
    const other = await openOtherSite({
      [`${url}/embed`]: '',
      // Its origin is opaque.
      [`${url}/ml/embed`]: 'sandbox="allow-scripts allow-popups"',
      [url]: '',
    });
    await page.goto(other.url);
    const [english, malayalam, refused] = await Promise.all(
      (await page.locator('iframe').all()).map(async (frame) =>
        (await frame.elementHandle())?.contentFrame(),
      ),
    );
    expect(await refused?.content()).not.toContain('Swarna Chakra');
    if (!english || !malayalam) throw new Error('The frames are missing.');
    await expect(english.getByRole('img', { name: 'Result 7 1 5 3 5' })).toBeVisible();
    await expect(english.getByText('LIVE NOW 12:00 PM')).toBeVisible();
    const link = english.getByRole('link', { name: /10:00 AM/ });
    await expect(link).toHaveAttribute('href', `${url}/draws/SC151120261`);
    for (const each of await english.getByRole('link').all()) {
      await expect(each).toHaveAttribute('target', '_blank');
      await expect(each).toHaveAttribute('rel', 'noopener');
    }
    const sandboxed = malayalam.getByRole('img', { name: 'ഫലം 7 1 5 3 5' });
    await expect(sandboxed).toBeVisible();
    await expect(sandboxed).toHaveCSS('display', 'grid');
    await expect(malayalam.locator('body')).toHaveCSS('font-family', /Anek/);

    await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/publish`);
    await expect(english.getByRole('img', { name: 'Result 4 8 1 5 2' })).toBeVisible();
    await expect(english.getByText('Next: 02:00 PM')).toBeVisible();
    await expect(malayalam.getByRole('img', { name: 'ഫലം 4 8 1 5 2' })).toBeVisible();
    for (const frame of [english, malayalam]) {
      const overflow = () => [
        document.documentElement.scrollWidth - innerWidth,
        document.documentElement.scrollHeight - innerHeight,
      ];
      expect(await frame.evaluate(overflow)).toEqual([0, 0]);
    }
    other.close();
  },
);

test('the code page copies the snippet of the chosen width and language', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/embed/code');
  await expectStill(page);
  await expect(page.locator('pre')).toContainText(`src="${baseURL}/embed"`);
  await page.getByText('600 px').click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.locator('pre').textContent());
  expect(copied).toContain('width="600" height="300" loading="lazy"');
  await page.getByRole('link', { name: 'Malayalam', exact: true }).click();
  await expect(page.locator('pre')).toContainText(`src="${baseURL}/ml/embed"`);
});
