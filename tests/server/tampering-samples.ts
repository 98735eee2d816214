/** An entry of every kind and use, and which rule finds that it is missing or repeated. */
import type { EntryKind } from '../../src/core/public-log/entries.ts';
import type { Matching } from './tampering-copy.ts';

const numbered =
  (kind: EntryKind, drawNo: string, more: Matching = () => true): Matching =>
  (entry) =>
    entry.kind === kind && 'drawNo' in entry && entry.drawNo === drawNo && more(entry);

const isAgain: Matching = (entry) => 'opening' in entry && entry.opening === null;
const isDeletion: Matching = (entry) => 'deleted' in entry && entry.deleted;

export interface Sample {
  name: string;
  matches: Matching;
  /** Which rule finds it, besides the remembered checkpoint; null if no rule does. */
  dropped: RegExp | string | null;
  repeated: RegExp | string | null;
}

export const SAMPLES: Sample[] = [
  {
    name: 'the first entry',
    matches: ({ kind }) => kind === 'open',
    dropped: /^Entry 0 .*: the first entry must open the log\.$/,
    repeated: /^Entry 1 .*: only the first entry may open the log\.$/,
  },
  {
    name: 'an adopted result',
    matches: numbered('adopt', 'SC201020263'),
    dropped: 'SC201020263 is published, but it is not public in the log.',
    repeated: /: its id was used before\.$/,
  },
  {
    name: 'an imported result',
    matches: numbered('adopt', 'OLD-1'),
    dropped: 'OLD-1 is published, but it is not public in the log.',
    repeated: /: its id was used before\.$/,
  },
  {
    name: 'a commitment with a beacon',
    matches: numbered('commit', 'SC161120261'),
    dropped: /result of SC161120261.*: there is no commitment for its number\.$/,
    repeated: /commit of SC161120261.*: its slot had a commitment before\.$/,
  },
  {
    name: 'a commitment without a beacon',
    matches: numbered('commit', 'SC151120261'),
    dropped: /result of SC151120261.*: there is no commitment for its number\.$/,
    repeated: /commit of SC151120261.*: its slot had a commitment before\.$/,
  },
  {
    name: 'a commitment that was opened unused',
    matches: numbered('commit', 'SC191120262'),
    dropped: /opened of SC191120262.*: there is no commitment for its number\.$/,
    repeated: /commit of SC191120262.*: its slot had a commitment before\.$/,
  },
  {
    name: 'a missing beacon',
    matches: ({ kind }) => kind === 'nobeacon',
    dropped: /result of SC171120261.*: the signature of its beacon round is missing\.$/,
    repeated: /nobeacon of 2026-11-17.*: its date had such an entry before\.$/,
  },
  {
    name: 'a sealed draft',
    matches: numbered('sealed', 'OLD-3'),
    dropped: null,
    repeated: null,
  },
  {
    name: 'a sealed result',
    matches: numbered('sealed', 'SC151120263'),
    dropped: /result of SC151120263.*: it was not sealed\.$/,
    repeated: null,
  },
  {
    name: 'a result with a beacon',
    matches: numbered('result', 'SC161120261'),
    dropped: 'The seed of SC161120261 was not opened within 24 hours of its slot.',
    repeated: /result of SC161120261.*: it is public already\.$/,
  },
  {
    name: 'a result whose beacon was missing',
    matches: numbered('result', 'SC171120261'),
    dropped: 'The seed of SC171120261 was not opened within 24 hours of its slot.',
    repeated: /result of SC171120261.*: it is public already\.$/,
  },
  {
    name: 'a result without a beacon',
    matches: numbered('result', 'SC151120261'),
    dropped: 'The seed of SC151120261 was not opened within 24 hours of its slot.',
    repeated: /result of SC151120261.*: it is public already\.$/,
  },
  {
    name: 'an edited result',
    matches: numbered('result', 'SC-CHANGED'),
    dropped: 'SC-CHANGED is published, but it is not public in the log.',
    repeated: /result of SC-CHANGED.*: it is public already\.$/,
  },
  {
    name: 'an entered result',
    matches: numbered('result', 'SC151120263'),
    dropped: 'SC151120263 is published, but it is not public in the log.',
    repeated: /result of SC151120263.*: it is public already\.$/,
  },
  {
    name: 'a result that was published again',
    matches: numbered('result', 'SC161120263', isAgain),
    dropped: 'SC161120263 is published, but it is not public in the log.',
    repeated: /result of SC161120263.*: it is public already\.$/,
  },
  {
    name: 'a result that was corrected while withdrawn',
    matches: numbered('result', 'SC-WITHDRAWN'),
    dropped: /was corrected while withdrawn, and this entry does not publish it\.$/,
    repeated: /result of SC-WITHDRAWN.*: it is public already\.$/,
  },
  {
    name: 'the seed of a deleted draft',
    matches: numbered('opened', 'SC151120263'),
    dropped: 'The seed of SC151120263 was not opened within 24 hours of its slot.',
    repeated: /opened of SC151120263.*: its seed was opened before\.$/,
  },
  {
    name: 'the seed of a held draft',
    matches: numbered('opened', 'SC181120265'),
    dropped: null,
    repeated: /opened of SC181120265.*: its seed was opened before\.$/,
  },
  {
    name: 'the seed of a day without drafts',
    matches: numbered('opened', 'SC191120261'),
    dropped: 'The seed of SC191120261 was not opened within 24 hours of its slot.',
    repeated: /opened of SC191120261.*: its seed was opened before\.$/,
  },
  {
    name: 'a correction',
    matches: ({ kind }) => kind === 'correct',
    dropped: 'SC161120262 is published with the number SC-MISREAD, but the log has SC161120262.',
    repeated: /correct of SC161120262.*: it does not begin with what was public\.$/,
  },
  {
    name: 'a withdrawal',
    matches: numbered('withdraw', 'SC161120263'),
    dropped: /result of SC161120263.*: it is public already\.$/,
    repeated: /withdraw of SC161120263.*: it was withdrawn before\.$/,
  },
  {
    name: 'a withdrawal that lasts',
    matches: numbered('withdraw', 'SC171120264'),
    dropped: 'SC171120264 is public in the log, but it is not published.',
    repeated: /withdraw of SC171120264.*: it was withdrawn before\.$/,
  },
  {
    name: 'a deletion',
    matches: numbered('withdraw', 'SC161120265', isDeletion),
    dropped: /result of SC161120265.*: another draw has its number\.$/,
    repeated: /withdraw of SC161120265.*: it was deleted before\.$/,
  },
];
