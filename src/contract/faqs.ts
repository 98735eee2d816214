/** Frequently asked questions. */
import { z } from 'zod';
import { pageOf } from './paging.ts';
import { contentLanguageSchema, etagSchema, idSchema, requiredText } from './values.ts';

export const faqSchema = z
  .object({
    id: idSchema,
    question: z.string(),
    answer: z.string(),
    order: z.int().min(1),
    language: contentLanguageSchema,
  })
  .meta({ id: 'Faq' });
export type Faq = z.infer<typeof faqSchema>;

export const adminFaqSchema = faqSchema.extend({ etag: etagSchema }).meta({ id: 'AdminFaq' });
export type AdminFaq = z.infer<typeof adminFaqSchema>;

export const faqListSchema = z.object({ items: z.array(faqSchema) }).meta({ id: 'FaqList' });
export const adminFaqPageSchema = pageOf(adminFaqSchema).meta({ id: 'AdminFaqPage' });

export const newFaqSchema = z
  .object({
    question: requiredText('Question', 300),
    answer: requiredText('Answer', 5_000),
    order: z
      .int({ error: 'Order must be a whole number.' })
      .min(1, 'Order must be at least 1.')
      .max(100_000, 'Order must be at most 100000.'),
    language: contentLanguageSchema.optional(),
  })
  .meta({ id: 'NewFaq' });
export type NewFaq = z.infer<typeof newFaqSchema>;

export const faqPatchSchema = newFaqSchema.partial().meta({ id: 'FaqPatch' });
export type FaqPatch = z.infer<typeof faqPatchSchema>;

export const faqMoveSchema = z
  .object({ direction: z.enum(['up', 'down'], { error: 'Direction must be up or down.' }) })
  .meta({ id: 'FaqMove' });
export type FaqMove = z.infer<typeof faqMoveSchema>;

/** Counted from 1 in the whole list; a number past its end means the end. */
export const faqPlaceSchema = z
  .object({ place: z.int({ error: 'Place must be a whole number.' }).min(1, 'Place must be at least 1.') })
  .meta({ id: 'FaqPlace' });
export type FaqPlace = z.infer<typeof faqPlaceSchema>;
