import { describe, expect, test } from 'bun:test';
import {
  type EntryKind,
  entryText,
  type LogEntry,
  type NewEntry,
  parseEntry,
  timeOf,
  withTime,
} from './entries.ts';

const AT = '2026-03-14T08:30:00.123Z';
const ID = '01JPA7-x_9';
const CHAIN = '52'.repeat(32);
const SEED = '0a'.repeat(32);
const SALT = '0b'.repeat(32);
const HASH = '0c'.repeat(32);
const SIGNATURE = '0d'.repeat(48);
const ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

const RESULT = { slot: '14:00', digits: '01234', date: '2026-03-14', drawNo: 'SC140320263' } as const;
const RESULT_TEXT = '"drawNo":"SC140320263","date":"2026-03-14","slot":"14:00","digits":"01234"';
const OPENING = { signature: SIGNATURE, round: 1_000, chain: CHAIN, seed: SEED };
const OPENING_TEXT = `"seed":"${SEED}","chain":"${CHAIN}","round":1000,"signature":"${SIGNATURE}"`;

/** Each entry with its fields in another order than in its text. */
const EXAMPLES: [what: string, entry: NewEntry, fields: string][] = [
  [
    'open',
    { kind: 'open', series: 'SC', origin: 'swarna.example:8443/log' },
    '"origin":"swarna.example:8443/log","series":"SC"',
  ],
  [
    'adopt',
    { kind: 'adopt', publishedAt: AT, provenance: 'entered', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"entered","publishedAt":"${AT}"`,
  ],
  [
    'commit',
    {
      kind: 'commit',
      round: 1_000,
      chain: CHAIN,
      commit: HASH,
      drawNo: 'SC140320263',
      slot: '14:00',
      date: '2026-03-14',
    },
    `"date":"2026-03-14","slot":"14:00","drawNo":"SC140320263","commit":"${HASH}","chain":"${CHAIN}","round":1000`,
  ],
  [
    'commit without a beacon',
    {
      kind: 'commit',
      round: 0,
      chain: '',
      commit: HASH,
      drawNo: 'SC140320263',
      slot: '14:00',
      date: '2026-03-14',
    },
    `"date":"2026-03-14","slot":"14:00","drawNo":"SC140320263","commit":"${HASH}","chain":"","round":0`,
  ],
  ['nobeacon', { kind: 'nobeacon', round: 1_000, date: '2026-03-14' }, '"date":"2026-03-14","round":1000'],
  [
    'sealed',
    { kind: 'sealed', sealed: HASH, slot: '14:00', date: '2026-03-14', drawNo: 'SC140320263', id: ID },
    `"id":"${ID}","drawNo":"SC140320263","date":"2026-03-14","slot":"14:00","sealed":"${HASH}"`,
  ],
  [
    'result, generated',
    { kind: 'result', opening: OPENING, provenance: 'generated', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"generated","opening":{${OPENING_TEXT}}`,
  ],
  [
    'result, generated without a beacon',
    { kind: 'result', opening: { ...OPENING, signature: null }, provenance: 'generated', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"generated","opening":{${OPENING_TEXT.replace(`"${SIGNATURE}"`, 'null')}}`,
  ],
  [
    'result, sealed',
    { kind: 'result', opening: { salt: SALT }, provenance: 'edited', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"edited","opening":{"salt":"${SALT}"}`,
  ],
  [
    'result, published again',
    { kind: 'result', opening: null, provenance: 'corrected', ...RESULT, id: ID },
    `"id":"${ID}",${RESULT_TEXT},"provenance":"corrected","opening":null`,
  ],
  ['opened', { kind: 'opened', ...OPENING, drawNo: 'SC140320263' }, `"drawNo":"SC140320263",${OPENING_TEXT}`],
  [
    'correct',
    {
      kind: 'correct',
      reason: 'തെറ്റായ അക്കം 🎡 "5"\n',
      to: { ...RESULT, digits: '99999' },
      from: RESULT,
      id: ID,
    },
    `"id":"${ID}","from":{${RESULT_TEXT}},"to":{${RESULT_TEXT.replace('01234', '99999')}},"reason":"തെറ്റായ അക്കം 🎡 \\"5\\"\\n"`,
  ],
  [
    'withdraw',
    { kind: 'withdraw', deleted: false, drawNo: '-OLD-1', id: ID },
    `"id":"${ID}","drawNo":"-OLD-1","deleted":false`,
  ],
  [
    'continue',
    { kind: 'continue', reason: null, root: ROOT, size: 1_234, origin: 'swarna.example/log/2' },
    `"origin":"swarna.example/log/2","size":1234,"root":"${ROOT}","reason":null`,
  ],
];

const exampleText = (what: string): string => {
  const [, entry, fields] = EXAMPLES.find(([name]) => name === what) as (typeof EXAMPLES)[number];
  return `{"v":1,"kind":"${entry.kind}","at":"${AT}",${fields}}`;
};

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

describe('parts of entries', () => {
  test.each<[what: string, from: string, to: string]>([
    ['open', '"SC"', '"XX"'],
    ['open', 'swarna.example:8443/log', 'swarna example/log'],
    ['open', 'swarna.example:8443/log', 'swarna+example/log'],
    ['open', 'swarna.example:8443/log', '/log'],
    ['open', 'swarna.example:8443/log', 'swarna.example'],
    ['open', 'swarna.example:8443/log', 'swarna.example/log/'],
    ['open', 'swarna.example:8443/log', 'swarna.example/log/two'],
    ['adopt', '"entered"', '"made"'],
    ['adopt', '"01234"', '"1234"'],
    ['adopt', '"01234"', '"012345"'],
    ['adopt', '"01234"', '12345'],
    ['adopt', '"01234"', '"0123൪"'],
    ['adopt', '"14:00"', '"14:30"'],
    ['adopt', '"14:00"', '"2:00 PM"'],
    ['adopt', '"date":"2026-03-14"', '"date":"2026-02-30"'],
    ['adopt', '"date":"2026-03-14"', '"date":"14-03-2026"'],
    ['adopt', ID, ''],
    ['adopt', ID, 'a b'],
    ['adopt', ID, 'a'.repeat(65)],
    ['adopt', 'SC140320263', 'sc140320263'],
    ['adopt', 'SC140320263', 'SC'],
    ['adopt', 'SC140320263', 'S'.repeat(21)],
    ['adopt', `"publishedAt":"${AT}"`, '"publishedAt":"2026-03-14T08:30:00Z"'],
    ['commit', HASH, HASH.toUpperCase()],
    ['commit', HASH, HASH.slice(1)],
    ['commit', HASH, `${HASH}00`],
    ['commit', CHAIN, CHAIN.slice(2)],
    ['commit', '1000', '-0'],
    ['commit', '1000', '1e3'],
    ['commit', '1000', '1000.0'],
    ['commit', '1000', '"1000"'],
    ['commit', '1000', '9007199254740993'],
    ['result, generated', `"seed":"${SEED}",`, ''],
    ['result, generated', `"seed":"${SEED}"`, `"salt":"${SEED}"`],
    ['result, generated', `"seed":"${SEED}"`, `"salt":"${SALT}","seed":"${SEED}"`],
    ['result, generated', `,"signature":"${SIGNATURE}"`, ''],
    ['result, generated', SIGNATURE, SIGNATURE.slice(2)],
    ['result, generated', SIGNATURE, ''],
    ['result, generated', '}}', ',"note":1}}'],
    ['result, generated', `"chain":"${CHAIN}","round":1000`, `"round":1000,"chain":"${CHAIN}"`],
    ['result, sealed', SALT, SALT.slice(2)],
    ['result, sealed', `"${SALT}"`, 'null'],
    ['result, sealed', '"}}', '","seed":null}}'],
    ['opened', SEED, SEED.toUpperCase()],
    ['correct', '"drawNo":"SC140320263","date":"2026-03-14"', '"date":"2026-03-14","drawNo":"SC140320263"'],
    ['correct', ',"digits":"99999"', ''],
    ['correct', '"digits":"99999"', '"digits":"99999","note":1'],
    ['correct', '"99999"', '"9999"'],
    ['correct', '🎡', '\\ud83c\\udfa1'],
    ['correct', '\\n', '\n'],
    ['withdraw', 'false', '"false"'],
    ['withdraw', 'false', '0'],
    ['continue', ROOT, ROOT.slice(0, -1)],
    ['continue', ROOT, HASH],
    ['continue', '1234', '01234'],
    ['continue', '1234', '-1'],
  ])('%s: refused with %j as %j', (what, from, to) => {
    const text = exampleText(what);
    expect(parseEntry(text)).not.toBeNull();
    expect(text).toContain(from);
    expect(parseEntry(text.replace(from, to))).toBeNull();
  });
});

test.each(['', ' ', 'null', '1', '"open"', '[]', '{}', '{', 'open'])('%j is no entry', (text) => {
  expect(parseEntry(text)).toBeNull();
});

test('JSON that is nested too deep to be parsed is no entry', () => {
  expect(parseEntry('['.repeat(100_000))).toBeNull();
});
