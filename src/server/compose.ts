/** Creates the parts of the server and connects them; `senders.ts` does so for what sends messages. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { DatabaseKind } from '../contract/health.ts';
import { nextPhaseChange } from '../core/phase.ts';
import { createApi } from './api/create-api.ts';
import { createAuth, createFirstAdmin, findSetupCode, pruneAccounts } from './auth/create-auth.ts';
import { deriveKey, readAuthSecret } from './auth/secret.ts';
import { createAutomation } from './automation/automation.ts';
import { createClockSync } from './automation/clock-sync.ts';
import { createBackups } from './backup/backups.ts';
import { SEAL_KEY_PURPOSE } from './backup/manifest.ts';
import { type Clock, isFollowing, startClock, type Timers } from './clock.ts';
import type { Config } from './config.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createCsvExports } from './http/exports/csv-exports.ts';
import { createHandler } from './http/handler.ts';
import type { Handler } from './http/identify-requests.ts';
import { createPageServices } from './http/page-services.ts';
import { createQueues } from './http/queues.ts';
import { createResponseCache } from './http/response-cache.ts';
import { commonHeaders } from './http/security-headers.ts';
import type { Site } from './http/site.ts';
import { createLive } from './live/live.ts';
import type { StreamLimits } from './live/stream-limits.ts';
import type { Log } from './log.ts';
import { contactMailsFor, invitationMail, newAccountMail, passwordResetMail } from './mail/templates.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NodeState } from './metrics/node-metrics.ts';
import { createStoredValues } from './metrics/stored-values.ts';
import { findOpenMode } from './private-folder.ts';
import { createBeacon } from './public-log/beacon.ts';
import { deriveLogKey } from './public-log/log-key.ts';
import { createLogReader } from './public-log/log-reader.ts';
import { openLog } from './public-log/open-log.ts';
import { createSenders } from './senders.ts';
import { PASSWORD_COSTS } from './services/accounts/passwords.ts';
import type { ServiceContext } from './services/context.ts';
import { createResultFinder } from './services/draws/find-results.ts';
import { endInterruptedImports } from './services/draws/import-pieces.ts';
import { readLogRecord } from './services/public-log/log-record.ts';
import { createDeviceLimit } from './services/push/push-subscriptions.ts';
import { createStatistics } from './statistics/statistics.ts';
import { openDatabase } from './storage/engines/database.ts';
import { readPublicSettings } from './storage/public-reads.ts';
import { readPushKeys } from './storage/push/push-keys-store.ts';

export interface AppOptions {
  config: Config;
  clock: Clock;
  timers: Timers;
  log: Log;
  site: Site;
  /** The public origin. */
  baseUrl: string;
  /** Lower limits for a process that can hold fewer streams. */
  streamLimits?: StreamLimits;
  /** Counts publications, and reads the state of the node at each scrape. */
  metrics?: Pick<Metrics, 'countPublication' | 'setNode'> | null;
}

export interface App {
  handle: Handler;
  databaseKind: DatabaseKind;
  version: string;
  start(): Promise<void>;
  /** The code required to create the first account; null once there is an account. */
  setupCode(): Promise<string | null>;
  /** Closes every stream, so that the port can be released. */
  endStreams(): Promise<void>;
  stop(): Promise<void>;
}

export async function compose(options: AppOptions): Promise<App> {
  const { config, clock, timers, log, site, baseUrl, streamLimits, metrics } = options;
  const { version } = packageFile;
  const openMode = findOpenMode(config.dataDir);
  if (openMode !== null) {
    log.warn('other users of this machine can read DATA_DIR', { folder: config.dataDir, mode: openMode });
  }
  const database = await openDatabase(config.database, log);
  const readDatabaseTime = isFollowing(clock) ? database.now : undefined;
  const clockSync =
    isFollowing(clock) && readDatabaseTime ? createClockSync({ clock, readDatabaseTime, timers, log }) : null;
  // First of all: before this the clock has no time.
  await clockSync?.start();
  const hostName = hostname();
  // Several nodes may share a machine.
  const node = `${hostName}-${randomBytes(4).toString('hex')}`;
  const basics = { database, clock, timers, log };
  const live = createLive({ ...basics, node }, streamLimits);
  const services: ServiceContext = {
    database,
    clock,
    ...(readDatabaseTime && { readDatabaseTime }),
    randomBytes,
    publicLog: { baseUrl, beaconChain: config.beacon?.chain ?? null },
    changed: live.wake,
  };

  let settings = await readPublicSettings(database.db);
  live.beforeClients(async (tables) => {
    if (tables.has('settings')) settings = await readPublicSettings(database.db);
  });

  const beacon = config.beacon && createBeacon({ ...config.beacon, timers, log });
  const onPublished = metrics?.countPublication;
  const automation = createAutomation({ services, beacon, timers, log, onPublished });
  live.afterClients(automation.noteChanges);
  clockSync?.onMoved(automation.noteMovedClock);

  const secret = readAuthSecret(config.authSecret, config.dataDir);
  const backups = createBackups({
    ...basics,
    location: config.database,
    folder: join(config.dataDir, 'backups'),
    scratchFolder: config.dataDir,
    key: deriveKey(secret, SEAL_KEY_PURPOSE),
    hostName,
    everyHours: config.backupEveryHours,
  });
  const machineClock = startClock(null);
  const attentionSources = {
    lastVerifiedBackup: backups.lastVerified,
    clockJumpedAt: automation.clockJumpedAt,
    automationFailingSince: automation.failingSince,
  };
  const senders = createSenders({
    ...basics,
    config,
    machineClock,
    live,
    baseUrl,
    attentionSources,
  });
  const { mailer, webhooks, push, alerts } = senders;
  const auth = createAuth({
    services,
    log,
    passwordCost: PASSWORD_COSTS[config.passwordCost],
    baseUrl,
    secret,
    signup: config.signup,
    mails: { invitation: invitationMail, newAccount: newAccountMail, passwordReset: passwordResetMail },
    mailQueued: mailer.wake,
    machineClock,
  });

  const housekeeping = createHousekeeping({
    timers,
    log,
    tasks: {
      'prune old changes': live.pruneOldChanges,
      'prune old sessions': () => pruneAccounts(auth),
      'prune old webhook deliveries': webhooks.prune,
      'prune old pushes': push.prune,
      'prune old alerts': alerts.prune,
      'end interrupted imports': () => endInterruptedImports(services),
    },
  });

  const queues = { ...createQueues(), signIns: auth.signIns };
  const results = createResultFinder({ database, live });
  const statistics = createStatistics(results.list);
  const csvExports = createCsvExports({
    results,
    queues,
    folder: join(config.dataDir, 'exports'),
  });
  const contactMails = contactMailsFor(baseUrl);
  const logReader = createLogReader(database, deriveLogKey(secret));
  const api = createApi({
    services,
    auth,
    version,
    backups,
    logReader,
    statistics,
    results,
    csvExports,
    webhooks,
    readPushKey: async () => (await readPushKeys(database)).publicKey,
    receiverProblem: senders.receiverProblem,
    endpointProblem: senders.endpointProblem,
    areDevicesFull: createDeviceLimit(database),
    alerts,
    contactMails,
    live,
    attentionSources,
  });

  const { contactEmail, contactPhone, officialSiteUrl } = config;
  const pages = await site.loadPages({
    baseUrl,
    services: createPageServices({
      services,
      publicCursor: () => live.cursor('public'),
      contactMails,
      logRecord: () => readLogRecord(services, logReader),
      statistics,
      results,
      log,
      site: { baseUrl, contactEmail, contactPhone, officialSiteUrl },
    }),
  });

  const cache = createResponseCache({
    queues,
    now: clock.now,
    dataVersion: live.publicVersion,
    nextPhaseChange: () => nextPhaseChange(clock.now(), settings.publishDelay),
  });
  const headers = commonHeaders(baseUrl);
  const handle = createHandler({
    api,
    pages,
    files: site.loadFiles(headers),
    cache,
    queues,
    baseUrl,
    ownOrigins: auth.origins,
    trustedProxies: config.trustedProxies,
    inMaintenance: () => settings.maintenanceMode,
    commonHeaders: headers,
    log,
  });

  const nodeState: NodeState = {
    database: database.state,
    streams: live.streams,
    cache: cache.statistics,
    queues,
    mails: mailer.totals,
    webhooks: webhooks.totals,
    pushes: push.totals,
    backups: backups.totals,
    clockOffset: () => (clockSync ? clock.now() - machineClock.now() : null),
    storedValues: createStoredValues({
      ...basics,
      lastFeedId: live.lastFeedId,
      lastBackup: backups.lastVerified,
    }),
  };

  return {
    handle,
    databaseKind: database.kind,
    version,
    async start() {
      await live.start();
      await openLog(services);
      if (config.firstAdmin) await createFirstAdmin(auth, config.firstAdmin);
      senders.start();
      automation.start();
      await backups.startSchedule();
      housekeeping.start();
      metrics?.setNode(nodeState);
    },
    setupCode: () => findSetupCode(auth),
    endStreams: live.stop,
    async stop() {
      clockSync?.stop();
      const running = [automation, backups, housekeeping, senders, live];
      await Promise.all(running.map((part) => part.stop()));
      await csvExports.close();
      await database.close();
    },
  };
}
