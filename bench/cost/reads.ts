/** The anonymous reads, each with addresses that nobody has requested before, so that none comes from a cache. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, type IstDate, monthOf } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';

/** The results of a site: five on each of `days` days before `today`. */
export interface PastResults {
  today: IstDate;
  days: number;
}

/** Distinct values for the request with a number; those of a day repeat only after all days of the site. */
export interface Chosen {
  number: number;
  digits: string;
  date: IstDate;
  drawNo: string;
  /** Day, month and year: a part of the day's draw numbers. */
  inNumber: string;
}

/** A prime, so that neighbouring requests are far from each other. */
const STEP = 7_919;

export function choose({ today, days }: PastResults, number: number): Chosen {
  const date = addDays(today, -1 - ((number * STEP) % (days - 1)));
  const drawNo = drawNumberFor(date, SLOTS[number % SLOTS.length] ?? '10:00');
  const digits = String((number * STEP) % 100_000).padStart(5, '0');
  return { number, digits, date, drawNo, inNumber: drawNo.slice(2, -1) };
}

export interface Read {
  name: string;
  path(chosen: Chosen): string;
  /** By default `br`. */
  encoding?: string;
  /** How many addresses there are, where they are few: they are requested again after a change of the data. */
  addresses?: number;
}

const SLOT_FILTERS = ['', ...SLOTS.map((slot) => `?slot=${slot}`)];
/** Pages that wait for no others, each created again when it is stale. */
const ORDINARY = ['/', '/ml', '/statistics', '/ml/statistics'].flatMap((page) =>
  SLOT_FILTERS.map((filter) => page + filter),
);

export const READS = {
  csv: { name: '`/api/draws.csv`', path: () => '/api/draws.csv', encoding: 'identity' },
  csvBrotli: { name: '`/api/draws.csv`, br', path: () => '/api/draws.csv' },
  csvChanged: { name: '`/api/draws.csv`, br, after a change', path: () => '/api/draws.csv', addresses: 1 },
  csvDigit: { name: '`/api/draws.csv?q=`, a digit', path: ({ number }) => `/api/draws.csv?q=${number % 10}` },
  csvSearch: {
    name: '`/api/draws.csv?q=`, part of a number',
    path: ({ inNumber }) => `/api/draws.csv?q=${inNumber}`,
  },
  csvUnknown: {
    name: '`/api/draws.csv?q=`, never found',
    path: ({ number }) => `/api/draws.csv?q=RANDOM${number}`,
  },
  unknown: { name: '`/api/draws?q=`, impossible', path: ({ number }) => `/api/draws?q=RANDOM${number}` },
  unknownDay: {
    name: '`/api/draws?q=`, never found',
    // There is no such day.
    path: ({ number }) => `/api/draws?q=3102${1_000 + (number % 9_000)}`,
  },
  search: { name: '`/api/draws?q=`, part of a number', path: ({ inNumber }) => `/api/draws?q=${inNumber}` },
  find: { name: '`/api/draws?find=`', path: ({ digits }) => `/api/draws?find=${digits}` },
  endsWith: { name: '`/api/draws?endsWith=`', path: ({ digits }) => `/api/draws?endsWith=${digits}` },
  most: {
    name: '`/api/draws?limit=`, 300 to 500',
    path: ({ number }) => `/api/draws?limit=${500 - (number % 200)}`,
  },
  drawsOfDay: { name: '`/api/draws?date=`', path: ({ date }) => `/api/draws?date=${date}` },
  draw: { name: '`/api/draws/NUMBER`', path: ({ drawNo }) => `/api/draws/${drawNo}` },
  check: { name: '`/api/check`, digits', path: ({ digits }) => `/api/check?text=${digits}` },
  checkNumber: { name: '`/api/check`, draw number', path: ({ drawNo }) => `/api/check?text=${drawNo}` },
  checkPage: { name: 'home with `?check=`', path: ({ digits }) => `/?check=${digits}` },
  chartSearch: { name: 'chart with a search', path: ({ digits }) => `/results?all=1&q=${digits}` },
  chartSearchMl: {
    name: 'chart with a search, Malayalam',
    path: ({ digits }) => `/ml/results?all=1&q=${digits}`,
  },
  chartUnknown: {
    name: 'chart with a search, impossible',
    path: ({ number }) => `/results?all=1&q=RANDOM${number}`,
  },
  chartMonth: {
    name: 'chart of a month',
    path: ({ date }) => `/results?all=1&month=${monthOf(date)}`,
    addresses: 6,
  },
  chartBefore: { name: 'chart before a date', path: ({ date }) => `/results?all=1&before=${date}` },
  chartData: {
    name: 'chart with a search, its data',
    path: ({ digits }) => `/results.data?all=1&q=${digits}`,
  },
  slotPage: { name: 'page of a draw time', path: ({ date }) => `/results/14-00?before=${date}` },
  day: { name: 'day page', path: ({ date }) => `/results/${date}` },
  drawPage: { name: 'draw page', path: ({ drawNo }) => `/draws/${drawNo}` },
  dayPicture: { name: 'day picture', path: ({ date }) => `/results/${date}/picture.png` },
  drawPicture: { name: 'draw picture', path: ({ drawNo }) => `/draws/${drawNo}/picture.png` },
  sheet: { name: 'sheet', path: ({ date }) => `/results/${date}/sheet.pdf` },
  sheetMl: { name: 'sheet, Malayalam', path: ({ date }) => `/ml/results/${date}/sheet.pdf` },
  statisticsPage: {
    name: '`/statistics`, made-up span',
    path: ({ number }) => `/statistics?span=${number + 1_000}`,
  },
  statistics: {
    name: '`/api/statistics`, made-up dates',
    path: ({ date, number }) => `/api/statistics?from=${date}&to=${addDays('2090-01-01', number % 10_000)}`,
  },
  proof: { name: '`/api/proof/NUMBER`', path: ({ drawNo }) => `/api/proof/${drawNo}` },
  news: { name: '`/news?q=`', path: ({ number }) => `/news?q=word${number}` },
  feed: { name: '`/feeds/results.xml`, after a change', path: () => '/feeds/results.xml', addresses: 1 },
  sitemap: { name: '`/sitemap.xml`, after a change', path: () => '/sitemap.xml', addresses: 1 },
  ordinary: {
    name: 'home and statistics of each draw time',
    path: ({ number }) => ORDINARY[number % ORDINARY.length] ?? '/',
    addresses: ORDINARY.length,
  },
  unknownPage: { name: 'unknown page', path: ({ number }) => `/unknown-${number}` },
  unknownDraw: { name: 'page of an unknown draw', path: ({ number }) => `/draws/UNKNOWN-${number}` },
  panel: { name: 'panel `/admin`, signed out', path: () => '/admin' },
  home: { name: 'home `/`, after a change', path: () => '/', addresses: 1 },
} satisfies Record<string, Read>;

export type ReadName = keyof typeof READS;
