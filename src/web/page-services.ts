/** What pages may ask of the server. It fills this in for each request; pages never import server code. */
import { createContext } from 'react-router';
import type { ContactForm } from '../contract/contact.ts';
import type { Draw, DrawFilters } from '../contract/draws.ts';
import type { Faq } from '../contract/faqs.ts';
import type { NewsArticle } from '../contract/news.ts';
import type { Page } from '../contract/paging.ts';
import type { PublicSettings } from '../contract/settings.ts';
import type { Instant, IstDate, IstMonth } from '../core/ist-time.ts';
import type { NewsPlace } from '../core/list-scope.ts';

/** What the operator has set about this site. */
export interface Site {
  /** The public origin, without a slash at the end. */
  baseUrl: string;
  contactEmail: string;
  contactPhone: string;
  officialSiteUrl: string | null;
}

interface DaysQuery extends DrawFilters {
  limit: number;
  before?: IstDate | undefined;
}

interface Days {
  draws: Draw[];
  /** The day before which there is more; null where there is none. */
  olderThan: IstDate | null;
}

interface NewsPage extends Page<NewsArticle> {
  /** The place after which the page begins; null at the start of the list. */
  after: NewsPlace | null;
}

/** From one address only so many messages are taken; `retryAfter` says in how many seconds the next one is. */
export type ContactReceipt = { sent: true } | { sent: false; retryAfter: number };

export interface PageServices {
  now(): Instant;
  site(): Site;
  /** The place in the feed up to which the public has seen everything. To be read before the data it goes with. */
  cursor(): string;
  settings(): Promise<PublicSettings>;
  /** The day's published draws in slot order. */
  drawsOf(date: IstDate): Promise<Draw[]>;
  /** The newest published draws whose result ends in these digits. */
  drawsEndingIn(ending: string, limit: number): Promise<Page<Draw>>;
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
  neighbours(draw: Draw): Promise<{ earlier: Draw | null; later: Draw | null }>;
  /** Null where the cursor leads nowhere. */
  news(query: { q?: string; limit: number; cursor?: string }): Promise<NewsPage | null>;
  article(id: string): Promise<NewsArticle | null>;
  faqs(): Promise<Faq[]>;
  /** Takes a message from the visitor whose request this is. */
  sendContact(form: ContactForm): Promise<ContactReceipt>;
  /** A drawing as a picture that every program can show. */
  paintPng(svg: string): Promise<Uint8Array<ArrayBuffer>>;
  /** A failure while a page was made, for the server's log. */
  reportError(error: unknown, request: Request): void;
}

export const pageServices = createContext<PageServices>();
