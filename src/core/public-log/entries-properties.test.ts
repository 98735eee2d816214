import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDigits, anyInstant, anySlot, anyText } from '../../../tests/support/arbitraries.ts';
import { digitsToText } from '../digits.ts';
import { PROVENANCES } from '../publication.ts';
import {
  type EntryFields,
  type EntryKind,
  entryText,
  type LogEntry,
  parseEntry,
  withTime,
} from './entries.ts';

const anyHex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((hex) => Uint8Array.from(hex).toHex());

const anyReason = fc.option(
  fc.oneof(
    anyText(40),
    fc.string({ unit: fc.constantFrom('സ്വ', 'ർ', 'ണ്ണ', '൧', '\u200d', '🎡', '👩‍👩‍👧', '🇮🇳', ' ') }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '/', '\n', '\r', '\t', '\0', '\u2028', '\u2029', '\x7f', '<'),
    }),
  ),
);

const drawNo = fc.stringMatching(/^[A-Z0-9-]{3,20}$/);
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const provenance = fc.constantFrom(...PROVENANCES);
const instantText = anyInstant.map((instant) => new Date(instant).toISOString());
const origin = fc.stringMatching(/^[a-z][a-z0-9.:-]{0,30}\/log(\/[1-9][0-9]{0,2})?$/);

const result = { drawNo, date: anyDate, slot: anySlot, digits: anyDigits.map(digitsToText) };
const anyResult = fc.record(result);
const opening = {
  seed: anyHex(32),
  chain: fc.oneof(fc.constant(''), anyHex(32)),
  round: fc.maxSafeNat(),
  signature: fc.option(anyHex(48)),
};

const FIELDS: { [Kind in EntryKind]: fc.Arbitrary<EntryFields[Kind]> } = {
  open: fc.record({ origin, series: fc.constant('SC') }),
  adopt: fc.record({ ...result, id, provenance, publishedAt: instantText }),
  commit: fc.record({
    date: anyDate,
    slot: anySlot,
    drawNo,
    chain: opening.chain,
    round: opening.round,
    commit: anyHex(32),
  }),
  nobeacon: fc.record({ date: anyDate, round: fc.maxSafeNat() }),
  sealed: fc.record({ id, drawNo, date: anyDate, slot: anySlot, sealed: anyHex(32) }),
  result: fc.record({
    ...result,
    id,
    provenance,
    opening: fc.option(fc.oneof(fc.record(opening), fc.record({ salt: anyHex(32) }))),
  }),
  opened: fc.record({ ...opening, drawNo }),
  correct: fc.record({ id, from: anyResult, to: anyResult, reason: anyReason }),
  withdraw: fc.record({ id, drawNo, deleted: fc.boolean() }),
  continue: fc.record({
    origin,
    size: fc.maxSafeNat(),
    root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((root) => Uint8Array.from(root).toBase64()),
    reason: anyReason,
  }),
};

const anyEntryOf = (kind: EntryKind): fc.Arbitrary<LogEntry> =>
  fc
    .tuple(FIELDS[kind] as fc.Arbitrary<EntryFields['open']>, anyInstant)
    .map(([fields, at]) => withTime({ kind, ...fields } as Parameters<typeof withTime>[0], at));

/** The same object with all fields in the opposite order, including those of objects within. */
const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, field]) => [name, reversed(field)]),
      )
    : value;

describe.each(Object.keys(FIELDS) as EntryKind[])('any %s entry', (kind) => {
  test('is parsed as it was written, from one line', () => {
    fc.assert(
      fc.property(anyEntryOf(kind), (entry) => {
        const text = entryText(entry);
        expect(parseEntry(text)).toEqual(entry);
        expect(text).not.toMatch(/[\n\r\0]/);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('has one text, in whatever order its fields are', () => {
    fc.assert(
      fc.property(anyEntryOf(kind), (entry) => {
        const text = entryText(entry);
        expect(entryText(reversed(entry) as LogEntry)).toBe(text);
        expect(parseEntry(JSON.stringify(reversed(entry)))).toBeNull();
      }),
    );
  });

  test('is refused after a character was removed or doubled', () => {
    fc.assert(
      fc.property(anyEntryOf(kind), fc.nat(), fc.boolean(), (entry, number, isDoubled) => {
        const text = entryText(entry);
        const at = number % text.length;
        const changed =
          text.slice(0, at) + (text[at] as string).repeat(isDoubled ? 2 : 0) + text.slice(at + 1);
        const parsed = parseEntry(changed);
        // A digit or letter may be one less: then it is another entry, never the same.
        if (parsed) expect(entryText(parsed)).toBe(changed);
        expect(parsed).not.toEqual(entry);
      }),
    );
  });
});

test('any text is no entry', () => {
  fc.assert(fc.property(anyText(60), (text) => expect(parseEntry(text)).toBeNull()));
  fc.assert(fc.property(fc.json(), (text) => expect(parseEntry(text)).toBeNull()));
});
