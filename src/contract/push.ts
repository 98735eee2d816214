/** Web Push: of which results a device is notified, and what is pushed to it. */
import { z } from 'zod';
import { CONTENT_LANGUAGES, type ContentLanguage } from '../core/content-language.ts';
import type { IstDate } from '../core/ist-time.ts';
import { SLOTS, type Slot } from '../core/slots.ts';
import { slotSchema } from './values.ts';
import { MAX_ADDRESS_LENGTH, webAddressSchema } from './web-address.ts';

export const pushKeySchema = z
  .object({ key: z.string().meta({ description: 'The public VAPID key, in base64url.' }) })
  .meta({ id: 'PushKey' });
export type PushKey = z.infer<typeof pushKeySchema>;

/** In its normal form, so that each device has one. */
const endpointSchema = webAddressSchema('Endpoint')
  .transform((text) => {
    const url = new URL(text);
    url.hash = '';
    return url.href;
  })
  .pipe(z.string().max(MAX_ADDRESS_LENGTH, 'Endpoint is too long.'))
  .meta({ format: 'uri', examples: ['https://updates.push.services.mozilla.com/wpush/v2/AbCd'] });

const withoutPadding = (text: string): string => text.replaceAll('=', '');

/** In base64url; browsers leave out the padding. */
const keySchema = (name: string, pattern: RegExp) =>
  z
    .string({ error: `${name} is required.` })
    .regex(pattern, `${name} is not a key of a push subscription.`)
    .transform(withoutPadding);

/** As a browser writes a `PushSubscription` as JSON. */
export const browserSubscriptionSchema = z
  .object(
    {
      endpoint: endpointSchema,
      keys: z.object(
        {
          // 65 bytes, the first is 4: an uncompressed point.
          p256dh: keySchema('keys.p256dh', /^B[A-P][\w-]{85}=?$/),
          // 16 bytes.
          auth: keySchema('keys.auth', /^[\w-]{22}={0,2}$/),
        },
        { error: 'Keys are required.' },
      ),
    },
    { error: 'Subscription is required.' },
  )
  .meta({ id: 'BrowserSubscription' });
export type BrowserSubscription = z.infer<typeof browserSubscriptionSchema>;

const LANGUAGE_TEXT = `Language must be one of: ${CONTENT_LANGUAGES.join(', ')}.`;

export const newPushSubscriptionSchema = z
  .object({
    subscription: browserSubscriptionSchema,
    slots: z
      .array(slotSchema, { error: 'Slots must be a list.' })
      .min(1, 'Choose at least one slot.')
      .max(SLOTS.length, 'Each slot can be given once.')
      .refine((slots) => new Set(slots).size === slots.length, 'Each slot can be given once.'),
    language: z.enum(CONTENT_LANGUAGES, { error: LANGUAGE_TEXT }),
  })
  .meta({ id: 'NewPushSubscription' });
export type NewPushSubscription = z.infer<typeof newPushSubscriptionSchema>;

export const storedPushSubscriptionSchema = newPushSubscriptionSchema
  .pick({ slots: true, language: true })
  .meta({ id: 'PushSubscription' });

export const pushEndpointSchema = z.object({ endpoint: endpointSchema }).meta({ id: 'PushEndpoint' });

export const pushUnsubscriptionSchema = pushEndpointSchema
  .extend({
    auth: z
      .string()
      .transform(withoutPadding)
      .optional()
      .meta({ description: "The subscription's own key `auth`; without it the request is refused." }),
  })
  .meta({ id: 'PushUnsubscription' });
export type PushUnsubscription = z.infer<typeof pushUnsubscriptionSchema>;

/** What is pushed to a visitor's device when a result is published. */
export interface ResultPush {
  drawNo: string;
  date: IstDate;
  slot: Slot;
  /** Five digits. */
  digits: string;
  language: ContentLanguage;
  /** The address of the draw's page in that language. */
  url: string;
}

/** What is pushed to a device of staff. */
export interface AlertPush {
  title: string;
  body: string;
  /** The address of a screen of the panel. */
  url: string;
  /** A later message with the same tag replaces it on the device. */
  tag: string;
}
