/** Fills the database of the demo: days in their order, by a clock that is set to the past. */
import { randomBytes } from 'node:crypto';
import { type Actor, SYSTEM } from '../../core/actor.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../core/branding.ts';
import { addDays, DAY, type Instant, type IstDate, instantOf, istDateOf } from '../../core/ist-time.ts';
import { roundAt } from '../../core/public-log/beacon-chain.ts';
import { DEFAULT_GENERATE_TIME } from '../../core/schedule.ts';
import { openLog } from '../../server/public-log/open-log.ts';
import { createFaq } from '../../server/services/content/faqs.ts';
import { createArticle } from '../../server/services/content/news.ts';
import type { ServiceContext } from '../../server/services/context.ts';
import { saveSettings } from '../../server/services/settings.ts';
import type { Database } from '../../server/storage/engines/database.ts';
import { readSettings } from '../../server/storage/operations/settings-store.ts';
import type { DemoBeacon } from './demo-beacon.ts';
import { DEMO_FAQS, DEMO_NEWS } from './demo-content.ts';
import { runDay } from './demo-draws.ts';

/** Short, so that the demo shows the next result soon. */
const PUBLISH_DELAY_MINUTES = 1;

const EDITOR: Actor = { id: null, name: DEFAULT_NEWS_AUTHOR };

interface Filling {
  database: Database;
  baseUrl: string;
  beacon: Pick<DemoBeacon, 'chain' | 'fetchSignature'>;
  /** How many days before today have results. */
  daysOfHistory: number;
  /** The current time of the demo. */
  end: Instant;
  /** Called before each day, which counts from 0. */
  onDay(day: number): void;
}

export async function fillSite(filling: Filling): Promise<void> {
  const { database, baseUrl, beacon, daysOfHistory, end, onDay } = filling;
  const firstDate = addDays(istDateOf(end), -daysOfHistory);
  let time = instantOf(firstDate);
  const setClock = (instant: Instant): void => {
    time = instant;
  };
  const services: ServiceContext = {
    database,
    clock: { now: () => time },
    randomBytes,
    publicLog: { baseUrl, beaconChain: beacon.chain },
    changed: async () => {},
  };
  await openLog(services);
  const dateOf = (day: number): IstDate => addDays(firstDate, day);
  const fetchSignature = (day: number): Promise<string> =>
    beacon.fetchSignature(roundAt(beacon.chain, instantOf(dateOf(day), DEFAULT_GENERATE_TIME)));
  let nextSignature = fetchSignature(0);
  for (let day = 0; day <= daysOfHistory; day += 1) {
    onDay(day);
    const signature = await nextSignature;
    // Signed while this day is written.
    nextSignature = fetchSignature(day + 1);
    // One transaction for each day: one for each change would wait for the disk thousands of times.
    await database.write((tx) => {
      const inDay: ServiceContext = {
        ...services,
        database: { ...database, db: tx, write: (change) => change(tx) },
      };
      const site = { services: inDay, staff: EDITOR, end, setClock };
      return runDay(site, { date: dateOf(day), number: day, signature });
    });
  }
  await writeContent(services, end, setClock);
}

async function writeContent(
  services: ServiceContext,
  end: Instant,
  setClock: (time: Instant) => void,
): Promise<void> {
  for (const { daysAgo, ...article } of DEMO_NEWS.toReversed()) {
    setClock(end - daysAgo * DAY);
    await createArticle(services, { ...article, author: DEFAULT_NEWS_AUTHOR }, EDITOR);
  }
  setClock(end);
  for (const [index, faq] of DEMO_FAQS.entries())
    await createFaq(services, { ...faq, order: index + 1 }, EDITOR);
  const { settings } = await readSettings(services.database.db);
  await saveSettings(services, { settings: { ...settings, publishDelay: PUBLISH_DELAY_MINUTES } }, SYSTEM);
}
