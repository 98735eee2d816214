/** Changes that no auditor can find by the specification: each of them must pass, or the table is out of date. */
import { DAY, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { withTime } from '../../src/core/public-log/entries.ts';
import { continueLog } from '../../src/server/public-log/open-log.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import type { Tampering } from './tampering-case.ts';
import { digitColumns } from './tampering-copy.ts';
import { dayOf, signer } from './tampering-life.ts';
import { betterOpening, PENDING, publishFrom } from './tampering-pending.ts';
import { exchangeSeed } from './tampering-seeds.ts';
import { contextOf } from './tampering-site.ts';

interface Undetectable extends Omit<Tampering, 'finds'> {
  reason: string;
}

const D1 = dayOf(1);

async function continueIn(file: string, now: number): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', file });
  const { randomBytes } = contextOf(database, now);
  await database.write((tx) => continueLog(tx, { now, formerLog: 1, randomBytes }));
  await database.close();
}

export const NOT_DETECTABLE: Undetectable[] = [
  {
    name: 'other digits in a copy, and a restore from it',
    reason:
      'After a restore the former log is no longer served. The auditor notes that it cannot be compared.',
    async tamper({ file, run }) {
      run(
        `update draws set digit_1 = '0', public_digits = '0' || substr(public_digits, 2)
         where draw_no = 'SC161120261'`,
      );
      await continueIn(file, instantOf(dayOf(6), '12:45'));
    },
  },
  {
    name: 'a better seed whose commitment no auditor had seen',
    reason:
      'The log proves the time of a commitment only to those who have a checkpoint from before its round.',
    rememberedAfter: 'dayWithMissingBeacon',
    now: PENDING.at,
    async tamper(insider) {
      await exchangeSeed(insider, PENDING.drawNo, betterOpening().seed);
      await publishFrom(insider, PENDING, betterOpening());
    },
  },
  {
    name: 'a beacon that is said to be missing before any of its signatures was shown',
    reason:
      'Nobody outside knows whether the server reached the beacon. The results are labelled as fixed beforehand.',
    copiedAfter: 'firstDay',
    rememberedAfter: 'firstDay',
    now: instantOf(D1, '06:02'),
    tamper: (insider) =>
      insider.append(
        withTime(
          { kind: 'nobeacon', date: D1, round: roundAt(signer.chain, instantOf(D1, '06:00')) },
          instantOf(D1, '06:00') + MINUTE,
        ),
      ),
  },
  {
    name: 'a correction from before the log',
    reason: 'The log adopts a result without its former corrections.',
    tamper: ({ run }) =>
      run(
        `update draws set corrections = replace(corrections, 'typing', 'other') where draw_no = 'SC031020262'`,
      ),
  },
  {
    name: 'the digits of a draft',
    reason: 'Drafts are secret. The publication of changed digits breaks a rule.',
    tamper: ({ read, setDraw }) => {
      const [draft] = read<{ id: string }>(`select id from draws where draw_no = 'SC211120264'`);
      setDraw(draft?.id ?? '', { ...digitColumns('77777'), public_digits: null });
    },
  },
  {
    name: 'a sealed draft that was deleted',
    reason: 'A draft that was never public may be deleted without an entry.',
    tamper: ({ run }) => run(`delete from draws where draw_no = 'OLD-3'`),
  },
  {
    name: 'a time after the remembered checkpoint',
    reason: 'Times are what the log says. Only their order can be checked.',
    tamper(insider) {
      const index = insider.indexOf((entry) => entry.kind === 'result' && entry.drawNo === 'SC211120262');
      const entry = insider.get('result', ({ drawNo }) => drawNo === 'SC211120262');
      const at = Date.parse(entry.at) + MINUTE;
      insider.edit(index, { at: new Date(at).toISOString() });
      insider.setDraw(entry.id, { published_at: at });
    },
  },
  {
    name: 'the time of the last entry in the state',
    reason: 'It is not served. Later entries still have to be in order.',
    tamper: ({ run }) => run('update log_state set last_at = last_at - ?', DAY),
  },
  {
    name: 'the record of activity',
    reason: 'It is for staff, and not in the log.',
    tamper: ({ run, read }) => {
      const triggers = read<{ name: string }>(
        `select name from sqlite_master where type = 'trigger' and tbl_name = 'activity'`,
      );
      for (const { name } of triggers) run(`drop trigger ${name}`);
      run('delete from activity');
    },
  },
];
