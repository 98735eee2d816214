/** The contact form and its stored messages. */
import { z } from 'zod';
import { CONTACT_LIMITS, PHONE_PATTERN } from '../core/contact-form.ts';
import { pageOf } from './paging.ts';
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
  })
  .meta({ id: 'ContactMessage' });
export type ContactMessage = z.infer<typeof contactMessageSchema>;

export const contactPageSchema = pageOf(contactMessageSchema).meta({ id: 'ContactPage' });
