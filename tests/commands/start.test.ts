/** `npm start` as a person has it: quick the second time, and gone without a trace when told to stop. */
import { afterAll, expect, test } from 'bun:test';
import { bun } from '../../scripts/project.mjs';
import { isGone, prepareCommands } from '../support/site-command.ts';

const { startSite, cleanUp } = prepareCommands();
afterAll(cleanUp);

/** Also checks that SIGTERM to the command alone, which may be npm, ends everything. */
async function timeStart(program: string, ...args: string[]): Promise<number> {
  const site = await startSite(program, ...args);
  site.child.kill('SIGTERM');
  expect(await isGone(site)).toBe(true);
  return site.milliseconds;
}

test('a start with nothing to do answers within two seconds', async () => {
  await timeStart('npm', 'start'); // builds what is stale
  const alone = await timeStart(bun, 'src/server/main.ts');
  const again = Math.min(await timeStart('npm', 'start'), await timeStart('npm', 'start'));
  // Where other work makes even the bare server slow, what the command adds to it is what counts.
  expect(again).toBeLessThan(Math.max(2000, 3 * alone));
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
