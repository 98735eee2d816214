/** What needs the attention of staff. */
import { z } from 'zod';
import { ATTENTION_KINDS } from '../core/attention.ts';
import { dateSchema, idSchema, instantSchema, slotSchema } from './values.ts';

const attentionItemSchema = z
  .object({
    kind: z.enum(ATTENTION_KINDS),
    date: dateSchema.optional(),
    slot: slotSchema.optional(),
    drawId: idSchema.optional(),
    since: instantSchema.meta({ description: 'When it began.' }),
    text: z.string().meta({ description: 'One sentence.' }),
  })
  .meta({ id: 'AttentionItem' });
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const attentionSchema = z.object({ items: z.array(attentionItemSchema) }).meta({ id: 'Attention' });
export type Attention = z.infer<typeof attentionSchema>;
