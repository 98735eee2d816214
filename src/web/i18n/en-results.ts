/** English messages of charts, days and draws, which other pages do not load. */
import { PRODUCT_NAME } from '../../core/branding.ts';
import type { Messages } from './en.ts';

export const enResults = {
  monthAndYear: (month: string, year: number) => `${month} ${year}`,
  charts: {
    title: `Charts: results by date · ${PRODUCT_NAME}`,
    titleOf: (month: string) => `Charts, ${month} · ${PRODUCT_NAME}`,
    description: `All ${PRODUCT_NAME} results in one chart: every date with its five draws, by month, with search and CSV export.`,
    heading: 'Charts',
    intro: 'Five draws a day, one row for each date, newest first.',
    statistics: 'How often each digit came',
    filters: 'Filter results',
    todayOnly: "Show Today's Results Only",
    month: 'Month',
    allMonths: 'All months',
    search: 'Search',
    searchHint: 'Draw number, digits or a date',
    show: 'Show',
    exportCsv: 'Export CSV',
    print: 'Print',
    date: 'Date',
    today: 'Today',
    none: 'No result',
    count: (results: number) => (results === 1 ? '1 result' : `${results} results`),
    noneFound: 'No results found',
    noneFoundText: 'No result matches this month and search.',
    clear: 'Clear Filters',
    noneAvailable: 'No results available',
    noneAvailableText: 'The first result will appear here as soon as it is published.',
    noneYetToday: (date: string) => `No results yet today. Showing ${date}`,
    noneToday: 'No draws for today',
    noneTodayText: 'Results appear here as they are published through the day.',
    showAll: 'Show all results',
    seeNextDraw: 'See the next draw',
    byTime: 'Results by draw time',
    allTimes: 'All',
    older: 'Older results',
    newest: 'Newest results',
    more: 'More results',
  },
  slotHistory: {
    title: (slot: string) => `${slot} results · ${PRODUCT_NAME}`,
    description: (slot: string) =>
      `Every ${slot} result of ${PRODUCT_NAME}, newest first, with draw number and all five digits.`,
    heading: (slot: string) => `${slot} results`,
    drawNo: 'Draw No.',
    digits: ['1st digit', '2nd digit', '3rd digit', '4th digit', '5th digit'],
  },
  dayPage: {
    title: (date: string) => `Results of ${date} · ${PRODUCT_NAME}`,
    description: (date: string, results: string) =>
      `The five ${PRODUCT_NAME} results of ${date}${results && `: ${results}`}.`,
    shared: (date: string, results: string) => `${PRODUCT_NAME}, ${date}: ${results}`,
    choose: 'Choose a day',
    day: 'Day',
    go: 'Go',
    prev: 'Previous day',
    next: 'Next day',
    unknown: 'There are no published results of this day.',
    sheet: 'As PDF',
  },
  drawPage: {
    title: (drawNo: string, digits: string) => `${drawNo}: ${digits} · ${PRODUCT_NAME}`,
    description: (slot: string, date: string, digits: string) =>
      `${PRODUCT_NAME} result of ${date}, ${slot}: ${digits}.`,
    drawNo: 'Draw number',
    publishedAt: (time: string, date: string) => `Published at ${time} on ${date}`,
    lastDigits: 'Last digits',
    endings: ['Last three digits', 'Last two digits', 'Last digit'],
    sameDay: 'The draws of this day',
    neighbours: 'Draws before and after',
    earlier: 'Earlier draw',
    later: 'Later draw',
    check: 'Check this result',
    checkText:
      'Every result is in a public log. Your browser can check it: that the digits were not chosen, and that nothing was changed afterwards.',
    checkNow: 'Check it in my browser',
    checkLoading: 'Loading…',
    checkNotLoaded: 'The check could not be loaded. Please try again.',
    howChecked: 'How it works',
    unknown: 'There is no published draw with this number.',
  },
};

/** All messages of such a page. */
export type ResultMessages = Messages & typeof enResults;
