/** The eight screens of the panel and who may use them. */
import type { Role } from '../../../contract/users.ts';

export interface Screen {
  path: string;
  label: string;
  /** Without it both roles may. */
  only?: Role;
}

export const SCREENS: readonly Screen[] = [
  { path: '/admin', label: 'Dashboard' },
  { path: '/admin/timings', label: 'Timings', only: 'admin' },
  { path: '/admin/draws', label: 'Draws' },
  { path: '/admin/news', label: 'News' },
  { path: '/admin/faq', label: 'FAQ' },
  { path: '/admin/contacts', label: 'Contacts' },
  { path: '/admin/users', label: 'Users', only: 'admin' },
  { path: '/admin/activity', label: 'Activity' },
];

export const screensFor = (role: Role): Screen[] => SCREENS.filter(({ only }) => !only || only === role);
