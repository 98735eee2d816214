/** `npm start` as a person has it: quick the second time, and gone without a trace when told to stop. */
import { afterAll, expect, test } from 'bun:test';
import { isGone, prepareCommands } from '../support/site-command.ts';

const { startSite, cleanUp } = prepareCommands();
afterAll(cleanUp);

test('a second start answers within two seconds', async () => {
  for (const limit of [Number.POSITIVE_INFINITY, 2000]) {
    const site = await startSite('npm', 'start');
    site.child.kill('SIGTERM');
    expect(await isGone(site)).toBe(true);
    expect(site.milliseconds).toBeLessThan(limit);
  }
});

test('SIGTERM to npm alone ends everything', async () => {
  const site = await startSite('npm', 'start');
  site.child.kill('SIGTERM');
  expect(await isGone(site)).toBe(true);
});

test('Ctrl-C, which reaches every process at once, ends everything', async () => {
  const site = await startSite('npm', 'start');
  process.kill(-site.group, 'SIGINT');
  expect(await isGone(site)).toBe(true);
});

test('SIGTERM to the start script alone ends everything, and well', async () => {
  const site = await startSite('node', 'scripts/start.mjs');
  site.child.kill('SIGTERM');
  expect(await site.ended).toEqual([0, null]);
  expect(await isGone(site)).toBe(true);
});

test('a start script that is killed takes its server along', async () => {
  const site = await startSite('node', 'scripts/start.mjs');
  site.child.kill('SIGKILL');
  expect(await isGone(site)).toBe(true);
});
