/** "Check a number": a draw number, the last digits of a result, or a date, as a visitor typed it. */
import { z } from 'zod';
import { MAX_FOUND } from '../core/number-to-check.ts';
import { drawSchema } from './draws.ts';
import { dateSchema } from './values.ts';

export const checkQuerySchema = z.object({
  text: z
    .string()
    .max(100, 'Text must be at most 100 characters.')
    .default('')
    .meta({ description: 'A draw number, one to five last digits, or a date.', examples: ['535', '14 Nov'] }),
});

const numberToCheckSchema = z.union([
  z.object({ kind: z.literal('drawNo'), drawNo: z.string() }),
  z.object({ kind: z.literal('ending'), ending: z.string() }),
  z.object({ kind: z.literal('date'), date: dateSchema }),
]);

export const checkedSchema = z
  .object({
    number: z
      .union([numberToCheckSchema, z.null()])
      .meta({ description: 'How the text was read; null if it is none of these.' }),
    draws: z.array(drawSchema).max(MAX_FOUND).meta({ description: 'The newest results found.' }),
    count: z.int().min(0).meta({ description: 'How many there are, including those that are not listed.' }),
  })
  .meta({ id: 'Checked' });
export type Checked = z.infer<typeof checkedSchema>;
