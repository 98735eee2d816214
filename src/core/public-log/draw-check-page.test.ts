/** What the page shows, compared with the log, and the figures behind the steps. */
import { describe, expect, test } from 'bun:test';
import {
  check,
  inputFor,
  openSignedLog,
  proofOf,
  shownAs,
  textOf,
} from '../../../tests/support/draw-proofs.ts';
import {
  adopted,
  committed,
  corrected,
  D,
  DUE,
  drawn,
  drawnWithPublicBeacon,
  EVE,
  LATER,
  OTHER_DIGITS,
  type Published,
  publishedChanged,
  TYPED,
  typed,
} from '../../../tests/support/draws-in-log.ts';
import { HOUR } from '../ist-time.ts';
import { QUICKNET } from './beacon-chain.ts';
import type { DrawReport } from './draw-check.ts';
import type { PublishedDraw } from './published-draw.ts';

const CORRECTION = { at: textOf(LATER), digits: '12345', reason: null };

async function checkShowing(
  published: Published | Promise<Published>,
  change: Partial<PublishedDraw> = {},
): Promise<DrawReport> {
  const { signed, draw } = await published;
  const input = await inputFor(signed, draw);
  return check({ ...input, draw: { ...draw, ...change } });
}

describe.each([
  ['drawn', () => drawn('with')],
  ['entered', () => typed('entered')],
  ['adopted', () => adopted()],
  ['corrected', () => corrected(drawn('with'))],
  ['changed while withdrawn', () => publishedChanged(typed('entered'))],
])('a page that shows a draw that was %s', (_name, publish) => {
  test.each<[field: string, change: Partial<PublishedDraw>]>([
    ['number', { drawNo: 'SC-OTHER' }],
    ['date', { date: '2026-03-13' }],
    ['slot', { slot: '12:00' }],
    ['digits', { digits: '99999' }],
    ['provenance', { provenance: 'edited' }],
    ['publishedAt', { publishedAt: textOf(LATER + 1) }],
  ])('with another %s', async (field, change) => {
    const { log, checkpoint } = await checkShowing(publish(), change);
    expect(log).toMatchObject({
      outcome: 'failed',
      finding: 'differs',
      figures: { field, published: Object.values(change)[0] },
    });
    expect(checkpoint).toBeNull();
  });

  test('with another id', async () => {
    const { log, digits } = await checkShowing(publish(), { id: 'b' });
    expect([log.finding, digits.finding]).toEqual(['not public', 'no result']);
  });
});

describe('corrections', () => {
  const failure = { outcome: 'failed', finding: 'differs', figures: { field: 'corrections' } };

  test('that the log does not have', async () => {
    const { log } = await checkShowing(drawn('with'), { corrections: [CORRECTION] });
    expect(log).toMatchObject(failure);
  });

  test.each<[string, PublishedDraw['corrections']]>([
    ['none', []],
    ['with another time', [{ at: textOf(LATER + 1), digits: TYPED.digits, reason: 'misread' }]],
    ['with other former digits', [{ at: textOf(LATER), digits: '12345', reason: 'misread' }]],
    ['with another reason', [{ at: textOf(LATER), digits: TYPED.digits, reason: null }]],
  ])('that the page shows otherwise: %s', async (_name, corrections) => {
    expect((await checkShowing(corrected(typed('entered')))).log.finding).toBe('corrected');
    expect((await checkShowing(corrected(typed('entered')), { corrections })).log).toMatchObject(failure);
    expect((await checkShowing(corrected(adopted()), { corrections })).log).toMatchObject(failure);
  });

  test('from before the log are allowed for an adopted draw', async () => {
    const before = [{ ...CORRECTION, at: textOf(EVE - HOUR) }];
    expect((await checkShowing(adopted(), { corrections: before })).log.finding).toBe('unchanged');
    const { signed, draw } = await corrected(adopted());
    const { log } = await checkShowing({ signed, draw }, { corrections: [...before, ...draw.corrections] });
    expect(log).toMatchObject({ outcome: 'passed', finding: 'corrected' });
  });
});

describe('the digits that the page shows', () => {
  test.each<[string, () => Promise<Published>]>([
    ['drawn', () => drawn('with')],
    ['typed', () => typed('edited')],
  ])('are not those that were %s', async (_name, publish) => {
    const { digits } = await checkShowing(publish(), { digits: OTHER_DIGITS });
    expect(digits).toMatchObject({
      outcome: 'failed',
      finding: 'digits differ',
      figures: { digits: OTHER_DIGITS },
    });
  });

  test('were not corrected by the correction of another draw', async () => {
    const { signed, draw } = await drawn('with');
    const { log } = signed;
    const other = await log.generated('b', D, '12:00');
    log.add(other);
    const { drawNo, date, slot, digits } = other;
    const from = { drawNo, date, slot, digits };
    log.add({ kind: 'correct', id: 'b', from, to: { ...from, digits: OTHER_DIGITS }, reason: null });
    const proof = await proofOf(signed, log.texts.map((_, index) => index).slice(1));
    const input = { ...(await inputFor(signed, draw)), proof };
    // Entries of another draw that keep the rules change nothing.
    expect(await check(input)).toMatchObject({
      digits: { finding: 'follow' },
      log: { outcome: 'passed', finding: 'unchanged' },
    });
    expect(await check({ ...input, draw: { ...draw, digits: OTHER_DIGITS } })).toMatchObject({
      digits: { outcome: 'failed', finding: 'digits differ' },
      log: { outcome: 'failed', finding: 'differs' },
    });
  });

  test('are compared with the first seal, also if another one follows at the same time', async () => {
    const signed = openSignedLog(EVE);
    const { log } = signed;
    log.add(await log.sealed('a', TYPED), DUE);
    const entry = log.unsealed('a', TYPED);
    log.add(entry);
    const to = { ...TYPED, digits: OTHER_DIGITS };
    log.add({ kind: 'withdraw', id: 'a', drawNo: TYPED.drawNo, deleted: false });
    log.add(await log.sealed('a', to));
    log.add({ kind: 'correct', id: 'a', from: TYPED, to, reason: null });
    const again = log.unsealed('a', to, 'corrected');
    log.add(again);
    const correction = { at: textOf(DUE), digits: TYPED.digits, reason: null };
    const { digits, log: step } = await check(await inputFor(signed, shownAs(again, DUE, [correction])));
    expect(step.finding).toBe('corrected');
    expect(digits).toMatchObject({
      finding: 'corrected later',
      figures: { sealedDigits: TYPED.digits, digits: OTHER_DIGITS },
    });
  });
});

describe('the digits of the unused seed', () => {
  test('are those of the slot, also if staff changed the number', async () => {
    const { draw } = await drawn('with');
    for (const drawNo of [TYPED.drawNo, 'SC-EDITED']) {
      const { digits } = await checkShowing(typed('edited', { ...TYPED, drawNo }));
      expect(digits).toMatchObject({
        finding: 'seal opens',
        figures: { digits: TYPED.digits, unusedDigits: draw.digits },
      });
    }
  });

  test.each<['missing' | 'without' | 'with', boolean]>([
    ['missing', true],
    ['without', true],
    ['with', false],
  ])('opened without a signature, %s beacon: are known: %p', async (beacon, isKnown) => {
    const signed = await committed(beacon);
    const { log } = signed;
    log.add(await log.sealed('a', TYPED), DUE);
    const entry = log.unsealed('a', TYPED);
    log.add(entry);
    log.add(log.opened(D, '10:00', 'without signature'));
    const report = await check(await inputFor(signed, shownAs(entry, DUE)));
    expect(report.log.finding).toBe('unchanged');
    expect('unusedDigits' in report.digits.figures).toBe(isKnown);
  });

  test('are not shown while the seed is secret', async () => {
    const signed = await committed('with');
    signed.log.add(await signed.log.sealed('a', TYPED), DUE);
    const entry = signed.log.unsealed('a', TYPED);
    signed.log.add(entry);
    const { digits } = await check(await inputFor(signed, shownAs(entry, DUE)));
    expect(digits.figures).toEqual({
      digits: TYPED.digits,
      salt: expect.stringMatching(/^[0-9a-f]{64}$/),
      computedSeal: expect.stringMatching(/^[0-9a-f]{64}$/),
      seal: digits.figures['computedSeal'] ?? '',
      sealedAt: textOf(DUE),
    });
  });
});

test.each(['id', 'genesis', 'period'] as const)(
  'a beacon that only looks like the public one, with another %s, is not called public',
  async (field) => {
    const input = await drawnWithPublicBeacon();
    const changed = {
      ...QUICKNET,
      ...{
        id: { id: 'ab'.repeat(32) },
        genesis: { genesis: QUICKNET.genesis - 3 },
        period: { period: 3.0001 },
      }[field],
    };
    const { beacon } = await check({ ...input, chains: new Map([[QUICKNET.id, changed]]) });
    expect(beacon).toMatchObject({ outcome: 'passed', finding: 'genuine of this site' });
  },
);
