/** Webhooks: addresses of partners that are notified of results, and what was sent to them. */
import { z } from 'zod';
import { DRAW_EVENTS } from '../core/draw-events.ts';
import { pageOf } from './paging.ts';
import { etagSchema, idSchema, instantSchema } from './values.ts';
import { webAddressSchema } from './web-address.ts';

/** The type of a message that an Admin sends to try a webhook. */
export const TEST_EVENT = 'webhook.test';

export const MAX_WEBHOOKS = 50;
const urlSchema = webAddressSchema('Address').meta({
  format: 'uri',
  examples: ['https://partner.example/hooks/results'],
});

const EVENTS_TEXT = `Events must be a list of: ${DRAW_EVENTS.join(', ')}.`;
const eventsSchema = z
  .array(z.enum(DRAW_EVENTS, { error: EVENTS_TEXT }), { error: EVENTS_TEXT })
  .min(1, 'Choose at least one event.')
  .refine((events) => new Set(events).size === events.length, 'Each event can be given once.');

const enabledSchema = z.boolean({ error: 'Enabled must be true or false.' });

export const newWebhookSchema = z
  .object({
    url: urlSchema,
    events: eventsSchema,
    enabled: enabledSchema.optional().meta({ description: 'True if not given.' }),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookPatchSchema = newWebhookSchema.partial().meta({ id: 'WebhookPatch' });
export type WebhookPatch = z.infer<typeof webhookPatchSchema>;

const DELIVERY_STATES = ['sending', 'pending', 'delivered', 'failed'] as const;

const webhookDeliverySchema = z
  .object({
    id: idSchema,
    messageId: z.string().meta({ description: 'Sent as `webhook-id`, the same in every attempt.' }),
    type: z.enum([...DRAW_EVENTS, TEST_EVENT]),
    drawNo: z.string(),
    state: z.enum(DELIVERY_STATES).meta({
      description: '`pending` is sent (again) at `nextAttemptAt`; `failed` is not sent again automatically.',
    }),
    attempts: z.int().min(0),
    createdAt: instantSchema,
    lastAttemptAt: instantSchema.nullable(),
    nextAttemptAt: instantSchema.nullable(),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the last attempt, if there was one.' }),
    answer: z.string().nullable().meta({ description: 'The beginning of the answer of the last attempt.' }),
    error: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    milliseconds: z.int().nullable().meta({ description: 'How long the last attempt took.' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const webhookDeliveryPageSchema = pageOf(webhookDeliverySchema).meta({ id: 'WebhookDeliveryPage' });

/** What happened; `sending` when the receiver has not answered yet. */
export const attemptSchema = z.object({ delivery: webhookDeliverySchema }).meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof attemptSchema>;

export const webhookSchema = z
  .object({
    id: idSchema,
    url: z.string(),
    events: z.array(z.enum(DRAW_EVENTS)),
    enabled: z.boolean(),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    lastDelivery: z.union([webhookDeliverySchema, z.null()]),
    etag: etagSchema,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

export const webhookPageSchema = pageOf(webhookSchema).meta({ id: 'WebhookPage' });

/** Only the answer to the creation has the secret. */
export const createdWebhookSchema = webhookSchema
  .extend({
    secret: z.string().meta({ description: 'Starts with `whsec_`. It is not shown again.' }),
  })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;
