import { expect, test } from 'bun:test';
import { AppError } from '../errors.ts';
import { createSeats } from './seats.ts';
import { STREAM_LIMITS } from './stream-limits.ts';

const seatsFor = (streamsPerNetwork: number, streamsInAll: number) =>
  createSeats({ ...STREAM_LIMITS, streamsPerNetwork, streamsInAll });

function refusalOf(action: () => unknown): AppError {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was not refused');
}

test('too many from one address are refused, with a time to come back, and others are not', () => {
  const seats = seatsFor(2, 100);
  const leave = seats.take('203.0.113.1');
  seats.take('203.0.113.1');
  const { code, details } = refusalOf(() => seats.take('203.0.113.1'));
  expect(code).toBe('too-many-streams');
  expect(details.retryAfter).toBeGreaterThan(0);
  seats.take('203.0.113.2');
  leave();
  seats.take('203.0.113.1');
});

test('too many in all are refused', () => {
  const seats = seatsFor(2, 3);
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) seats.take(address);
  expect(refusalOf(() => seats.take('203.0.113.4')).code).toBe('too-many-streams');
});

test('a seat is given back once, however often it is left', () => {
  const seats = seatsFor(100, 2);
  const leave = seats.take('203.0.113.1');
  seats.take('203.0.113.2');
  leave();
  leave();
  seats.take('203.0.113.3');
  expect(refusalOf(() => seats.take('203.0.113.4')).code).toBe('too-many-streams');
});
