import { expect, test } from 'bun:test';
import { DatabaseDown } from '../errors.ts';
import type { Database } from '../storage/engines/database.ts';
import { canClaim, recordSent } from './database-outages.ts';

const databaseThat = (recoveredAt: number | null): Pick<Database, 'state'> => ({
  state: () => ({ responds: true, canBeWritten: true, outages: recoveredAt === null ? 0 : 1, recoveredAt }),
});

test('messages are not claimed in the three seconds after an outage', () => {
  const now = performance.now();
  expect(canClaim(databaseThat(null))).toBe(true);
  expect(canClaim(databaseThat(now))).toBe(false);
  expect(canClaim(databaseThat(now - 3_000))).toBe(true);
});

test('what was sent is recorded when the outage is over', async () => {
  const errors = [new DatabaseDown('first'), new DatabaseDown('second')];
  const write: Database['write'] = (change) => {
    const error = errors.pop();
    return error ? Promise.reject(error) : change(null as never);
  };
  expect(
    await recordSent(
      { write },
      async () => 'recorded',
      () => false,
    ),
  ).toBe('recorded');
  expect(errors).toEqual([]);
});

test.each([
  ['the server stops during the outage', new DatabaseDown('gone'), true],
  ['the error is no outage', new Error('a fault'), false],
])('recording rejects if %s', async (_, error, isStopped) => {
  const write: Database['write'] = () => Promise.reject(error);
  await expect(
    recordSent(
      { write },
      async () => {},
      () => isStopped,
    ),
  ).rejects.toBe(error);
});
