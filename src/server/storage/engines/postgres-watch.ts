/**
 * Polls the database several times a second on a separate connection, so that outages and their end are detected
 * before a request has waited long. The same connection listens for notifications of the feed.
 */
import pg from 'pg';
import { causeFields, codeOf, DatabaseDown } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { NEWEST_MIGRATION } from './ownership.ts';
import { clientConfigOf, type PostgresConnections } from './postgres-connections.ts';
import { connectWhenPossible } from './postgres-reconnection.ts';

export interface PostgresWatch {
  /** Throws `DatabaseDown` when the database does not respond, or is read-only. */
  ping(): Promise<void>;
  /** Like `ping`, but resolves when the database is read-only, and throws `NodeOutdated` if it is too new. */
  pingForReads(): Promise<void>;
  state(): { responds: boolean; canBeWritten: boolean; outages: number; recoveredAt: number | null };
  /** Also called after each reconnect: a notification may have been missed. */
  onFeedGrowth(listener: () => void): () => void;
  stop(): void;
}

export interface WatchParts {
  url: string;
  connections: PostgresConnections;
  onOutage(): void;
  /** Throws if a newer version has migrated the database. */
  refuseNewer(newestMigration: string | null): void;
  log?: Log | undefined;
}

const POLL = `select current_setting('transaction_read_only') as setting, (${NEWEST_MIGRATION}) as newest`;
const POLL_EVERY = 300;
/** Without a response on any connection. With the interval above it is less than the two seconds a request may wait. */
const OUTAGE_AFTER = 1_200;
const CHECK_EVERY = 100;
/** A connection without a response for this long is replaced, even when others work. */
const RESPONSE_TIMEOUT = 3_000;
const PING_TIMEOUT = 1_800;

export function watchPostgres({ url, connections, onOutage, refuseNewer, log }: WatchParts): PostgresWatch {
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const pings: (() => void)[] = [];
  let client: pg.Client | null = null;
  let lastResponseAt = performance.now();
  let checkedAt = lastResponseAt;
  let silence = 0;
  let outage: { since: number; cause: unknown } | null = null;
  let isReadOnly = false;
  let newestMigration: string | null = null;
  let outages = 0;
  let recoveredAt: number | null = null;
  let endPause = () => {};

  const respondedAt = () => Math.max(lastResponseAt, connections.lastResponseAt);

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        client = await connectWhenPossible(() => newClient(url), noteFailedAttempt, stopping.signal);
        await pollWith(client);
      } catch {
        // The next attempt shows whether the database is down or only this connection was lost.
      } finally {
        client?.end().catch(() => {});
        client = null;
      }
    }
  }

  /** Polls until the connection is lost. */
  async function pollWith(session: pg.Client): Promise<void> {
    session.on('notification', notifyListeners);
    session.on('end', () => endPause());
    await session.query('listen feed');
    notifyListeners();
    while (!stopping.signal.aborted) {
      const { rows } = await session.query(POLL);
      newestMigration = rows[0]?.newest ?? null;
      noteResponse(rows[0]?.setting === 'on');
      if (pings.length === 0) await pause(POLL_EVERY);
    }
  }

  function noteResponse(canOnlyBeRead: boolean): void {
    lastResponseAt = performance.now();
    if (canOnlyBeRead !== isReadOnly) {
      isReadOnly = canOnlyBeRead;
      if (isReadOnly) {
        outages += 1;
        log?.error('the database can only be read');
      } else {
        recoveredAt = lastResponseAt;
        log?.info('the database can be written again');
      }
    }
    if (outage) {
      const lastedMs = Math.round(lastResponseAt - outage.since);
      outage = null;
      recoveredAt = lastResponseAt;
      connections.resume();
      log?.info('the database responds again', { lastedMs });
    }
    for (const settle of pings.splice(0)) settle();
  }

  function noteFailedAttempt(error: unknown): void {
    if (refusesConnections(error)) beginOutage(error);
  }

  /** While this process is stalled or suspended it sends and reads nothing, so that time does not count as silence. */
  function checkForSilence(): void {
    const now = performance.now();
    silence = respondedAt() > checkedAt ? 0 : silence + Math.min(now - checkedAt, 2 * CHECK_EVERY);
    checkedAt = now;
    if (silence >= OUTAGE_AFTER) beginOutage(new Error(`no response for ${Math.round(silence)} ms`));
  }

  function beginOutage(cause: unknown): void {
    if (outage || stopping.signal.aborted) return;
    outage = { since: respondedAt(), cause };
    outages += 1;
    onOutage();
    connections.interrupt(cause);
    client?.end().catch(() => {});
    log?.error('the database does not respond', causeFields(cause));
    for (const settle of pings.splice(0)) settle();
  }

  const silenceCheck = setInterval(checkForSilence, CHECK_EVERY);
  silenceCheck.unref();
  void run();

  async function waitForResponse(): Promise<void> {
    const startedAt = performance.now();
    if (!outage) {
      await new Promise<void>((settle) => {
        pings.push(settle);
        setTimeout(settle, PING_TIMEOUT);
        endPause();
      });
    }
    if (outage || respondedAt() < startedAt)
      throw new DatabaseDown(outage?.cause ?? new Error('no response'));
  }

  return {
    async pingForReads() {
      await waitForResponse();
      refuseNewer(newestMigration);
    },
    state: () => ({ responds: !outage, canBeWritten: !outage && !isReadOnly, outages, recoveredAt }),
    async ping() {
      await waitForResponse();
      if (isReadOnly) throw new DatabaseDown(new Error('the database can only be read'));
    },
    onFeedGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopping.abort();
      clearInterval(silenceCheck);
      endPause();
      for (const settle of pings.splice(0)) settle();
    },
  };
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({
    ...clientConfigOf(url),
    connectionTimeoutMillis: RESPONSE_TIMEOUT,
    query_timeout: RESPONSE_TIMEOUT,
  });
  // The running query fails as well, which is handled.
  client.on('error', () => {});
  return client;
}

/** Of PostgreSQL: it shuts down or starts. */
const CERTAIN = /^(ECONNREFUSED|57P0[123])$/;

/** Certain after one attempt: nothing listens at the address, or the server reports that it is not available. */
const refusesConnections = (error: unknown): boolean => CERTAIN.test(codeOf(error) ?? '');
