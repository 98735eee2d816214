/** Manipulations that the auditor finds and the check of a draw does not, each with its reason. */
import { TWO_RESULTS } from './tampering-results.ts';

interface Unseen {
  reason: string;
  /** The finding of the fifth step, which is noted, not passed; by default the log contains what was remembered. */
  memory?: 'restored';
  names: string[];
}

const GROUPS: Unseen[] = [
  {
    reason: 'The result is not shown any more, so there is no page with a check.',
    names: TWO_RESULTS.flatMap((drawNo) => [
      `${drawNo} in the table only: deleted`,
      `${drawNo} in the table only: withdrawn`,
    ]),
  },
  {
    reason: 'The entry is in no proof of a published draw, and the tree is as it was.',
    names: [
      'the first entry is changed without its hash',
      'the seed of a day without drafts is changed without its hash',
      'the row of entry 0 is gone',
    ],
  },
  {
    reason: 'A proof does not contain the hash of its own entry, and no other proof here needs it.',
    names: ['the first entry has another hash'],
  },
  {
    reason: 'The entry was added after the remembered checkpoint, and is in no proof of a published draw.',
    names: [
      'an entry that continues another log, in the middle',
      'a draft is opened before its time',
      'a commitment for a day that is over',
      'a commitment without a beacon for a day that is over',
      'a commitment long before its day',
    ],
  },
  {
    reason: 'The result of another draw may have opened the seed, and a proof does not contain that result.',
    names: ['a draft is replaced by an entered one, its seed never opened'],
  },
  {
    reason: 'A proof contains the entries of one id only. The digits are those of the seed.',
    names: ['a draft is published twice under two ids'],
  },
  {
    reason:
      'The first entry, which names the former log, is in no proof of a draw. The page says that the log is new.',
    memory: 'restored',
    names: [
      'the origin of a continued log without an entry that continues',
      'the first entry names a continued log as well',
      'a log that continues another root',
      'a log that continues another site',
      'a log that continues a later log',
    ],
  },
];

/** By the name of the manipulation. */
export const UNSEEN: ReadonlyMap<string, Unseen> = new Map(
  GROUPS.flatMap((group) => group.names.map((name) => [name, group])),
);
