/** Counts of published results: how often each digit came, how long ago, and how even that is. */
import { z } from 'zod';
import { DIGIT_COUNT } from '../core/digits.ts';
import { MAX_SUM, REPEAT_KINDS } from '../core/statistics/count-digits.ts';
import { DEGREES_OF_FREEDOM } from '../core/statistics/equal-chances.ts';
import { dateSchema, slotSchema } from './values.ts';

export const statisticsQuerySchema = z
  .object({
    slot: slotSchema.optional(),
    from: dateSchema.optional().meta({ description: 'The first date to count, in IST.' }),
    to: dateSchema.optional().meta({ description: 'The last date to count, in IST.' }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'The last date must not be before the first.',
  });
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>;

const countSchema = z.int().min(0);
const tableOf = <Cell extends z.ZodType>(rows: number, cell: Cell) =>
  z.array(z.array(cell).length(10)).length(rows);

export const statisticsSchema = z
  .object({
    draws: countSchema.meta({ description: 'How many results were counted.' }),
    from: dateSchema.nullable().meta({
      description: 'As in the query, else the date of the first result counted; null if there is none.',
    }),
    to: dateSchema.nullable().meta({
      description: 'As in the query, else the date of the last result counted; null if there is none.',
    }),
    positions: tableOf(DIGIT_COUNT, countSchema).meta({
      description: 'How often each digit came at each position: [position][digit].',
    }),
    lastTwo: tableOf(10, countSchema).meta({
      description: 'How often each pair of last digits came: [tens][units].',
    }),
    since: tableOf(DIGIT_COUNT, countSchema.nullable()).meta({
      description:
        'How many draws ago each digit last came at each position: 0 is the newest result counted, null is never.',
    }),
    sums: z
      .array(countSchema)
      .length(MAX_SUM + 1)
      .meta({ description: `How often each sum of the five digits came, from 0 to ${MAX_SUM}.` }),
    repeats: z
      .object(
        Object.fromEntries(REPEAT_KINDS.map((kind) => [kind, countSchema])) as Record<
          (typeof REPEAT_KINDS)[number],
          typeof countSchema
        >,
      )
      .meta({ description: 'How many results had which equal digits.' }),
    chiSquare: z
      .object({
        value: z.number().min(0),
        degrees: z.literal(DEGREES_OF_FREEDOM),
        p: z.number().min(0).max(1).meta({
          description: 'How often equal chances alone make the counts at least as uneven.',
        }),
      })
      .meta({ description: "Pearson's test of `positions` against equal chances, over all positions." }),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof statisticsSchema>;
