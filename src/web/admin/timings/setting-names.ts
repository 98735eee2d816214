/** The names of the settings, here and in the activity log. */
import type { Settings } from '../../../contract/settings.ts';

export const SETTING_NAMES: Readonly<Record<keyof Settings, string>> = {
  autoPublish: 'Publish automatically',
  publishDelay: 'Publication delay',
  generateTime: 'Drafts are made at',
  enableNotifications: 'Notifications',
  maintenanceMode: 'Maintenance mode',
  publishGenerated: 'Publish random results',
  approval: 'Approval by a second person',
};
