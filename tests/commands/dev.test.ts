/** `npm run dev`: the real server, with pages compiled from the source on request. */
import { afterAll, expect, test } from 'bun:test';
import { prepareCommands, stopsInTime } from '../support/site-command.ts';

const { startSite, cleanUp } = prepareCommands();
afterAll(cleanUp);

test('serves pages from their source with hot reloading, and stops all its processes', async () => {
  const site = await startSite('node', 'scripts/dev.mjs');
  const page = await fetch(site.url);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await page.text()).toContain('import("/src/web/entry.client.tsx")');

  const source = await fetch(`${site.url}/src/web/entry.client.tsx`);
  expect(source.headers.get('content-type')).toContain('javascript');
  const hotReloading = await fetch(`${site.url}/@vite/client`);
  expect(await hotReloading.text()).toContain('WebSocket');

  site.child.kill('SIGTERM');
  expect(await stopsInTime(site)).toBe(true);
});
