/** The names of the types of entries. */
import type { ActivityType } from '../../../contract/activity.ts';

export const TYPE_NAMES: Readonly<Record<ActivityType, string>> = {
  draw: 'Draws',
  news: 'News',
  faq: 'FAQs',
  contact: 'Contacts',
  user: 'Users',
  settings: 'Settings',
  system: 'System',
};
