/** Clients that send their request slowly keep nobody waiting. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { PAGE_WORK } from '../../src/server/http/work-queue.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { SETTINGS } from './api-site.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer(SETTINGS);
});
afterAll(() => server.stop());

/** Sends the beginning of a message, and never the rest. */
function beginForm() {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      'POST /contact HTTP/1.1',
      'Host: localhost',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 1000',
      '',
      'name=',
    ].join('\r\n'),
  );
  return socket;
}

test('pages are rendered while forms arrive slowly', async () => {
  const forms = Array.from({ length: 2 * PAGE_WORK.atOnce }, beginForm);
  // The forms are handled before the request that follows.
  await Promise.all(forms.map((form) => new Promise((resolve) => form.once('connect', resolve))));
  await (await fetch(`${server.url}/api/health`)).text();
  const response = await fetch(`${server.url}/results?all=1&q=1`);
  expect([response.status, (await response.text()).includes('</html>')]).toEqual([200, true]);
  for (const form of forms) form.destroy();
});

test('five times as many empty parameters cost far less than twenty-five times as much', async () => {
  const timeOf = async (count: number) => {
    const query = [...Array(count).keys()].map((name) => `${name}=`).join('&');
    const took: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const begunAt = performance.now();
      await (await fetch(`${server.url}/api/health?${query}`)).text();
      took.push(performance.now() - begunAt);
    }
    return Math.min(...took);
  };
  expect(await timeOf(1_500)).toBeLessThan(8 * (await timeOf(300)));
});
