/** Logs of one date, for the tests of the rules that a log is replayed by. */
import { expect } from 'bun:test';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { addDays, HOUR, type Instant, MINUTE } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import type { EntryFields } from '../../src/core/public-log/entries.ts';
import {
  beaconTime,
  createLogBuilder,
  eveOf,
  type LogBuilder,
  lastVerdictOn,
  ORIGIN,
  resultFor,
} from './public-log.ts';

export const signer = createBeaconSigner();
export const D = '2026-03-14';
export const EVE = eveOf(D);
export const ROUND = roundAt(signer.chain, beaconTime(D));
/** The first draw of the date. */
export const DUE = drawInstant(D, '10:00');
export const DRAW_NO = 'SC140320261';

export type Commit = { kind: 'commit' } & EntryFields['commit'];
export type ResultEntry = { kind: 'result' } & EntryFields['result'];

export function openLog(at: Instant = EVE): LogBuilder {
  const log = createLogBuilder(signer);
  log.add({ kind: 'open', origin: ORIGIN, series: 'SC' }, at);
  return log;
}

export async function firstCommit(log: LogBuilder, beacon = true): Promise<Commit> {
  const [commit] = await log.commitments(D, { beacon });
  if (!commit) throw new Error('no commitment');
  return commit;
}

export async function committedLog({ beacon = true } = {}): Promise<LogBuilder> {
  const log = openLog();
  for (const commit of await log.commitments(D, { beacon })) log.add(commit);
  return log;
}

/** Checks the verdict on a last entry. */
export async function expectVerdict(log: LogBuilder, breach: string | null, origin = ORIGIN): Promise<void> {
  const verdict = await lastVerdictOn(log, { origin });
  if (breach === null) expect(verdict).toBeNull();
  else expect(verdict).toContain(`): ${breach}.`);
}

/** Two days with everything that may happen to a draw. */
export async function busyLog(): Promise<LogBuilder> {
  const log = openLog();
  const old = resultFor('2026-03-10', '10:00', '11111');
  log.add({
    kind: 'adopt',
    id: 'old',
    ...old,
    provenance: 'generated',
    publishedAt: '2026-03-10T04:45:00.000Z',
  });
  const waiting = resultFor('2026-03-11', '10:00', '22222');
  log.add(await log.sealed('waiting', waiting));
  for (const commit of await log.commitments(addDays(D, -1), { beacon: false })) log.add(commit);
  for (const commit of await log.commitments(D)) log.add(commit);
  log.add(log.opened(addDays(D, -1), '12:00'), drawInstant(addDays(D, -1), '12:00') + MINUTE);
  log.add(log.unsealed('waiting', waiting), drawInstant(D, '10:00') - HOUR);
  log.add(await log.generated('g1', D, '10:00'), drawInstant(D, '10:00') + 15 * MINUTE);
  const edited = resultFor(D, '12:00', '33333');
  log.add(await log.sealed('e1', edited));
  log.add(log.opened(D, '12:00'), drawInstant(D, '12:00'));
  log.add(log.unsealed('e1', edited, 'edited'), drawInstant(D, '12:00') + 15 * MINUTE);
  const corrected = { ...edited, digits: '44444' };
  log.add({ kind: 'correct', id: 'e1', from: edited, to: corrected, reason: 'typing' });
  log.add({ kind: 'withdraw', id: 'e1', drawNo: edited.drawNo, deleted: false });
  log.add({ kind: 'result', id: 'e1', ...corrected, provenance: 'corrected', opening: null });
  log.add({ kind: 'withdraw', id: 'old', drawNo: old.drawNo, deleted: true });
  return log;
}
