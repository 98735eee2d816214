/** The alerts that an account gets: by mail, and on which devices. */
import { z } from 'zod';
import { browserSubscriptionSchema } from './push.ts';
import { instantSchema } from './values.ts';

const switchOf = (name: string) => z.boolean({ error: `${name} must be true or false.` });

export const alertPreferencesSchema = z
  .object({
    mail: switchOf('Mail').meta({ description: 'Alerts by mail, except for contact messages.' }),
    contactMail: switchOf('ContactMail').meta({ description: 'Mails about new contact messages.' }),
  })
  .meta({ id: 'AlertPreferences' });
export type AlertPreferences = z.infer<typeof alertPreferencesSchema>;

const alertDeviceSchema = z
  .object({
    endpoint: z.string().meta({ description: 'Of the push subscription, so that a browser finds its own.' }),
    userAgent: z.string().nullable(),
    addedAt: instantSchema,
  })
  .meta({ id: 'AlertDevice' });
export type AlertDevice = z.infer<typeof alertDeviceSchema>;

export const ownAlertsSchema = alertPreferencesSchema
  .extend({
    devices: z.array(alertDeviceSchema).meta({ description: 'They get all alerts; the newest first.' }),
    notificationsEnabled: z
      .boolean()
      .meta({ description: 'The setting `enableNotifications`: while it is off, no alerts are sent.' }),
  })
  .meta({ id: 'OwnAlerts' });
export type OwnAlerts = z.infer<typeof ownAlertsSchema>;

const { endpoint, keys } = browserSubscriptionSchema.shape;

export const newAlertDeviceSchema = z
  .object({
    subscription: z.strictObject({ endpoint, keys: keys.strict() }, { error: 'Subscription is required.' }),
  })
  .meta({ id: 'NewAlertDevice' });
