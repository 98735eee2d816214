/** Clients that send slowly, or much, keep nobody waiting. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
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

/** More than are handled at the same time. */
const SLOW_FORMS = 10;

test('pages are rendered and forms are handled while other forms arrive slowly', async () => {
  const forms = Array.from({ length: SLOW_FORMS }, beginForm);
  // The forms are handled before the request that follows.
  await Promise.all(forms.map((form) => new Promise((resolve) => form.once('connect', resolve))));
  await (await fetch(`${server.url}/api/health`)).text();
  const page = await fetch(`${server.url}/results?all=1&q=1`);
  expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true]);
  const form = await fetch(`${server.url}/contact`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ name: 'Asha' }),
  });
  expect([form.status, (await form.text()).includes('</html>')]).toEqual([422, true]);
  for (const unfinished of forms) unfinished.destroy();
});

test('a query that is too long is refused before it is read', async () => {
  const longest = `?${'a&'.repeat(2_000)}`.slice(0, 4_000);
  for (const path of ['/', '/api/draws', '/results/2026-11-15']) {
    expect((await fetch(server.url + path + longest)).status).not.toBe(414);
    const response = await fetch(`${server.url}${path}${longest}a`);
    expect([response.status, (await response.json()).code]).toEqual([414, 'address-too-long']);
  }
});
