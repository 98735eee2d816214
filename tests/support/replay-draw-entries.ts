/** Entries about draws, and logs that begin with them, for the tests of the rules that a log is replayed by. */
import type { EntryFields, NewEntry } from '../../src/core/public-log/entries.ts';
import type { Result } from '../../src/core/result.ts';
import { createLogBuilder, type LogBuilder, ORIGIN, resultFor } from './public-log.ts';
import { EVE, signer } from './replay-logs.ts';

export const START = EVE;
export const LATER = START + 60_000;
export const MORNING = resultFor('2026-03-10', '10:00', '12345');
export const EVENING = resultFor('2026-03-10', '19:00', '67890');

export const timeText = (time: number) => new Date(time).toISOString();

export type Adopt = { kind: 'adopt' } & EntryFields['adopt'];

export const adopt = (id: string, result: Result, change: Partial<Adopt> = {}): Adopt => ({
  kind: 'adopt',
  id,
  ...result,
  provenance: 'entered',
  publishedAt: timeText(START),
  ...change,
});

/** A log that begins with these entries. */
export function openLog(...entries: NewEntry[]): LogBuilder {
  const log = createLogBuilder(signer);
  log.add({ kind: 'open', origin: ORIGIN, series: 'SC' }, START);
  for (const entry of entries) log.add(entry);
  return log;
}

export const withdraw = (change: Partial<EntryFields['withdraw']> = {}): NewEntry => ({
  kind: 'withdraw',
  id: 'a',
  drawNo: MORNING.drawNo,
  deleted: false,
  ...change,
});

export const correct = (from: Result, to: Result, id = 'a'): NewEntry => ({
  kind: 'correct',
  id,
  from,
  to,
  reason: null,
});
