/** Drafts that are thrown away for better ones, and seeds that nobody is to see. */
import { addDays, DAY, HOUR, type Instant, instantOf } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { commitTo } from '../../src/core/public-log/commitment.ts';
import { withTime } from '../../src/core/public-log/entries.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { REWRITTEN, type Tampering } from './tampering-case.ts';
import type { Insider } from './tampering-copy.ts';
import { dayOf, signer } from './tampering-life.ts';
import {
  BETTER_SEED,
  betterOpening,
  commitAgain,
  PENDING,
  type Pending,
  publishFrom,
  ROUND,
  sealAndPublish,
  TODAY,
  trueOpening,
} from './tampering-pending.ts';
import { exchangeSeed } from './tampering-seeds.ts';

interface Trick {
  name: string;
  /** The time of the audit; by default that of the result. */
  now?: (pending: Pending) => Instant;
  play(insider: Insider, pending: Pending): void | Promise<void>;
  finds(pending: Pending): (string | RegExp)[];
}

const openLate = (pending: Pending): Instant => drawInstant(TODAY, pending.slot) + DAY + 1;

const TRICKS: Trick[] = [
  {
    name: 'published from a better seed',
    play: (insider, pending) => publishFrom(insider, pending, betterOpening()),
    finds: ({ drawNo }) => [new RegExp(`result of ${drawNo}.*: its seed is not that of the commitment`)],
  },
  {
    name: 'published from a better seed that was always committed',
    async play(insider, pending) {
      await exchangeSeed(insider, pending.drawNo, BETTER_SEED);
      await publishFrom(insider, pending, betterOpening());
    },
    finds: () => [REWRITTEN],
  },
  {
    name: 'committed again after the round',
    async play(insider, pending) {
      await commitAgain(insider, pending, pending.at);
      await publishFrom(insider, pending, betterOpening());
    },
    finds: ({ drawNo }) => [
      new RegExp(`commit of ${drawNo}.*: its slot had a commitment before`),
      new RegExp(`result of ${drawNo}.*: its seed is not that of the commitment`),
    ],
  },
  {
    name: 'committed late instead of in time',
    async play(insider, pending) {
      const { drawNo } = pending;
      insider.texts.splice(
        insider.indexOf((entry) => entry.kind === 'commit' && entry.drawNo === drawNo),
        1,
      );
      await commitAgain(insider, pending, pending.at);
      await publishFrom(insider, pending, betterOpening());
    },
    finds: ({ drawNo }) => [
      REWRITTEN,
      new RegExp(`commit of ${drawNo}.*: it was made after its beacon round`),
    ],
  },
  {
    name: 'deleted, and a better one is called random',
    play: (insider, pending) => sealAndPublish(insider, pending, 'generated'),
    finds: ({ drawNo }) => [
      new RegExp(`result of ${drawNo}.*: a sealed result is entered or edited when it is first published`),
    ],
  },
  {
    name: 'opened, and a better seed is used all the same',
    async play(insider, pending) {
      const { drawNo, at } = pending;
      insider.append(withTime({ kind: 'opened', drawNo, ...trueOpening(insider, drawNo) }, at));
      await publishFrom(insider, pending, betterOpening());
    },
    finds: ({ drawNo }) => [new RegExp(`result of ${drawNo}.*: its seed was opened in another way before`)],
  },
  {
    name: 'published without the signature of the beacon',
    play: (insider, pending) =>
      publishFrom(insider, pending, { ...trueOpening(insider, pending.drawNo), signature: null }),
    finds: ({ drawNo }) => [
      new RegExp(`result of ${drawNo}.*: the signature of its beacon round is missing`),
    ],
  },
  {
    name: 'said to be without a beacon although its signature was shown',
    async play(insider, pending) {
      insider.append(withTime({ kind: 'nobeacon', date: TODAY, round: ROUND }, pending.at));
      const opening = { ...trueOpening(insider, pending.drawNo), signature: null };
      await publishFrom(insider, pending, opening);
    },
    finds: () => [/nobeacon of 2026-11-21.*: the signature of its round was shown before/],
  },
  {
    name: 'replaced by an entered one, its seed never opened',
    now: openLate,
    play: (insider, pending) => sealAndPublish(insider, pending, 'entered'),
    finds: ({ drawNo }) => [`The seed of ${drawNo} was not opened within 24 hours of its slot.`],
  },
  {
    name: 'replaced by an entered one, its seed opened late',
    now: openLate,
    async play(insider, pending) {
      const { drawNo } = pending;
      await sealAndPublish(insider, pending, 'entered');
      const opened = { kind: 'opened', drawNo, ...trueOpening(insider, drawNo) } as const;
      insider.append(withTime(opened, openLate(pending)));
    },
    finds: ({ drawNo }) => [`The seed of ${drawNo} was opened later than 24 hours after its slot.`],
  },
  {
    name: 'published twice under two ids',
    async play(insider, pending) {
      const opening = trueOpening(insider, pending.drawNo);
      await publishFrom(insider, pending, opening);
      await publishFrom(insider, pending, opening, 'second');
    },
    finds: ({ drawNo }) => [new RegExp(`result of ${drawNo}.*: another draw has its number`)],
  },
  {
    name: 'opened before its time',
    now: ({ at }) => at - HOUR,
    play: (insider, { drawNo, at }) =>
      insider.append(withTime({ kind: 'opened', drawNo, ...trueOpening(insider, drawNo) }, at - HOUR)),
    finds: ({ drawNo }) => [
      new RegExp(`opened of ${drawNo}.*: its seed was opened before the time of the draw`),
    ],
  },
];

const tricks: Tampering[] = TRICKS.map(({ name, now, play, finds }) => ({
  name: `a draft is ${name}`,
  now: now?.(PENDING) ?? PENDING.at,
  tamper: (insider) => play(insider, PENDING),
  finds: finds(PENDING),
}));

const late = (name: string, date: string, chain: string, round: number, finding: RegExp): Tampering => ({
  name,
  async tamper(insider) {
    const [, month = '', day = ''] = date.split('-');
    const context = { date, slot: '10:00', drawNo: `SC${day}${month}20261`, chain, round } as const;
    const commit = await commitTo(context, Uint8Array.fromHex(BETTER_SEED), nodeCrypto);
    const at = Date.parse(insider.entries().at(-1)?.at ?? '');
    insider.append(withTime({ kind: 'commit', ...context, commit }, at));
  },
  finds: [finding],
});

const dayBefore = addDays(dayOf(0), -1);

export const draftTamperings: Tampering[] = [
  ...tricks,
  late(
    'a commitment for a day that is over',
    dayBefore,
    signer.chain.id,
    roundAt(signer.chain, instantOf(dayBefore, '06:00')),
    /commit of SC141120261.*: it was made after its beacon round/,
  ),
  late(
    'a commitment without a beacon for a day that is over',
    dayBefore,
    '',
    0,
    /commit of SC141120261.*: it was made neither on its date nor on the day before/,
  ),
  late(
    'a commitment long before its day',
    addDays(TODAY, 5),
    signer.chain.id,
    roundAt(signer.chain, instantOf(addDays(TODAY, 5), '06:00')),
    /commit of SC261120261.*: it was not made on the day before its date/,
  ),
];
