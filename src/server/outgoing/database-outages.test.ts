import { expect, test } from 'bun:test';
import { DatabaseDown } from '../errors.ts';
import type { Database } from '../storage/engines/database.ts';
import { canClaim, recordSent } from './database-outages.ts';

const STATE = { responds: true, canBeWritten: true, outages: 0, writesWaiting: 0, connections: null };
const databaseRecoveredAt = (recoveredAt: number | null): Pick<Database, 'state'> => ({
  state: () => ({ ...STATE, recoveredAt }),
});

test('messages are not claimed in the three seconds after an outage', () => {
  const now = performance.now();
  expect(canClaim(databaseRecoveredAt(null))).toBe(true);
  expect(canClaim(databaseRecoveredAt(now))).toBe(false);
  expect(canClaim(databaseRecoveredAt(now - 3_000))).toBe(true);
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
