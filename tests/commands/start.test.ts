/** `npm start`: what is built is not built again, and a signal stops all its processes. */
import { afterAll, expect, test } from 'bun:test';
import { prepareCommands, stopsInTime } from '../support/site-command.ts';

const { startSite, cleanUp } = prepareCommands();
afterAll(cleanUp);

test('without a terminal it prints JSON lines only, builds nothing again, and SIGTERM to npm alone stops all processes', async () => {
  const site = await startSite('npm', '--silent', 'start');
  const messages = site.lines.map((line) => JSON.parse(line).msg);
  expect(messages).toContain('listening');
  expect(messages.filter((message) => /^(Installing|Building)/.test(message))).toEqual([]);
  site.child.kill('SIGTERM');
  expect(await stopsInTime(site)).toBe(true);
});

test('the server stops when the start script is killed', async () => {
  const site = await startSite('node', 'scripts/start.mjs');
  site.child.kill('SIGKILL');
  expect(await stopsInTime(site)).toBe(true);
});
