/** The filters of a list of draws as SQL conditions, and the order that all such lists share. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import type { DrawFilters } from '../../../contract/draws.ts';
import { dateSchema, slotSchema } from '../../../contract/values.ts';
import { isDigit } from '../../../core/digits.ts';
import { type DrawSearch, readChartSearch, readDrawSearch } from '../../../core/draw-search.ts';
import { decodeCursor } from '../queries/keyset.ts';
import { contains } from '../queries/text-search.ts';
import type { Schema } from '../schema.ts';
import type { DrawRow } from './draw-rows.ts';

type DrawExpressions = ExpressionBuilder<Schema, 'draws'>;

const DIGITS_FROM_THE_END = ['digit_5', 'digit_4', 'digit_3', 'digit_2', 'digit_1'] as const;

const keySchema = z.tuple([dateSchema, slotSchema]);
export const drawKeyOf = ({ date, slot }: Pick<DrawRow, 'date' | 'slot'>) => [date, slot];

export function drawPlaceOfCursor(cursor: string): Pick<DrawRow, 'date' | 'slot'> {
  const [date, slot] = decodeCursor(cursor, keySchema);
  return { date, slot };
}

/** Newest first, by date and then by slot; without a cursor from the start. */
export function comesAfter(eb: DrawExpressions, cursor: string | undefined): Expression<SqlBool> {
  if (cursor === undefined) return eb.and([]);
  const { date, slot } = drawPlaceOfCursor(cursor);
  return eb(eb.refTuple('date', 'slot'), '<', eb.tuple(date, slot));
}

/** The filters for which there is an index. Any other search reads all draws, which only staff may cause. */
export type IndexedDrawFilters = Pick<DrawFilters, 'date' | 'month' | 'slot'>;

export function matchesIndexedFilters(
  eb: DrawExpressions,
  { date, month, slot }: IndexedDrawFilters,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (date) conditions.push(eb('date', '=', date));
  // Dates are compared as text, so 31 works for every month.
  if (month) conditions.push(eb.between('date', `${month}-01`, `${month}-31`));
  if (slot) conditions.push(eb('slot', '=', slot));
  return eb.and(conditions);
}

export function matchesDrawFilters(
  eb: DrawExpressions,
  { q, find, endsWith, ...indexed }: DrawFilters,
): Expression<SqlBool> {
  const conditions = [matchesIndexedFilters(eb, indexed)];
  if (q) conditions.push(matchesSearch(eb, readDrawSearch(q)));
  if (find) conditions.push(matchesSearch(eb, readChartSearch(find)));
  if (endsWith) conditions.push(endsIn(eb, endsWith));
  return eb.and(conditions);
}

/** The same rule as `drawMatches` in the core. */
function matchesSearch(eb: DrawExpressions, { inNumber, digit, ending }: DrawSearch): Expression<SqlBool> {
  const conditions = [contains(eb.ref('draw_no'), inNumber)];
  if (digit) conditions.push(...DIGITS_FROM_THE_END.map((column) => eb(column, '=', digit)));
  if (ending) conditions.push(endsIn(eb, ending));
  return eb.or(conditions);
}

function endsIn(eb: DrawExpressions, ending: string): Expression<SqlBool> {
  const digits = [...ending].reverse().filter(isDigit);
  return eb.and(
    DIGITS_FROM_THE_END.flatMap((column, place) => {
      const digit = digits[place];
      return digit ? [eb(column, '=', digit)] : [];
    }),
  );
}
