/** `npm start`: the second start is fast, and a signal stops all its processes. */
import { afterAll, expect, test } from 'bun:test';
import { bun } from '../../scripts/project.mjs';
import { prepareCommands, stopsInTime } from '../support/site-command.ts';

const { startSite, cleanUp } = prepareCommands();
afterAll(cleanUp);

/** Also checks that SIGTERM to the command alone, which may be npm, stops all processes. */
async function timeStart(program: string, ...args: string[]): Promise<number> {
  const site = await startSite(program, ...args);
  site.child.kill('SIGTERM');
  expect(await stopsInTime(site)).toBe(true);
  return site.milliseconds;
}

test('responds within two seconds if nothing is to be installed or built', async () => {
  await timeStart('npm', 'start'); // builds the pages if needed
  const alone = await timeStart(bun, 'src/server/main.ts');
  const again = Math.min(await timeStart('npm', 'start'), await timeStart('npm', 'start'));
  // On a busy machine the server alone is slow, so the limit depends on it.
  expect(again).toBeLessThan(Math.max(2000, 3 * alone));
});

test('Ctrl-C, which signals every process, stops all processes', async () => {
  const site = await startSite('npm', 'start');
  process.kill(-site.group, 'SIGINT');
  expect(await stopsInTime(site)).toBe(true);
});

test('SIGTERM to the start script alone stops all processes, with exit code 0', async () => {
  const site = await startSite('node', 'scripts/start.mjs');
  site.child.kill('SIGTERM');
  expect(await site.ended).toEqual([0, null]);
  expect(await stopsInTime(site)).toBe(true);
});

test('the server stops when the start script is killed', async () => {
  const site = await startSite('node', 'scripts/start.mjs');
  site.child.kill('SIGKILL');
  expect(await stopsInTime(site)).toBe(true);
});
