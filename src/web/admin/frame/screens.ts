/** The screens in the menu, and which role may use them. */
import type { ComponentType } from 'react';
import type { Role } from '../../../contract/users.ts';
import { ClockIcon, MailIcon, NewsIcon } from '../../components/icons.tsx';
import {
  ActivityIcon,
  DashboardIcon,
  DrawsIcon,
  FaqIcon,
  UsersIcon,
  WebhooksIcon,
} from '../widgets/panel-icons.tsx';

export interface Screen {
  path: string;
  label: string;
  Icon: ComponentType;
  /** Missing where both roles may use it. */
  only?: Role;
}

const SCREENS: readonly Screen[] = [
  { path: '/admin', label: 'Dashboard', Icon: DashboardIcon },
  { path: '/admin/timings', label: 'Timings', Icon: ClockIcon, only: 'admin' },
  { path: '/admin/draws', label: 'Draws', Icon: DrawsIcon },
  { path: '/admin/news', label: 'News', Icon: NewsIcon },
  { path: '/admin/faq', label: 'FAQ', Icon: FaqIcon },
  { path: '/admin/contacts', label: 'Contacts', Icon: MailIcon },
  { path: '/admin/users', label: 'Users', Icon: UsersIcon, only: 'admin' },
  { path: '/admin/webhooks', label: 'Webhooks', Icon: WebhooksIcon, only: 'admin' },
  { path: '/admin/activity', label: 'Activity', Icon: ActivityIcon },
];

const isFor = ({ only }: Screen, role: Role): boolean => only === undefined || only === role;

export const screensFor = (role: Role): Screen[] => SCREENS.filter((screen) => isFor(screen, role));

/** The screen at an address, if it is one that this role may not use. */
export const findForbidden = (pathname: string, role: Role): Screen | undefined =>
  SCREENS.find((screen) => screen.path === pathname.replace(/\/$/, '') && !isFor(screen, role));
