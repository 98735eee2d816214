/** The first entry of a log, and the origins that it may have. */
import { describe, expect, test } from 'bun:test';
import {
  createLogBuilder,
  type LogBuilder,
  ORIGIN,
  resultFor,
  verdictsOn,
} from '../../../tests/support/public-log.ts';
import { D, EVE, signer } from '../../../tests/support/replay-logs.ts';
import { continues, parseOrigin } from './replay-origin.ts';

const ROOT = Buffer.alloc(32, 7).toString('base64');

const open = { kind: 'open', origin: ORIGIN, series: 'SC' } as const;
const continued = (origin: string) =>
  ({ kind: 'continue', origin, size: 9, root: ROOT, reason: 'restored' }) as const;

describe('the first entry', () => {
  const firstVerdict = async (entry: Parameters<LogBuilder['add']>[0], origin: string) => {
    const log = createLogBuilder(signer);
    log.add(entry, EVE);
    return (await verdictsOn(log, { origin }))[0];
  };

  test('opens the log under the origin of the checkpoint', async () => {
    expect(await firstVerdict(open, ORIGIN)).toBeNull();
    expect(await firstVerdict(open, 'other.example.org/log')).toContain(
      'its origin is not that of the checkpoint',
    );
  });

  test('does not open a log whose origin has a number', async () => {
    const numbered = `${ORIGIN}/2`;
    expect(await firstVerdict({ ...open, origin: numbered }, numbered)).toContain('of a continued log');
  });

  test.each([
    [`${ORIGIN}/2`, ORIGIN, true],
    [`${ORIGIN}/3`, ORIGIN, true],
    [`${ORIGIN}/3`, `${ORIGIN}/2`, true],
    [`${ORIGIN}/10`, `${ORIGIN}/9`, true],
    [`${ORIGIN}/2`, `${ORIGIN}/2`, false],
    [`${ORIGIN}/2`, `${ORIGIN}/3`, false],
    [`${ORIGIN}/2`, `${ORIGIN}/1`, false],
    [`${ORIGIN}/02`, ORIGIN, false],
    [`${ORIGIN}/1`, ORIGIN, false],
    [`${ORIGIN}/0`, ORIGIN, false],
    [ORIGIN, ORIGIN, false],
    [ORIGIN, `${ORIGIN}/2`, false],
    [`other.example.org/log/2`, ORIGIN, false],
  ])('of %s after %s: accepted is %p', async (origin, former, isAccepted) => {
    const verdict = await firstVerdict(continued(former), origin);
    if (isAccepted) expect(verdict).toBeNull();
    else expect(verdict).toContain('does not continue the origin that it names');
  });

  test('is nothing else', async () => {
    const log = createLogBuilder(signer);
    log.add(await log.sealed('a', resultFor(D, '10:00', '12345')), EVE);
    expect(await verdictsOn(log)).toEqual([expect.stringContaining('the first entry must open the log')]);
  });

  test.each([open, continued(`${ORIGIN}`)])('comes only once: %p', async (second) => {
    const log = createLogBuilder(signer);
    log.add(open, EVE);
    log.add(second);
    expect(await verdictsOn(log)).toEqual([
      null,
      expect.stringContaining('only the first entry may open the log'),
    ]);
  });
});

test.each(['', 'results.example.org', 'a b/log', 'a+b/log', `${ORIGIN}/`, `${ORIGIN}/2/3`, `${ORIGIN}/1`])(
  'no log has the origin %p',
  (origin) => {
    expect(parseOrigin(origin)).toBeNull();
    expect(continues(`${ORIGIN}/9`, origin)).toBe(false);
    expect(continues(origin, ORIGIN)).toBe(false);
  },
);
