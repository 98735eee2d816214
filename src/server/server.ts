/** The server of one node: takes the port, creates the parts, serves, and stops cleanly. */

import { setTimeout as sleep } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { SETUP_FRAGMENT } from '../contract/accounts.ts';
import { chooseClock, clockForLog, type Machine, systemTimers, THIS_MACHINE, type Timers } from './clock.ts';
import { type App, compose } from './compose.ts';
import type { Config } from './config.ts';
import { takePort } from './http/listen.ts';
import { notReadyHandler } from './http/not-ready.ts';
import { builtSite, type Site } from './http/site.ts';
import { describeLoweredLimits, limitsWithin, readOpenFileLimit } from './live/stream-limits.ts';
import { createLog } from './log.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { startMessage } from './start-message.ts';
import { waitForDatabase } from './storage/engines/database.ts';

/** For requests in progress. */
const GRACE_MS = 3_000;
/** The process must exit within five seconds of the signal. */
const STOP_MS = 4_500;

export interface ServerOptions {
  config: Config;
  /** Takes the log and the message at the start. */
  write(text: string): void;
  /** Whether a person reads what is written, unless `LOG_FORMAT` is set. */
  isTerminal?: boolean;
  /** Loads the pages; by default those of the build. */
  openSite?(): Promise<Site>;
  machine?: Machine;
  timers?: Timers;
}

export interface Server {
  /** The public address. */
  url: string;
  /** Waits for the database, and resolves when requests are served. */
  start(): Promise<void>;
  /** May be called before `start` has resolved. */
  stop(signal: string): Promise<void>;
}

/** Takes the port; until `start` every request gets 503. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { config, write, machine = THIS_MACHINE, timers = systemTimers } = options;
  const clock = chooseClock(config, machine);
  const logFormat = config.logFormat ?? (options.isTerminal ? 'text' : 'json');
  const log = createLog(config.logLevel, clockForLog(clock), write, logFormat);
  const isReadByPerson = logFormat === 'text' && ['debug', 'info'].includes(config.logLevel);
  if (config.clockStart !== null) log.warn('THE CLOCK WAS SET BY CLOCK_START: for tests and demos only');
  if (config.passwordCost === 'minimal')
    log.warn('PASSWORDS ARE HASHED AT MINIMAL COST (TEST_PASSWORD_COST): for tests only');

  // Loaded only where it is used: prom-client would take a tenth of the start.
  const metrics = config.metrics && (await import('./metrics/metrics.ts')).createMetrics(packageFile.version);
  const { trustedProxies } = config;
  const listener = takePort(config.host, config.port, {
    trustedProxies,
    log,
    onResponse: metrics?.countResponse,
  });
  const metricsServer = config.metrics && metrics && serveMetrics(config.metrics, metrics);
  if (metricsServer) log.info('metrics', { url: metricsServer.url });
  const baseUrl = config.baseUrl ?? `http://localhost:${listener.port}`;
  let app: App | null = null;

  return {
    url: baseUrl,

    async start() {
      listener.setHandler(notReadyHandler('database-down'));
      await waitForDatabase(config.database, log);
      listener.setHandler(notReadyHandler('starting'));
      const site = (await options.openSite?.()) ?? builtSite;
      const openFiles = readOpenFileLimit();
      const streamLimits = limitsWithin(openFiles);
      app = await compose({ config, clock, timers, log, site, baseUrl, streamLimits, metrics });
      await app.start();
      const setupCode = await app.setupCode();
      // Only now: the first account must exist and the feed must be loaded.
      listener.setHandler(app.handle);
      const { databaseKind, version } = app;
      const setupLink = setupCode && `${baseUrl}/admin/login${SETUP_FRAGMENT}${setupCode}`;
      if (isReadByPerson) {
        const { dataDir, database } = config;
        write(startMessage({ version, baseUrl, setupLink, dataDir, database }));
      } else {
        log.info('listening', { url: baseUrl, database: databaseKind, version });
        // In the message, because the log redacts a field with this name.
        if (setupLink) log.info(`no account exists yet: create the first one at ${setupLink}`);
      }
      const loweredLimits = describeLoweredLimits(streamLimits, openFiles);
      if (loweredLimits) log.warn(loweredLimits);
    },

    async stop(signal) {
      // The terminal has written "^C" at the start of the line.
      if (isReadByPerson && signal === 'SIGINT') write('\n');
      log.info('stopping', { signal });
      const stopping = Promise.all([app?.endStreams(), listener.drain(GRACE_MS)]).then(() => app?.stop());
      // Work that still waits for a lock or for the database has not reported success to any client.
      const isStopped = await Promise.race([stopping.then(() => true), sleep(STOP_MS, false)]);
      await metricsServer?.stop();
      log.info(isStopped ? 'stopped' : 'stopped without waiting for the database any longer');
    },
  };
}
