/** The filters of a list of draws as SQL conditions, and the order that all such lists share. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import type { DrawFilters } from '../../../contract/draws.ts';
import { dateSchema, slotSchema } from '../../../contract/values.ts';
import { isDigit } from '../../../core/digits.ts';
import { decodeCursor } from '../queries/keyset.ts';
import { contains } from '../queries/text-search.ts';
import type { Schema } from '../schema.ts';
import type { DrawRow } from './draw-rows.ts';

type DrawExpressions = ExpressionBuilder<Schema, 'draws'>;

const DIGITS_FROM_THE_END = ['digit_5', 'digit_4', 'digit_3', 'digit_2', 'digit_1'] as const;

const keySchema = z.tuple([dateSchema, slotSchema]);
export const drawKeyOf = ({ date, slot }: Pick<DrawRow, 'date' | 'slot'>) => [date, slot];

/** Newest first, by date and then by slot; without a cursor from the start. */
export function comesAfter(eb: DrawExpressions, cursor: string | undefined): Expression<SqlBool> {
  if (cursor === undefined) return eb.and([]);
  const [date, slot] = decodeCursor(cursor, keySchema);
  return eb(eb.refTuple('date', 'slot'), '<', eb.tuple(date, slot));
}

export function matchesDrawFilters(eb: DrawExpressions, filters: DrawFilters): Expression<SqlBool> {
  const { date, month, slot, q, endsWith } = filters;
  const conditions: Expression<SqlBool>[] = [];
  if (date) conditions.push(eb('date', '=', date));
  // Dates are compared as text, so 31 works for every month.
  if (month) conditions.push(eb.between('date', `${month}-01`, `${month}-31`));
  if (slot) conditions.push(eb('slot', '=', slot));
  if (q) conditions.push(matchesSearch(eb, q));
  if (endsWith) conditions.push(endsIn(eb, endsWith));
  return eb.and(conditions);
}

/** The draw number as text, or any single digit of the result; the same rule as `drawMatches` in the core. */
function matchesSearch(eb: DrawExpressions, query: string): Expression<SqlBool> {
  const wanted = query.trim().toUpperCase();
  const inNumber = contains(eb.ref('draw_no'), wanted);
  if (!isDigit(wanted)) return inNumber;
  return eb.or([inNumber, ...DIGITS_FROM_THE_END.map((column) => eb(column, '=', wanted))]);
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
