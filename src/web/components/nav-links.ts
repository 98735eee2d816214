/** The links of the header, the menu and the footer. */
import type { Messages } from '../i18n/en.ts';

export interface NavItem {
  path: string;
  label: string;
  /** Outside of the app's pages: opened with a full page load. */
  isDocument?: boolean;
}

export const navItems = ({ nav }: Messages): NavItem[] => [
  { path: '/', label: nav.home },
  { path: '/results', label: nav.charts },
  { path: '/news', label: nav.news },
  { path: '/help', label: nav.help },
  { path: '/contact', label: nav.contact },
];

/** The id of the footer's list of pages. */
export const FOOTER_PAGES = 'pages';

export const footerItems = ({ footer }: Messages): NavItem[] => [
  { path: '/results', label: footer.results },
  { path: '/news', label: footer.latestNews },
  { path: '/contact', label: footer.contactUs },
  { path: '/help', label: footer.helpAndFaq },
  { path: '/verify', label: footer.verify },
  { path: '/statistics', label: footer.statistics },
  { path: '/embed/code', label: footer.embed },
  { path: '/board', label: footer.board, isDocument: true },
];
