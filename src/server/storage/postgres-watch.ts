/**
 * Asks the database for an answer several times a second, over a connection of its own: an outage is noticed
 * before a request has waited long, and so is its end. The same connection is notified of the feed's growth.
 */
import pg from 'pg';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import { clientConfigOf, type PostgresConnections } from './postgres-connections.ts';

export interface PostgresWatch {
  /** Resolves with the next answer; throws `DatabaseDown` when there is none. */
  ping(): Promise<void>;
  /** Also calls back each time the connection was lost and listens again: a notification may have been missed. */
  onFeedGrowth(listener: () => void): () => void;
  /** Logs it unless it turns out to be part of an outage, which is logged by itself. */
  noteFailedQuery(error: unknown): void;
  stop(): void;
}

const ASK_EVERY = 300;
const ANSWER_WITHIN = 600;
/** With a silent reconnection attempt on top this is less than two seconds, the longest that a request may wait. */
const OUTAGE_AFTER = 1_200;
const TRY_AGAIN_AFTER = 200;
/** Who asks whether the database is well is told something, also while neither can be said. */
const PING_WITHIN = 1_800;
/** Long enough for an outage to be noticed. */
const REPORT_AFTER = 2_500;

export function watchPostgres(url: string, connections: PostgresConnections, log?: Log): PostgresWatch {
  const listeners = new Set<() => void>();
  const pings: PromiseWithResolvers<void>[] = [];
  let lastAnswerAt = performance.now();
  let outage: { since: number; cause: unknown } | null = null;
  let failedQueries: { count: number; first: unknown } | null = null;
  let stopped = false;
  let endPause = () => {};

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const tellListeners = () => {
    for (const listener of listeners) listener();
  };

  /** Asks until the connection is lost. */
  async function askOver(client: pg.Client): Promise<void> {
    await client.query('listen feed');
    noteAnswer();
    tellListeners();
    while (!stopped) {
      if (pings.length === 0) await pause(ASK_EVERY);
      await client.query('select 1');
      noteAnswer();
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      const client = newClient(url);
      let begunAt = performance.now();
      client.on('notification', tellListeners);
      client.on('end', () => endPause());
      try {
        await client.connect();
        begunAt = performance.now();
        await askOver(client);
      } catch (error) {
        noteFailure(error);
        // At once where a connection was lost that had worked: it may have been the only one.
        if (performance.now() - begunAt < TRY_AGAIN_AFTER) await pause(TRY_AGAIN_AFTER);
      } finally {
        client.end().catch(() => {});
      }
    }
  }

  function noteAnswer(): void {
    lastAnswerAt = performance.now();
    for (const { resolve } of pings.splice(0)) resolve();
    if (!outage) return;
    const lastedMs = Math.round(lastAnswerAt - outage.since);
    outage = null;
    connections.resume();
    log?.info('the database answers again', { lastedMs });
  }

  function noteFailure(error: unknown): void {
    const answeredAt = Math.max(lastAnswerAt, connections.lastAnswerAt);
    const isOutage = refusesConnections(error) || performance.now() - answeredAt >= OUTAGE_AFTER;
    if (!isOutage || outage || stopped) return;
    outage = { since: answeredAt, cause: error };
    failedQueries = null;
    connections.interrupt(error);
    for (const { reject } of pings.splice(0)) reject(new DatabaseDown(error));
    log?.error('the database does not answer', { error });
  }

  function reportFailedQueries(): void {
    if (!outage && !stopped && failedQueries) {
      const { count, first } = failedQueries;
      log?.warn('queries failed although the database answers', { count, first });
    }
    failedQueries = null;
  }

  void run();
  return {
    async ping() {
      if (outage) throw new DatabaseDown(outage.cause);
      const ping = Promise.withResolvers<void>();
      pings.push(ping);
      endPause();
      const timer = setTimeout(() => ping.reject(new DatabaseDown('no answer')), PING_WITHIN);
      await ping.promise.finally(() => clearTimeout(timer));
    },
    onFeedGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteFailedQuery(error) {
      if (!failedQueries) setTimeout(reportFailedQueries, REPORT_AFTER);
      failedQueries ??= { count: 0, first: error };
      failedQueries.count += 1;
    },
    stop() {
      stopped = true;
      endPause();
      for (const { reject } of pings.splice(0)) reject(new DatabaseDown('the server stops'));
    },
  };
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({
    ...clientConfigOf(url),
    connectionTimeoutMillis: ANSWER_WITHIN,
    query_timeout: ANSWER_WITHIN,
  });
  // The query under way fails as well, and that is enough.
  client.on('error', () => {});
  return client;
}

const SHUTTING_DOWN_OR_STARTING = /^57P0[123]$/;

/** Needs no second opinion: nobody listens there, or the server itself says that it is not available. */
const refusesConnections = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNREFUSED' || SHUTTING_DOWN_OR_STARTING.test(String(error.code)));
