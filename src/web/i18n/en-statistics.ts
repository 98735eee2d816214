/** English messages of the statistics, which no other page loads. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enStatistics = {
  title: `Statistics: how often each digit came · ${PRODUCT_NAME}`,
  description: `How often each digit came in ${PRODUCT_NAME} results, how long ago, and how even that is. Numbers have no memory: past results say nothing about the next one.`,
  here: 'Statistics',
  noMemory: 'Numbers have no memory',
  noMemoryText: [
    'In every draw each digit has the same chance, whatever came before.',
    'This page counts the past: nothing on it can tell you what comes next, and no number is ever “due”.',
  ],
  slots: 'Draw time',
  allSlots: 'All draws',
  spans: 'Time span',
  spanOf: { 30: '30 days', 90: '90 days', 365: '365 days', all: 'All' },
  counted: (draws: number) => (draws === 1 ? '1 result' : `${draws} results`),
  none: 'No results in this span',
  noneText: 'Nothing was published for this choice. A longer span or all draws may have results.',
  showAll: 'Show all results',
  noneYet: 'No results yet',
  noneYetText: 'As soon as the first result is published, it is counted here.',
  toCharts: 'Go to the charts',
  asTable: 'As a table',
  legend: 'Colours',
  never: 'never',
  digit: 'Digit',
  position: 'Position',
  positionOf: ['1st digit', '2nd digit', '3rd digit', '4th digit', '5th digit'],
  endings: 'Last two digits',
  tens: 'Fourth digit',
  units: 'Fifth digit',
  positions: {
    heading: 'Each digit at each position',
    text: (average: string) =>
      `How many results had the digit at that position. Equal chances give ${average} on average; the colours show how far a figure is from that.`,
    drawing: 'Heat map: how often each digit came at each of the five positions',
  },
  since: {
    heading: 'How long since',
    text: 'How many draws ago the digit last came at that position; 0 is the newest result. Ten draws between two are the average, and 40 are nothing unusual.',
    drawing: 'Heat map: how many draws ago each digit last came at each of the five positions',
  },
  lastTwo: {
    heading: 'The last two digits',
    text: (average: string) =>
      `How many results ended in these two digits. Equal chances give ${average} on average for each of the hundred endings.`,
    drawing: 'Heat map: how often each pair of last two digits came',
  },
  repeats: {
    heading: 'Repeated digits',
    text: 'How many results had equal digits, beside what equal chances give on average.',
    kind: 'Kind',
    results: 'Results',
    byChance: 'By chance',
    kinds: {
      allDifferent: 'All different',
      pair: 'One pair',
      twoPairs: 'Two pairs',
      threeAlike: 'Three alike',
      fullHouse: 'Three and two alike',
      fourAlike: 'Four alike',
      fiveAlike: 'Five alike',
    },
    example: (digits: string) => `such as ${digits}`,
  },
  sums: {
    heading: 'Sum of the five digits',
    text: 'Bars are results; the line is what equal chances give on average. Sums in the middle come more often because more numbers have them.',
    drawing: 'Bar chart: how often each sum of the five digits came, with a line for what equal chances give',
    sum: 'Sum',
  },
  evenness: {
    heading: 'Is that even?',
    grades: {
      tooFew: 'Too few draws to tell',
      tooEven: 'More even than chance usually makes it',
      asChance: 'As even as chance would make it',
      slightlyUneven: 'A little more uneven than usual',
      uneven: 'More uneven than chance usually makes it',
      veryUneven: 'Much more uneven than chance would make it',
    },
    texts: {
      tooFew: (fewest: number) =>
        `The test needs at least ${fewest} results, so that each digit is expected five times at each position.`,
      tooEven: 'Equal chances alone make counts this even in fewer than 1 of 1000 cases.',
      asChance: 'The differences between the figures are of the size that equal chances make.',
      slightlyUneven:
        'Equal chances alone are this uneven in 1 to 5 of 100 cases. With 24 choices of draw time and span on this page, one like this is often among them.',
      uneven: 'Equal chances alone are this uneven in fewer than 1 of 100 cases.',
      veryUneven:
        'Equal chances alone are this uneven in fewer than 1 of 1000 cases. Entered or imported results may be the reason.',
    },
    test: 'This is Pearson’s chi-square test: it compares how often each digit came at each position with equal chances. The value p says how often equal chances alone are at least as uneven.',
    figures: (value: string, degrees: number, p: string) =>
      `χ² = ${value}, ${degrees} degrees of freedom, p\u00a0${p}`,
  },
  data: 'The same as JSON',
};

export type StatisticsMessages = typeof enStatistics;
