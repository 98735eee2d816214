import { expect, test } from 'bun:test';
import { type Judgement, judgeSilence, type StreamTimes } from './stream-health.ts';

const judge = (times: Partial<StreamTimes>): Judgement =>
  judgeSilence({ sinceOpened: 600_000, sinceMessage: null, sinceLastCheck: 1_000, ...times });

test('an open stream is lost after 40 s without a message, and not before', () => {
  expect(judge({ sinceMessage: 0 })).toBe('well');
  expect(judge({ sinceMessage: 39_999 })).toBe('well');
  expect(judge({ sinceMessage: 40_000 })).toBe('lost');
});

test('a page that did not run cannot tell, unless the silence was short', () => {
  expect(judge({ sinceMessage: 40_000, sinceLastCheck: 60_000 })).toBe('unsure');
  expect(judge({ sinceMessage: 14_000, sinceLastCheck: 60_000 })).toBe('well');
});

test('a stream that was opened and says no hello is late after 10 s and lost after 40 s', () => {
  expect(judge({ sinceOpened: 9_999 })).toBe('well');
  expect(judge({ sinceOpened: 10_000 })).toBe('late');
  expect(judge({ sinceOpened: 40_000 })).toBe('lost');
});

test('in a hidden tab, whose timers run once a minute, a silent server is told within two checks', () => {
  expect(judge({ sinceMessage: 60_000, sinceLastCheck: 60_000 })).toBe('unsure');
  expect(judge({ sinceOpened: 60_000, sinceLastCheck: 60_000 })).toBe('lost');
});
