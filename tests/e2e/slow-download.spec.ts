/** A page that arrives slowly is shown piece by piece, and nothing that is already shown moves. */
import { once } from 'node:events';
import { createServer, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from './fixtures.ts';
import { expectStill } from './page-checks.ts';

const PIECES = 10;
/** Enough for the browser to paint each piece. */
const PAUSE_MS = 60;

async function sendInPieces(page: Buffer, response: ServerResponse): Promise<void> {
  const size = Math.ceil(page.length / PIECES);
  for (let start = 0; start < page.length; start += size) {
    response.write(page.subarray(start, start + size));
    await sleep(PAUSE_MS);
  }
  response.end();
}

/** A proxy that delays the pages of a site, and nothing else. */
async function delayPagesOf(site: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer((request, response) => {
    forward(
      site + request.url,
      { headers: { ...request.headers, 'accept-encoding': '' } },
      async (received) => {
        response.writeHead(received.statusCode ?? 500, received.headers);
        if (received.headers['content-type']?.startsWith('text/html'))
          await sendInPieces(await buffer(received), response);
        else received.pipe(response);
      },
    ).end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

test('a slow page keeps its layout at every width', async ({ page, server }) => {
  const slow = await delayPagesOf(server.url);
  for (const [path, ...widths] of [
    ['/', 768, 1920],
    ['/results', 1920],
    ['/news', 1920],
  ] as const) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(slow.url + path);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expectStill(page);
    }
  }
  await page.close();
  slow.close();
});
