import { expect, test } from 'bun:test';
import { type StreamHealth, type StreamTimes, streamHealth } from './stream-health.ts';

const healthOf = (times: Partial<StreamTimes>): StreamHealth =>
  streamHealth({ sinceOpened: 600_000, sinceMessage: null, sinceLastCheck: 1_000, ...times });

test('an open stream is lost after 40 s without a message, and not before', () => {
  expect(healthOf({ sinceMessage: 0 })).toBe('healthy');
  expect(healthOf({ sinceMessage: 39_999 })).toBe('healthy');
  expect(healthOf({ sinceMessage: 40_000 })).toBe('lost');
});

test('a silence during a pause of the page does not count', () => {
  expect(healthOf({ sinceMessage: 40_000, sinceLastCheck: 60_000 })).toBe('unknown');
  expect(healthOf({ sinceMessage: 14_000, sinceLastCheck: 60_000 })).toBe('healthy');
});

test('a stream without hello is late after 10 s and lost after 40 s', () => {
  expect(healthOf({ sinceOpened: 9_999 })).toBe('healthy');
  expect(healthOf({ sinceOpened: 10_000 })).toBe('late');
  expect(healthOf({ sinceOpened: 40_000 })).toBe('lost');
});

test('a hidden tab, whose timers run once a minute, detects a silent server within two checks', () => {
  expect(healthOf({ sinceMessage: 60_000, sinceLastCheck: 60_000 })).toBe('unknown');
  expect(healthOf({ sinceOpened: 60_000, sinceLastCheck: 60_000 })).toBe('lost');
});
