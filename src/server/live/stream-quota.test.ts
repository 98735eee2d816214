import { expect, test } from 'bun:test';
import { stepTimeFrom } from '../../../tests/support/stepped-time.ts';
import { MINUTE } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../log.ts';
import { createStreamQuota } from './stream-quota.ts';

const MANY = { total: 100, perSource: 100 };

function quotaWith(streams: { public?: typeof MANY; admin?: typeof MANY }) {
  const time = stepTimeFrom(0);
  const lines: Record<string, unknown>[] = [];
  const log = createLog('debug', time.clock, (line) => lines.push(JSON.parse(line)));
  const quota = createStreamQuota({ ...time, log, streams: { public: MANY, admin: MANY, ...streams } });
  return { ...quota, time, lines };
}

function refusalOf(action: () => unknown): AppError {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('take did not throw');
}

test('refuses too many streams of one network with a Retry-After, but not those of others', () => {
  const { take, release } = quotaWith({ public: { total: 100, perSource: 2 } });
  take('public', '203.0.113.1');
  take('public', '203.0.113.1');
  const { code, details } = refusalOf(() => take('public', '203.0.113.1'));
  expect(code).toBe('too-many-streams');
  expect(details.retryAfter).toBeGreaterThan(0);
  take('public', '203.0.113.2');
  release('public', '203.0.113.1');
  take('public', '203.0.113.1');
});

test('refuses too many streams in total', () => {
  const { take } = quotaWith({ public: { total: 3, perSource: 2 } });
  for (const network of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) take('public', network);
  expect(refusalOf(() => take('public', '203.0.113.4')).code).toBe('too-many-streams');
});

test('has separate limits for visitors and staff', () => {
  const { take } = quotaWith({ public: { total: 1, perSource: 1 }, admin: { total: 2, perSource: 1 } });
  take('public', '203.0.113.1');
  refusalOf(() => take('public', '203.0.113.2'));
  take('admin', 'asha');
  expect(refusalOf(() => take('admin', 'asha')).code).toBe('too-many-streams');
  take('admin', 'ravi');
  expect(refusalOf(() => take('admin', 'meera')).code).toBe('too-many-streams');
});

test('counts a released stream no longer', () => {
  const { take, release, count } = quotaWith({ public: { total: 2, perSource: 100 } });
  take('public', '203.0.113.1');
  take('public', '203.0.113.2');
  release('public', '203.0.113.1');
  expect(count('public')).toBe(1);
  take('public', '203.0.113.3');
  expect(refusalOf(() => take('public', '203.0.113.4')).code).toBe('too-many-streams');
});

test('adds up what was opened and refused', () => {
  const { take, release, totals } = quotaWith({ public: { total: 2, perSource: 1 } });
  take('public', '203.0.113.1');
  refusalOf(() => take('public', '203.0.113.1'));
  take('public', '203.0.113.2');
  for (let count = 0; count < 2; count += 1) refusalOf(() => take('public', '203.0.113.3'));
  release('public', '203.0.113.1');
  expect(totals('public')).toEqual({ opened: 2, refused: { total: 2, perSource: 1 } });
  expect(totals('admin')).toEqual({ opened: 0, refused: { total: 0, perSource: 0 } });
});

test('logs refusals once a minute for each limit, with their number', async () => {
  const { take, logRefusals, time, lines } = quotaWith({ public: { total: 2, perSource: 1 } });
  take('public', '203.0.113.1');
  const refuse = (times: number, network: string) => {
    for (let count = 0; count < times; count += 1) refusalOf(() => take('public', network));
  };
  logRefusals();
  expect(lines).toEqual([]);
  refuse(1_000, '203.0.113.1');
  logRefusals();
  expect(lines).toMatchObject([
    { level: 'warn', audience: 'public', cap: 'perSource', most: 1, refused: 1_000, source: '203.0.113.1' },
  ]);
  refuse(30, '203.0.113.1');
  await time.advanceBy(MINUTE - 1);
  logRefusals();
  expect(lines).toHaveLength(1);
  await time.advanceBy(1);
  logRefusals();
  expect(lines[1]).toMatchObject({ refused: 30 });
  await time.advanceBy(10 * MINUTE);
  logRefusals();
  expect(lines).toHaveLength(2);

  take('public', '203.0.113.2');
  refuse(5, '203.0.113.3');
  logRefusals();
  expect(lines[2]).toMatchObject({ cap: 'inAll', most: 2, refused: 5 });
  expect(JSON.stringify(lines[2])).not.toContain('203.0.113.3');
});
