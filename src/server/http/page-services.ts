/** Creates the services that page loaders call. */
import { contactFormSchema } from '../../contract/contact.ts';
import { idSchema } from '../../contract/values.ts';
import { QUICKNET } from '../../core/public-log/beacon-chain.ts';
import type { ContactReceipt, PageServices, Site } from '../../web/page-services.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ContactMails } from '../services/content/contact-notices.ts';
import { receiveContact } from '../services/content/contacts.ts';
import type { ServiceContext } from '../services/context.ts';
import { checkNumber } from '../services/draws/check-number.ts';
import type { ResultFinder } from '../services/draws/find-results.ts';
import { readRandomness } from '../services/public-log/randomness.ts';
import {
  findArticle,
  findDaysBeside,
  findNeighbours,
  findPublishedDraw,
  findPublishedMonths,
  listFaqs,
  listPublishedDraws,
  readNewsFrom,
  readPublicSettings,
  readPublishedDay,
} from '../storage/public-reads.ts';
import { createFileRenderer } from './file-renderer.ts';
import { keepRendered } from './keep-rendered.ts';

export interface PageServicesParts {
  services: ServiceContext;
  site: Site;
  publicCursor(): string;
  contactMails: ContactMails;
  logRecord: PageServices['logRecord'];
  statistics: PageServices['statistics'];
  results: ResultFinder;
  log: Log;
}

/** Creates the services for the pages of one visitor. */
export type PageServicesFor = (visitor: { network: string; wideNetwork: string }) => PageServices;

export function createPageServices(parts: PageServicesParts): PageServicesFor {
  const { services, site, publicCursor, contactMails, logRecord, statistics, results, log } = parts;
  const { db } = services.database;
  const { beaconChain } = services.publicLog;
  const renderer = createFileRenderer();
  const forEveryone: Omit<PageServices, 'sendContact'> = {
    now: () => services.clock.now(),
    site: () => site,
    cursor: publicCursor,
    settings: () => readPublicSettings(db),
    drawsOf: (date) => readPublishedDay(db, date),
    randomness: (draws, date) => readRandomness(db, draws, date),
    ownBeacon: () => (beaconChain?.id === QUICKNET.id ? null : beaconChain),
    check: (text) => checkNumber({ services, results }, text),
    countOfSlot: (slot) => results.count({ slot }),
    daysBeside: (date) => findDaysBeside(db, date),
    publishDelay: async () => (await readPublicSettings(db)).publishDelay,
    days: results.days,
    newestDraws: async (limit) => (await listPublishedDraws(db, { limit })).items,
    months: () => findPublishedMonths(db),
    draw: (drawNo) => findPublishedDraw(db, drawNo),
    neighbours: (draw) => findNeighbours(db, draw),
    news: (query) => readNewsFrom(db, query).catch(nullForBadCursor),
    article: async (id) => (idSchema.safeParse(id).success ? findArticle(db, id) : null),
    faqs: () => listFaqs(db),
    logRecord,
    statistics,
    renderPng: keepRendered(renderer.svgToPng),
    renderSheet: keepRendered(renderer.drawDaySheet),
    reportError: (error, request) => log.error('page failed', { path: new URL(request.url).pathname, error }),
  };
  return (visitor) => ({
    ...forEveryone,
    sendContact: (form) =>
      receiveContact(services, contactFormSchema.parse(form), {
        network: visitor.network,
        wideNetwork: visitor.wideNetwork,
        mails: contactMails,
      }).then((): ContactReceipt => ({ sent: true }), receiptForTooMany),
  });
}

function nullForBadCursor(error: unknown): null {
  if (error instanceof AppError && error.code === 'invalid') return null;
  throw error;
}

function receiptForTooMany(error: unknown): ContactReceipt {
  if (!(error instanceof AppError) || error.code !== 'too-many') throw error;
  return { sent: false, retryAfter: error.details.retryAfter ?? 0 };
}
