/** The one place where the parts of the server are wired together. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { ContactMessage } from '../contract/contact.ts';
import { nextPhaseChange } from '../core/phase.ts';
import { createApi } from './api/app.ts';
import { createClockKeeper } from './automation/clock-keeper.ts';
import { createAutomation } from './automation/runner.ts';
import { trustTime } from './automation/trusted-time.ts';
import type { AdjustableClock, Timers } from './clock.ts';
import type { Config } from './config.ts';
import { createHandler } from './http/handler.ts';
import type { Handler } from './http/listen.ts';
import { createPageServices } from './http/page-services.ts';
import { loadPages } from './http/pages.ts';
import { createResponseCache } from './http/response-cache.ts';
import { commonHeaders } from './http/security-headers.ts';
import { loadStaticFiles } from './http/static-files.ts';
import { createBroker } from './live/broker.ts';
import { createFeedReader } from './live/feed-reader.ts';
import { createStreams } from './live/streams.ts';
import type { Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { contactNoticeMail } from './mail/templates.ts';
import type { ServiceContext } from './services/context.ts';
import { type DatabaseLocation, openDatabase } from './storage/database.ts';
import { formatFeedCursor } from './storage/feed-cursor.ts';
import { readPublicSettings } from './storage/public-reads.ts';

const BUILD = join(import.meta.dir, '../../build');

export interface Surroundings {
  config: Config;
  clock: AdjustableClock;
  timers: Timers;
  log: Log;
  baseUrl: string;
}

export interface App {
  handle: Handler;
  databaseKind: DatabaseLocation['kind'];
  version: string;
  start(): Promise<void>;
  /** Says goodbye to everyone who listens, so that the port can be given back. */
  endStreams(): void;
  stop(): Promise<void>;
}

export async function compose({ config, clock, timers, log, baseUrl }: Surroundings): Promise<App> {
  const database = await openDatabase(locationOf(config));
  const broker = createBroker();
  const feed = createFeedReader({ database, broker, timers, log });
  const services: ServiceContext = { database, clock, randomBytes, changed: feed.wake };

  let settings = await readPublicSettings(database.db);
  feed.onChanges(async (tables) => {
    if (tables.has('settings')) settings = await readPublicSettings(database.db);
  });

  const mailer = createMailer({
    database,
    clock,
    log,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: join(config.dataDir, 'outbox'),
  });

  const streams = createStreams({
    database,
    broker,
    clock,
    timers,
    log,
    wake: feed.wake,
    visitors: () => streams.count('public'),
  });
  const publicCursor = () => formatFeedCursor(broker.position('public'));

  const clockKeeper = createClockKeeper({
    clock,
    readDatabaseTime: async () => (await database.now?.()) ?? clock.now(),
    timers,
    log,
  });
  const automation = createAutomation({
    services,
    timers,
    log,
    time: trustTime({
      clock,
      timers,
      synchronise: clockKeeper.synchronise,
      onJump: (jump) => log.warn('the clock jumped', { ...jump }),
    }),
  });
  feed.onChanges(automation.noteChanges);

  const writeContactNotice = (message: ContactMessage) => contactNoticeMail(message, baseUrl);
  const headers = commonHeaders(baseUrl);
  const handle = createHandler({
    api: createApi({
      services,
      version: packageFile.version,
      live: {
        openStream: streams.open,
        cursor: (audience) => formatFeedCursor(broker.position(audience)),
        visitors: { count: () => streams.count('public'), history: async () => [] },
      },
      writeContactNotice,
    }),
    pages: await loadPages({
      buildFile: join(BUILD, 'server/index.js'),
      baseUrl,
      services: createPageServices({
        services,
        publicCursor,
        writeContactNotice,
        log,
        site: {
          baseUrl,
          contactEmail: config.contactEmail,
          contactPhone: config.contactPhone,
          officialSiteUrl: config.officialSiteUrl,
        },
      }),
    }),
    files: loadStaticFiles(join(BUILD, 'client'), headers),
    cache: createResponseCache({
      now: clock.now,
      dataVersion: feed.publicVersion,
      nextPhaseChange: () => nextPhaseChange(clock.now(), settings.publishDelay),
    }),
    trustedProxies: config.trustedProxies,
    inMaintenance: () => settings.maintenanceMode,
    commonHeaders: headers,
    log,
  });

  return {
    handle,
    databaseKind: database.kind,
    version: packageFile.version,
    async start() {
      if (database.now && config.clockStart === null) await clockKeeper.start();
      await feed.start();
      streams.start();
      mailer.start();
      automation.start();
    },
    endStreams: streams.stop,
    async stop() {
      clockKeeper.stop();
      await automation.stop();
      await mailer.stop();
      await feed.stop();
      await database.close();
    },
  };
}

const locationOf = ({ databaseUrl, dataDir }: Config): DatabaseLocation =>
  databaseUrl === null
    ? { kind: 'sqlite', file: join(dataDir, `${packageFile.name}.db`) }
    : { kind: 'postgres', url: databaseUrl };
