/** The contact form and its stored messages. */
import { z } from 'zod';
import { CONTACT_LIMITS, PHONE_PATTERN } from '../core/contact-form.ts';
import { pageOf, searchQuerySchema } from './paging.ts';
import { emailSchema, idSchema, instantSchema, requiredText } from './values.ts';

export const contactFormSchema = z
  .object({
    name: requiredText('Name', CONTACT_LIMITS.name),
    phone: requiredText('Phone', CONTACT_LIMITS.phone).regex(
      PHONE_PATTERN,
      'Please enter a valid phone number.',
    ),
    email: emailSchema,
    message: requiredText('Message', CONTACT_LIMITS.message),
    consent: z.literal(true, {
      error: 'Please agree to the processing of your data, so that we may answer.',
    }),
    /** A honeypot: people do not see this field, so only bots fill it in. */
    website: z.string().max(1_000).optional(),
  })
  .meta({ id: 'ContactForm' });
export type ContactForm = z.infer<typeof contactFormSchema>;

export const contactReceiptSchema = z.object({ id: idSchema }).meta({ id: 'ContactReceipt' });

export const contactMessageSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    message: z.string(),
    consentAt: instantSchema,
    createdAt: instantSchema,
    answeredAt: instantSchema.nullable().meta({ description: 'When staff marked it as answered.' }),
  })
  .meta({ id: 'ContactMessage' });
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const contactPageSchema = pageOf(contactMessageSchema).meta({ id: 'ContactPage' });

const CONTACT_STATES = ['new', 'answered'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

export const contactQuerySchema = searchQuerySchema.extend({
  state: z.enum(CONTACT_STATES, { error: 'State must be new or answered.' }).optional(),
});

export const contactPatchSchema = z
  .strictObject({ answered: z.boolean({ error: 'Answered must be true or false.' }) })
  .meta({ id: 'ContactPatch' });
export type ContactPatch = z.infer<typeof contactPatchSchema>;

export const contactCountSchema = z
  .object({ new: z.int().min(0).meta({ description: 'Messages that nobody has marked as answered.' }) })
  .meta({ id: 'ContactCount' });
export type ContactCount = z.infer<typeof contactCountSchema>;
