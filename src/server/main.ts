/** Starts the server: reads the settings, takes the port, creates the parts, serves, and stops cleanly. */

import { setTimeout as sleep } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { SETUP_FRAGMENT } from '../contract/accounts.ts';
import { chooseClock, clockForLog, systemTimers } from './clock.ts';
import { type App, compose } from './compose.ts';
import { readConfig } from './config.ts';
import { DatabaseDown } from './errors.ts';
import { takePort } from './http/listen.ts';
import { notReadyHandler } from './http/not-ready.ts';
import { builtSite, type Site } from './http/site.ts';
import { describeLoweredLimits, limitsWithin, readOpenFileLimit } from './live/stream-limits.ts';
import { createLog } from './log.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { StartError } from './start-error.ts';
import { startMessage } from './start-message.ts';
import { waitForDatabase } from './storage/engines/database.ts';

/** For requests in progress. */
const GRACE_MS = 3_000;
/** The process must exit within five seconds of the signal. */
const STOP_MS = 4_500;

async function run(): Promise<void> {
  const config = readConfig();
  const clock = chooseClock(config);
  const logFormat = config.logFormat ?? (process.stdout.isTTY ? 'text' : 'json');
  const write = (text: string): boolean => process.stdout.write(text);
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
  let app: App | null = null;
  const stop = async (signal: string): Promise<void> => {
    // The terminal has written "^C" at the start of the line.
    if (isReadByPerson && signal === 'SIGINT') write('\n');
    log.info('stopping', { signal });
    const stopping = Promise.all([app?.endStreams(), listener.drain(GRACE_MS)]).then(() => app?.stop());
    // Work that still waits for a lock or for the database has not reported success to any client.
    const isStopped = await Promise.race([stopping.then(() => true), sleep(STOP_MS, false)]);
    await metricsServer?.stop();
    log.info(isStopped ? 'stopped' : 'stopped without waiting for the database any longer');
    process.exit(0);
  };
  // A second signal, as Ctrl-C under npm sends it, must not run it twice.
  const stopOnce = once(stop);
  // Registered here because the start may have to wait for the database.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopOnce(signal));

  listener.setHandler(notReadyHandler('database-down'));
  await waitForDatabase(config.database, log);
  listener.setHandler(notReadyHandler('starting'));
  const baseUrl = config.baseUrl ?? `http://localhost:${listener.port}`;
  const site = await chooseSite(process.argv[2]);
  const openFiles = readOpenFileLimit();
  const streamLimits = limitsWithin(openFiles);
  app = await compose({ config, clock, timers: systemTimers, log, site, baseUrl, streamLimits, metrics });
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
}

/** `--dev=PORT` serves the pages from Vite on that port instead of from the build. */
async function chooseSite(option = ''): Promise<Site> {
  const [, vitePort] = /^--dev=(\d+)$/.exec(option) ?? [];
  if (!vitePort) return builtSite;
  const { startViteSite } = await import('./http/vite-site.ts');
  return await startViteSite(Number(vitePort));
}

function once(action: (signal: string) => Promise<void>): (signal: string) => void {
  let done = false;
  return (signal) => {
    if (done) return;
    done = true;
    void action(signal);
  };
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartError || error instanceof DatabaseDown)) throw error;
  console.error(error.message);
  process.exit(1);
}
