/** Today's five slots, as shown on the home page. */
import { z } from 'zod';
import { drawSchema } from './draws.ts';
import { dateSchema, instantSchema, slotSchema } from './values.ts';

const phaseSchema = z.enum(['waiting', 'live', 'revealed']);

export const slotTodaySchema = z
  .object({
    slot: slotSchema,
    label: z.string(),
    drawNo: z.string(),
    phase: phaseSchema,
    drawAt: instantSchema,
    revealAt: instantSchema,
    draw: z.union([drawSchema, z.null()]),
  })
  .meta({ id: 'SlotToday' });
export type SlotToday = z.infer<typeof slotTodaySchema>;

export const todaySchema = z
  .object({
    time: instantSchema,
    date: dateSchema,
    slots: z.array(slotTodaySchema).length(5),
    next: z.object({ slot: slotSchema, date: dateSchema, drawAt: instantSchema }),
    cursor: z.string(),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof todaySchema>;
