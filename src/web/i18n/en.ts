/** The English messages of the public site. The other language must have the same keys. */
import { PRODUCT_NAME, STATE_NAME } from '../../core/branding.ts';
import { enHome } from './en-home.ts';

export const en = {
  ...enHome,
  productName: PRODUCT_NAME,
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  longDate: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
  nav: {
    label: 'Main',
    home: 'Home',
    charts: 'Charts',
    news: 'News',
    help: 'Help',
    contact: 'Contact',
  },
  breadcrumbs: 'You are here',
  header: {
    skip: 'Skip to content',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    menu: 'Menu',
    sound: 'Sound',
    darkMode: 'Dark mode',
    loading: 'Loading…',
  },
  footer: {
    tagline: `Your trusted source for ${PRODUCT_NAME} lottery results. Quick, accurate, and always up-to-date.`,
    disclaimer: 'Results displayed are for reference only. Please verify with official sources.',
    care: ['18+', 'Numbers have no memory', 'Never pay anyone to claim a prize'],
    pages: 'Pages',
    results: 'Results',
    latestNews: 'Latest News',
    contactUs: 'Contact Us',
    helpAndFaq: 'Help & FAQ',
    verify: 'Verify',
    statistics: 'Statistics',
    embed: 'For your website',
    board: 'Board for shops',
    officialWebsite: 'Official Website',
    reachUs: 'Reach us',
    place: `Thiruvananthapuram, ${STATE_NAME}`,
  },
  problem: {
    notFoundTitle: 'Page not found',
    notFoundText: 'There is nothing at this address. It may have been moved, or mistyped.',
    failedTitle: 'Something went wrong',
    failedText: 'That is our fault, not yours. Please try again in a moment.',
    toHome: 'Go to the home page',
    toCharts: 'See the charts',
    tryAgain: 'Try again',
  },
  unreachable: {
    title: 'No connection',
    text: 'This page could not be fetched. Check your connection; nothing is lost.',
  },
  maintenance: {
    title: 'Back shortly',
    text: 'The site is being maintained and will be back shortly. No result is lost meanwhile.',
  },
  feeds: {
    results: `${PRODUCT_NAME}: results`,
    news: `${PRODUCT_NAME}: news`,
    entry: (slot: string, date: string, digits: string) => `${digits} (${slot}, ${date})`,
  },
};

export type Messages = typeof en;
