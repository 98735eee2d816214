/** The entries of the public log: their fields in order, and the one text that each of them has. */
import { DRAW_NUMBER_PREFIX } from '../branding.ts';
import { digitsFromText } from '../digits.ts';
import { isStoredDrawNumber } from '../draw-number.ts';
import { type Instant, type IstDate, isIstDate } from '../ist-time.ts';
import { PROVENANCES, type Provenance } from '../publication.ts';
import type { Result } from '../result.ts';
import { isSlot, type Slot } from '../slots.ts';
import { SIGNATURE_BYTES } from './beacon-chain.ts';
import type { CommitmentContext } from './commitment.ts';
import { HASH_BYTES, isHex } from './crypto.ts';

/** ISO 8601 in UTC with milliseconds and `Z`. */
type InstantText = string;

/** What shows that generated digits follow from their commitment. */
export interface SeedOpening {
  seed: string;
  chain: string;
  round: number;
  /** Null without a beacon. */
  signature: string | null;
}

/** Sealed digits are opened by their salt. Null for a result that is published again unchanged. */
export type Opening = SeedOpening | { salt: string } | null;

/** The fields of each kind, without those that all entries have. */
export interface EntryFields {
  open: { origin: string; series: string };
  adopt: Result & { id: string; provenance: Provenance; publishedAt: InstantText };
  commit: CommitmentContext & { commit: string };
  nobeacon: { date: IstDate; round: number };
  sealed: { id: string; drawNo: string; date: IstDate; slot: Slot; sealed: string };
  result: Result & { id: string; provenance: Provenance; opening: Opening };
  opened: SeedOpening & { drawNo: string };
  correct: { id: string; from: Result; to: Result; reason: string | null };
  withdraw: { id: string; drawNo: string; deleted: boolean };
  continue: { origin: string; size: number; root: string; reason: string | null };
}

export type EntryKind = keyof EntryFields;

/** An entry before it has its time. */
export type NewEntry = { [Kind in EntryKind]: { kind: Kind } & EntryFields[Kind] }[EntryKind];

export type LogEntry = NewEntry & { v: 1; at: InstantText };

export type EntryOf<Kind extends EntryKind> = Extract<LogEntry, { kind: Kind }>;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isId: Check = (value) => typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value);
const hexOf =
  (bytes: number): Check =>
  (value) =>
    typeof value === 'string' && isHex(value, bytes);
const isHash = hexOf(HASH_BYTES);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** One check per name, because a name means the same in every kind. */
const CHECKS = {
  origin: (value) => typeof value === 'string' && /^[^\s+]+\/log(\/\d+)?$/.test(value),
  series: (value) => value === DRAW_NUMBER_PREFIX,
  id: isId,
  drawNo: (value) => typeof value === 'string' && isStoredDrawNumber(value),
  date: (value) => typeof value === 'string' && isIstDate(value),
  slot: (value) => typeof value === 'string' && isSlot(value),
  digits: (value) => typeof value === 'string' && digitsFromText(value) !== null,
  provenance: (value) => (PROVENANCES as readonly unknown[]).includes(value),
  publishedAt: isInstantText,
  commit: isHash,
  chain: (value) => value === '' || isHash(value),
  round: isCount,
  sealed: isHash,
  opening: isOpening,
  seed: isHash,
  salt: isHash,
  signature: orNull(hexOf(SIGNATURE_BYTES)),
  from: isResult,
  to: isResult,
  reason: orNull(isText),
  deleted: (value) => typeof value === 'boolean',
  size: isCount,
  root: (value) => typeof value === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(value),
} satisfies Record<string, Check>;

type FieldName = keyof typeof CHECKS;

const RESULT: readonly FieldName[] = ['drawNo', 'date', 'slot', 'digits'];
const SEED_OPENING: readonly FieldName[] = ['seed', 'chain', 'round', 'signature'];
const SALT_OPENING: readonly FieldName[] = ['salt'];

const FIELDS: Record<EntryKind, readonly FieldName[]> = {
  open: ['origin', 'series'],
  adopt: ['id', ...RESULT, 'provenance', 'publishedAt'],
  commit: ['date', 'slot', 'drawNo', 'commit', 'chain', 'round'],
  nobeacon: ['date', 'round'],
  sealed: ['id', 'drawNo', 'date', 'slot', 'sealed'],
  result: ['id', ...RESULT, 'provenance', 'opening'],
  opened: ['drawNo', ...SEED_OPENING],
  correct: ['id', 'from', 'to', 'reason'],
  withdraw: ['id', 'drawNo', 'deleted'],
  continue: ['origin', 'size', 'root', 'reason'],
};

function isInstantText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

const hasValidFields = (value: unknown, names: readonly FieldName[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => CHECKS[name]((value as Record<string, unknown>)[name]));

function isResult(value: unknown): boolean {
  return hasValidFields(value, RESULT);
}

function isOpening(value: unknown): boolean {
  return value === null || hasValidFields(value, openingFields(value));
}

const openingFields = (opening: unknown): readonly FieldName[] =>
  typeof opening === 'object' && opening !== null && 'salt' in opening ? SALT_OPENING : SEED_OPENING;

/** The text of an entry: one line of JSON with the fields in their order. */
export function entryText(entry: LogEntry): string {
  const { v, kind, at } = entry;
  return JSON.stringify({ v, kind, at, ...inOrder(entry, FIELDS[kind]) });
}

function inOrder(value: object, names: readonly FieldName[]): Record<string, unknown> {
  const fields = value as Record<FieldName, unknown>;
  return Object.fromEntries(names.map((name) => [name, orderedField(name, fields[name])]));
}

function orderedField(name: FieldName, value: unknown): unknown {
  if (name === 'opening' && value) return inOrder(value, openingFields(value));
  if (name === 'from' || name === 'to') return inOrder(value as Result, RESULT);
  return value;
}

export const withTime = (entry: NewEntry, at: Instant): LogEntry => ({
  v: 1,
  at: new Date(at).toISOString(),
  ...entry,
});

/** Null for anything but the exact text of an entry. */
export function parseEntry(text: string): LogEntry | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { v, kind, at } = value as Record<string, unknown>;
  if (v !== 1 || typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind) || !isInstantText(at)) return null;
  if (!hasValidFields(value, FIELDS[kind as EntryKind])) return null;
  const entry = value as LogEntry;
  return entryText(entry) === text ? entry : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const timeOf = ({ at }: LogEntry): Instant => Date.parse(at);
