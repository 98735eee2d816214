import { expect, test } from 'bun:test';
import { createQueryId } from 'kysely';
import { HOUR, SECOND } from '../../core/ist-time.ts';
import { translateTimes } from './translate-times.ts';

test('a stored time is read with the offset of the clocks, which only changes by more than a second', async () => {
  let ahead = HOUR;
  const plugin = translateTimes({ machine: { now: () => 0 }, server: { now: () => ahead } });
  const read = async () => {
    const rows = [{ at: new Date(2 * HOUR), name: 'Asha' }];
    const { rows: shifted } = await plugin.transformResult({ queryId: createQueryId(), result: { rows } });
    return shifted;
  };
  const shown = [{ at: new Date(HOUR), name: 'Asha' }];
  expect(await read()).toEqual(shown);
  ahead = HOUR + SECOND;
  expect(await read()).toEqual(shown);
  ahead = HOUR - SECOND;
  expect(await read()).toEqual(shown);
  ahead = HOUR + SECOND + 1;
  expect(await read()).toEqual([{ at: new Date(HOUR - SECOND - 1), name: 'Asha' }]);
});
