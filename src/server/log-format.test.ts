import { describe, expect, test } from 'bun:test';
import { AppError } from './errors.ts';
import { type LogEntry, writeJson, writeText } from './log-format.ts';

const entry = (message: string, fields: Record<string, unknown> = {}): LogEntry => ({
  time: Date.UTC(2026, 10, 15, 4, 30, 7),
  level: 'warn',
  message,
  fields,
});

describe('the text format', () => {
  test('writes a sentence with the time of day in IST', () => {
    const fields = { url: 'http://localhost:3000', drawNo: 'SC1', count: 3, late: true };
    expect(writeText({ ...entry('result published', fields), level: 'info' })).toBe(
      '10:00:07  Result published (url http://localhost:3000, draw no SC1, count 3, late)\n',
    );
  });

  test.each([
    ['debug', 'Debug: mail not sent'],
    ['info', 'Mail not sent'],
    ['warn', 'Warning: mail not sent'],
    ['error', 'Error: mail not sent'],
  ])('names the level %s in words', (level, text) => {
    expect(writeText({ ...entry('mail not sent'), level })).toBe(`10:00:07  ${text}\n`);
  });

  test('quotes values that are not a single word, and omits what is false or missing', () => {
    const fields = {
      a: 'two words',
      b: 'x,1',
      c: 'say "no"',
      d: '',
      e: ['x', 1],
      f: null,
      g: undefined,
      h: false,
    };
    expect(writeText(entry('m', fields))).toBe(
      '10:00:07  Warning: m (a "two words", b "x,1", c "say \\"no\\"", d "", e ["x",1])\n',
    );
  });

  test('writes the stack of an unexpected error, and only the message of an expected one', () => {
    const bug = writeText(
      entry('request failed', { path: '/x', error: new TypeError('x is not a function') }),
    );
    const [line, ...stack] = bug.trimEnd().split('\n');
    expect(line).toBe('10:00:07  Warning: request failed (path /x): x is not a function');
    expect(stack.length).toBeGreaterThan(0);
    for (const frame of stack) expect(frame).toMatch(/^ {4}at /);
    expect(writeText(entry('refused', { error: new AppError('not-found') }))).toBe(
      '10:00:07  Warning: refused: There is nothing at this address.\n',
    );
  });
});

/** An escape sequence in both forms, line ends of every kind, and a mark that reverses the direction of text. */
const HOSTILE = 'a\u001b[2J\u009b2Jb\r\n10:00:00 info  forged\u2028\u2029\u0085\u202e\u2066\u007f\u0000c';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe.each([
  ['text', writeText],
  ['JSON', writeJson],
])('the %s format', (_format, write) => {
  test.each([
    ['the message', entry(HOSTILE)],
    ['a field', entry('m', { path: HOSTILE })],
    ['the name of a field', entry('m', { [HOSTILE]: 1 })],
    ['a list', entry('m', { list: [{ deep: HOSTILE }] })],
    ['an expected error', entry('m', { error: new AppError('invalid', { detail: HOSTILE }) })],
  ])('cannot be forged by %s', (_where, hostile) => {
    const text = write(hostile);
    expect(text).not.toMatch(DANGEROUS);
    expect(text.indexOf('\n')).toBe(text.length - 1);
    expect(text).toContain('forged');
  });

  test('cannot be forged by an error, whose stack begins with its message', () => {
    const text = write(entry('m', { error: new Error(`${HOSTILE}\n    at fake (x.ts:1:1)`) }));
    expect(text).not.toMatch(DANGEROUS);
    const [, ...below] = text.trimEnd().split('\n');
    for (const line of below) expect(line).toStartWith('    at ');
  });

  test('redacts secrets', () => {
    const text = write(
      entry('no answer from postgres://me:hunter2@db/x', {
        password: 'hunter2',
        draws: [{ digit1: '7', digits: '71234' }],
        error: new Error('postgres://me:hunter2@db/x'),
      }),
    );
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('71234');
    expect(text).toContain('[redacted]');
  });
});

test('a JSON entry parses back to the same values', () => {
  const read = JSON.parse(writeJson(entry(HOSTILE, { path: HOSTILE })));
  expect(read).toEqual({ time: '2026-11-15T04:30:07.000Z', level: 'warn', msg: HOSTILE, path: HOSTILE });
});
