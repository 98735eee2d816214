/** The settings that staff can change while the server runs. */
import { z } from 'zod';
import { APPROVALS } from '../core/approval.ts';
import { MAX_PUBLISH_DELAY_MINUTES } from '../core/schedule.ts';
import { timeOfDaySchema } from './values.ts';

export const PUBLISH_DELAY_TEXT = `Publication delay must be a whole number from 0 to ${MAX_PUBLISH_DELAY_MINUTES} minutes.`;

export const settingsSchema = z
  .object({
    autoPublish: z.boolean({ error: 'Auto-publish must be on or off.' }),
    publishDelay: z
      .int({ error: PUBLISH_DELAY_TEXT })
      .min(0, PUBLISH_DELAY_TEXT)
      .max(MAX_PUBLISH_DELAY_MINUTES, PUBLISH_DELAY_TEXT),
    generateTime: timeOfDaySchema,
    enableNotifications: z.boolean({ error: 'Notifications must be on or off.' }),
    maintenanceMode: z.boolean({ error: 'Maintenance mode must be on or off.' }),
    publishGenerated: z
      .boolean({ error: 'Publishing random results must be on or off.' })
      .meta({ description: 'Automation also publishes drafts whose digits nobody entered.' }),
    approval: z.enum(APPROVALS, { error: 'Approval must be off or entered.' }).meta({
      description:
        'Which results a second person must approve before they are public: none, or those entered by people.',
    }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsSchema>;

/** The settings that were added later do not change when they are not sent. */
export const settingsChangeSchema = settingsSchema
  .extend({
    publishGenerated: settingsSchema.shape.publishGenerated.optional(),
    approval: settingsSchema.shape.approval.optional(),
  })
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The settings that public pages need. */
export const publicSettingsSchema = settingsSchema
  .pick({ publishDelay: true, maintenanceMode: true })
  .meta({ id: 'PublicSettings' });
export type PublicSettings = z.infer<typeof publicSettingsSchema>;
