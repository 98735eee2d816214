/** Draws: as shown to the public, as shown to staff, and what staff may send. */
import { z } from 'zod';
import type { DIGIT_FIELDS } from '../core/digits.ts';
import { PROVENANCES } from '../core/publication.ts';
import { MAX_PUBLISH_DELAY_MINUTES } from '../core/schedule.ts';
import { cursorSchema, limitSchema, pageOf, searchSchema } from './paging.ts';
import { PUBLISH_DELAY_TEXT } from './settings.ts';
import {
  dateSchema,
  digitSchema,
  drawNumberSchema,
  etagSchema,
  idSchema,
  instantSchema,
  monthSchema,
  plainText,
  requiredText,
  slotSchema,
} from './values.ts';

const publishedSchema = z.boolean({ error: 'Published must be true or false.' });

const digitFields = {
  digit1: digitSchema,
  digit2: digitSchema,
  digit3: digitSchema,
  digit4: digitSchema,
  digit5: digitSchema,
} satisfies Record<(typeof DIGIT_FIELDS)[number], typeof digitSchema>;

/** Slot comes first, so that an invalid one is reported first. */
const drawFields = { slot: slotSchema, date: dateSchema, drawNo: drawNumberSchema, ...digitFields };

const provenanceSchema = z.enum(PROVENANCES);

const correctionSchema = z
  .object({
    at: instantSchema,
    digits: z.string().meta({ description: 'The former digits.', examples: ['74227'] }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Correction' });

export const drawSchema = z
  .object({
    id: idSchema,
    date: dateSchema,
    slot: slotSchema,
    drawNo: z.string(),
    ...digitFields,
    published: z.literal(true),
    provenance: provenanceSchema,
    publishedAt: instantSchema,
    corrections: z
      .array(correctionSchema)
      .optional()
      .meta({ description: 'Only of a corrected draw; the oldest first.' }),
  })
  .meta({ id: 'Draw' });
export type Draw = z.infer<typeof drawSchema>;

const proposalSchema = z
  .object({
    by: z.string().meta({ description: 'The name of the person who proposed it or changed it last.' }),
    byId: idSchema.nullable().meta({ description: 'Their account.' }),
    authorIds: z
      .array(idSchema)
      .meta({ description: 'The accounts that have a part in it, which may not approve it.' }),
    at: instantSchema,
    digits: z.string().meta({ examples: ['74227'] }),
    reason: z.string().optional(),
    date: dateSchema.optional().meta({ description: 'Only if it would change.' }),
    slot: slotSchema.optional().meta({ description: 'Only if it would change.' }),
    drawNo: z.string().optional().meta({ description: 'Only if it would change.' }),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof proposalSchema>;

export const adminDrawSchema = drawSchema
  .extend({
    published: z.boolean(),
    publishedAt: instantSchema.nullable(),
    onHold: z.boolean(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    proposal: z
      .union([proposalSchema, z.null()])
      .meta({ description: 'The result that waits for approval; the draw keeps its own until then.' }),
    unapproved: z.boolean().meta({
      description:
        'Its own digits were entered by a person, and nobody has approved them: it cannot be published.',
    }),
    etag: etagSchema,
  })
  .meta({ id: 'AdminDraw' });
export type AdminDraw = z.infer<typeof adminDrawSchema>;

export const drawFiltersSchema = z.object({
  date: dateSchema.optional(),
  month: monthSchema.optional(),
  slot: slotSchema.optional(),
  q: searchSchema.meta({ description: 'Part of the draw number, or any digit of the result.' }),
  find: searchSchema.meta({
    description:
      'As the search of the charts: like `q`, and two to five digits also find results that end in them.',
  }),
  endsWith: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'endsWith takes one to five digits.')
    .optional()
    .meta({ description: 'Results that end in these one to five digits.' }),
});
export type DrawFilters = z.infer<typeof drawFiltersSchema>;

export const drawQuerySchema = drawFiltersSchema.extend({
  limit: limitSchema,
  cursor: cursorSchema,
});

const drawStatusSchema = z.enum(['draft', 'published'], {
  error: 'Status must be draft or published.',
});

export const adminDrawFiltersSchema = drawFiltersSchema.extend({ status: drawStatusSchema.optional() });
export type AdminDrawFilters = z.infer<typeof adminDrawFiltersSchema>;

export const adminDrawQuerySchema = adminDrawFiltersSchema.extend({
  limit: limitSchema,
  cursor: cursorSchema,
});

export const drawPageSchema = pageOf(drawSchema).meta({ id: 'DrawPage' });
export const adminDrawPageSchema = pageOf(adminDrawSchema).meta({ id: 'AdminDrawPage' });

export const newDrawSchema = z
  .object({ ...drawFields, published: publishedSchema.default(false) })
  .meta({ id: 'NewDraw' });
export type NewDraw = z.infer<typeof newDrawSchema>;

export const drawPatchSchema = z
  .object({
    ...drawFields,
    published: publishedSchema,
    reason: plainText('Reason', 500),
  })
  .partial()
  .meta({ id: 'DrawPatch' });
export type DrawPatch = z.infer<typeof drawPatchSchema>;

const flagParameter = (name: string) =>
  z.enum(['true', 'false'], { error: `${name} must be true or false.` }).transform((text) => text === 'true');

/** The settings that decide what automation publishes; another one is refused. */
export const dueDraftsQuerySchema = z
  .strictObject({
    autoPublish: flagParameter('autoPublish'),
    publishGenerated: flagParameter('publishGenerated'),
    publishDelay: z
      .string()
      .regex(/^[0-9]{1,2}$/, PUBLISH_DELAY_TEXT)
      .transform(Number)
      .refine((delay) => delay <= MAX_PUBLISH_DELAY_MINUTES, PUBLISH_DELAY_TEXT),
  })
  .partial();
export type DueDraftsQuery = z.infer<typeof dueDraftsQuerySchema>;

export const dueDraftsSchema = z.object({ items: z.array(adminDrawSchema) }).meta({ id: 'DueDrafts' });
export type DueDrafts = z.infer<typeof dueDraftsSchema>;

/** Staff must give a reason to change a result that was public. */
export const correctionFormSchema = z.object({ reason: requiredText('Reason', 500) });

export const draftsCreatedSchema = z.object({ created: z.int().min(0) }).meta({ id: 'DraftsCreated' });
