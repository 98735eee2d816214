/** Each kind of entry has exactly one text, and no other text is parsed. */
import { describe, expect, test } from 'bun:test';
import { AT, EXAMPLES, exampleText } from '../../../tests/support/log-entry-examples.ts';
import { type EntryKind, entryText, type LogEntry, parseEntry, timeOf, withTime } from './entries.ts';

describe.each(EXAMPLES)('%s', (what, entry) => {
  const text = exampleText(what);
  const value: Record<string, unknown> = JSON.parse(text);

  test('has exactly this text', () => {
    expect(entryText(withTime(entry, Date.parse(AT)))).toBe(text);
  });

  test('is parsed from it', () => {
    const parsed = parseEntry(text) as LogEntry;
    expect(parsed).toEqual({ v: 1, at: AT, ...entry });
    expect(timeOf(parsed)).toBe(Date.parse(AT));
  });

  test('is refused without any of its fields', () => {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...rest } = value;
      expect([name, parseEntry(JSON.stringify(rest))]).toEqual([name, null]);
    }
  });

  test('is refused with any two fields exchanged', () => {
    const fields = Object.entries(value);
    for (let first = 0; first < fields.length; first += 1) {
      for (let second = first + 1; second < fields.length; second += 1) {
        const [one, other] = [fields[first], fields[second]] as [[string, unknown], [string, unknown]];
        const exchanged = Object.fromEntries(fields.with(first, other).with(second, one));
        expect([one[0], other[0], parseEntry(JSON.stringify(exchanged))]).toEqual([one[0], other[0], null]);
      }
    }
  });

  test('is refused with a field of a wrong type', () => {
    const isOptional = (name: string) => ['reason', 'opening', 'signature'].includes(name);
    for (const name of Object.keys(value)) {
      const wrong: unknown[] = [[], {}, 1.5, -1, Number.MAX_SAFE_INTEGER + 1, [value[name]]];
      if (!isOptional(name)) wrong.push(null);
      if (name !== 'deleted') wrong.push(true);
      if (name !== 'reason') wrong.push('?', ' ');
      for (const other of wrong) {
        const changed = JSON.stringify({ ...value, [name]: other });
        expect([changed, parseEntry(changed)]).toEqual([changed, null]);
      }
    }
  });

  test.each<[string, (text: string) => string]>([
    ['another field at its end', (it) => it.replace(/\}$/, ',"note":1}')],
    ['another field at its start', (it) => it.replace('{', '{"note":1,')],
    ['a field that objects inherit', (it) => it.replace(/\}$/, ',"__proto__":null}')],
    ['a field twice', (it) => it.replace('{"v":1,', '{"v":1,"v":1,')],
    ['a space after a colon', (it) => it.replace('"v":', '"v": ')],
    ['a space after a comma', (it) => it.replace(',', ', ')],
    ['a space before', (it) => ` ${it}`],
    ['a space after', (it) => `${it} `],
    ['a line break after', (it) => `${it}\n`],
    ['a line break within', (it) => it.replace(',', ',\n')],
    ['a byte order mark', (it) => `\ufeff${it}`],
    ['indentation', (it) => JSON.stringify(JSON.parse(it), null, 2)],
    ['an escape that is not needed', (it) => it.replace('"kind"', '"\\u006bind"')],
    ['another version', (it) => it.replace('"v":1', '"v":2')],
    ['the version as a fraction', (it) => it.replace('"v":1', '"v":1.0')],
    ['an unknown kind', (it) => it.replace(/"kind":"[a-z]+"/, '"kind":"other"')],
    ['the kind of an inherited name', (it) => it.replace(/"kind":"[a-z]+"/, '"kind":"constructor"')],
    ['a time without milliseconds', (it) => it.replace('00.123Z', '00Z')],
    ['a time with an offset', (it) => it.replace('.123Z', '.123+00:00')],
    ['a day that does not exist', (it) => it.replace('03-14T', '02-30T')],
    ['a list around it', (it) => `[${it}]`],
    ['nothing after its first half', (it) => it.slice(0, it.length / 2)],
  ])('is refused with %s', (_what, change) => {
    expect(change(text)).not.toBe(text);
    expect(parseEntry(change(text))).toBeNull();
  });
});

test('the examples have every kind', () => {
  const kinds: Record<EntryKind, true> = {
    open: true,
    adopt: true,
    commit: true,
    nobeacon: true,
    sealed: true,
    result: true,
    opened: true,
    correct: true,
    withdraw: true,
    continue: true,
  };
  expect(new Set(EXAMPLES.map(([, { kind }]) => kind))).toEqual(new Set(Object.keys(kinds) as EntryKind[]));
});

test.each(['', ' ', 'null', '1', '"open"', '[]', '{}', '{', 'open'])('%j is no entry', (text) => {
  expect(parseEntry(text)).toBeNull();
});

test('JSON that is nested too deep to be parsed is no entry', () => {
  expect(parseEntry('['.repeat(100_000))).toBeNull();
});
