import { describe, expect, test } from 'bun:test';
import { DatabaseDown } from '../errors.ts';
import type { Database } from '../storage/engines/database.ts';
import { claimAfterOutages, claimUnlessTooEarly, recordSent } from './database-outages.ts';

const STATE = { responds: true, canBeWritten: true, outages: 0, writesWaiting: 0, connections: null };

/** Its writes run at once; `beforeWrite` is called before the next one. */
function databaseRecoveredAt(time: number | null) {
  const database = {
    recoveredAt: time,
    canBeWritten: true,
    beforeWrite: () => {},
    state: () => ({ ...STATE, canBeWritten: database.canBeWritten, recoveredAt: database.recoveredAt }),
    write: (async (change) => {
      database.beforeWrite();
      return change(null as never);
    }) as Database['write'],
  };
  return database;
}

describe('messages are not claimed in the three seconds after an outage', () => {
  const tryToClaim = (recoveredAt: number | null) =>
    claimUnlessTooEarly(databaseRecoveredAt(recoveredAt), null as never, async () => 'message');

  test('the time since the outage decides', async () => {
    const now = performance.now();
    expect(await tryToClaim(null)).toEqual({ claimed: 'message' });
    expect(await tryToClaim(now)).toBeNull();
    expect(await tryToClaim(now - 3_000)).toEqual({ claimed: 'message' });
  });

  test('also if it ends just before the write begins', async () => {
    const database = databaseRecoveredAt(null);
    database.beforeWrite = () => {
      database.recoveredAt ??= performance.now() - 2_800;
    };
    const claimedAt = await claimAfterOutages(database, async () => performance.now());
    expect(claimedAt - (database.recoveredAt ?? claimedAt)).toBeGreaterThanOrEqual(3_000);
  });

  test('also if a write succeeds before the end of the outage is noticed', async () => {
    const database = databaseRecoveredAt(null);
    database.canBeWritten = false;
    expect(await claimUnlessTooEarly(database, null as never, async () => 'message')).toBeNull();
  });
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
