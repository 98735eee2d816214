/** What loaders and actions can call on the server. It is passed in with each request; pages never import server code. */
import { createContext } from 'react-router';
import type { Checked } from '../contract/check-number.ts';
import type { ContactForm } from '../contract/contact.ts';
import type { Draw, DrawFilters } from '../contract/draws.ts';
import type { Faq } from '../contract/faqs.ts';
import type { NewsArticle } from '../contract/news.ts';
import type { Page } from '../contract/paging.ts';
import type { PublicSettings } from '../contract/settings.ts';
import type { Statistics, StatisticsQuery } from '../contract/statistics.ts';
import type { Instant, IstDate, IstMonth } from '../core/ist-time.ts';
import type { NewsPosition } from '../core/news-order.ts';
import type { BeaconChain } from '../core/public-log/beacon-chain.ts';
import type { LogRecord } from '../core/public-log/log-record.ts';
import type { KnownRandomness } from '../core/result-label.ts';
import type { Slot } from '../core/slots.ts';
import type { DaySheet } from '../server/http/sheets/day-sheet.ts';
import type { Site } from './hooks/use-site.ts';
import type { Language } from './i18n/language.ts';

export type { Site };

interface DaysQuery extends DrawFilters {
  limit: number;
  before?: IstDate | undefined;
}

interface Days {
  draws: Draw[];
  /** The date before which there are more; null if there are none. */
  olderThan: IstDate | null;
}

export interface DaysBeside {
  earlier: IstDate | null;
  later: IstDate | null;
}

interface NewsQuery {
  q?: string;
  /** What is in this language comes first. */
  language?: Language;
  limit: number;
  cursor?: string;
}

interface NewsPage extends Page<NewsArticle> {
  /** The article after which the page begins; null at the start of the list. */
  after: NewsPosition | null;
}

/** The number of messages from one client address is limited; `retryAfter` is in seconds. */
export type ContactReceipt = { sent: true } | { sent: false; retryAfter: number };

export interface PageServices {
  now(): Instant;
  site(): Site;
  /** The current position in the feed of public changes. Read it before the data that it belongs to. */
  cursor(): string;
  settings(): Promise<PublicSettings>;
  /** The day's published draws in slot order. */
  drawsOf(date: IstDate): Promise<Draw[]>;
  /** What the random results among these follow from, and those of the date that are published later. */
  randomness(draws: readonly Draw[], date: IstDate): Promise<KnownRandomness>;
  /** The beacon of this site; null if it uses the public one, or none. */
  ownBeacon(): BeaconChain | null;
  /** What a visitor typed into "Check a number". */
  check(text: string): Promise<Checked>;
  /** How many published draws a slot has. */
  countOfSlot(slot: Slot): Promise<number>;
  /** The minutes between a draw and its result. */
  publishDelay(): Promise<number>;
  /** Published results by whole days, newest first. */
  days(query: DaysQuery): Promise<Days>;
  /** The newest published results. */
  newestDraws(limit: number): Promise<Draw[]>;
  /** The first and the last month that have a result; null while there is none. */
  months(): Promise<{ earliest: IstMonth; latest: IstMonth } | null>;
  /** Null unless it is published. */
  draw(drawNo: string): Promise<Draw | null>;
  /** The nearest days before and after a date that have a result. */
  daysBeside(date: IstDate): Promise<DaysBeside>;
  neighbours(draw: Draw): Promise<{ earlier: Draw | null; later: Draw | null }>;
  /** Null if the cursor is invalid. */
  news(query: NewsQuery): Promise<NewsPage | null>;
  article(id: string): Promise<NewsArticle | null>;
  faqs(): Promise<Faq[]>;
  /** The public log, with the record of the last days; null while none is open. */
  logRecord(): Promise<LogRecord | null>;
  /** Counts of published results. */
  statistics(query: StatisticsQuery): Promise<Statistics>;
  /** Stores a message from the visitor who sent the current request. */
  sendContact(form: ContactForm): Promise<ContactReceipt>;
  /** Converts an SVG to a PNG, which every program can show. */
  renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Renders the sheet of a day to PDF. */
  renderSheet(sheet: DaySheet): Promise<Uint8Array<ArrayBuffer>>;
  /** Logs a failure while a page was rendered. */
  reportError(error: unknown, request: Request): void;
}

export const pageServices = createContext<PageServices>();
