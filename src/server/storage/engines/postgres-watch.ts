/**
 * Asks the database for an answer several times a second, over a connection of its own: an outage is noticed
 * before a request has waited long, and so is its end. The same connection is notified of the feed's growth.
 */
import pg from 'pg';
import { DatabaseDown } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { DatabaseState } from './database.ts';
import { clientConfigOf, type PostgresConnections } from './postgres-connections.ts';
import { connectWhenPossible } from './postgres-reconnection.ts';

export interface PostgresWatch {
  /** Throws `DatabaseDown` when there is no answer, or when the database can only be read. */
  ping(): Promise<void>;
  /** The same, but content with a database that can only be read. */
  answers(): Promise<void>;
  state(): Pick<DatabaseState, 'answers' | 'canBeWritten' | 'outages'>;
  /** Also calls back each time the connection was lost and listens again: a notification may have been missed. */
  onFeedGrowth(listener: () => void): () => void;
  stop(): void;
}

export interface WatchParts {
  url: string;
  connections: PostgresConnections;
  onOutage(): void;
  log?: Log | undefined;
}

const ASK_EVERY = 300;
/** Without an answer on any connection. Together with the above it is less than a request may wait: two seconds. */
const OUTAGE_AFTER = 1_200;
const LOOK_EVERY = 100;
/** A connection that is silent for longer while others are answered is replaced. */
const ANSWER_WITHIN = 3_000;
const PING_WITHIN = 1_800;

export function watchPostgres({ url, connections, onOutage, log }: WatchParts): PostgresWatch {
  const listeners = new Set<() => void>();
  const stopping = new AbortController();
  const pings: (() => void)[] = [];
  let client: pg.Client | null = null;
  let lastAnswerAt = performance.now();
  let isSuspected = false;
  let outage: { since: number; cause: unknown } | null = null;
  let isReadOnly = false;
  let outages = 0;
  let endPause = () => {};

  const answeredAt = () => Math.max(lastAnswerAt, connections.lastAnswerAt);

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

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        client = await connectWhenPossible(() => newClient(url), noteFailedAttempt, stopping.signal);
        await askOver(client);
      } catch {
        // The next one tells whether more was lost than this connection.
      } finally {
        client?.end().catch(() => {});
        client = null;
      }
    }
  }

  /** Asks until the connection is lost. */
  async function askOver(session: pg.Client): Promise<void> {
    session.on('notification', tellListeners);
    session.on('end', () => endPause());
    await session.query('listen feed');
    tellListeners();
    while (!stopping.signal.aborted) {
      const { rows } = await session.query(`select current_setting('transaction_read_only') as setting`);
      noteAnswer(rows[0]?.setting === 'on');
      if (pings.length === 0) await pause(ASK_EVERY);
    }
  }

  function noteAnswer(canOnlyBeRead: boolean): void {
    lastAnswerAt = performance.now();
    if (canOnlyBeRead !== isReadOnly) {
      isReadOnly = canOnlyBeRead;
      if (isReadOnly) {
        outages += 1;
        log?.error('the database can only be read');
      } else log?.info('the database can be written again');
    }
    if (outage) {
      const lastedMs = Math.round(lastAnswerAt - outage.since);
      outage = null;
      connections.resume();
      log?.info('the database answers again', { lastedMs });
    }
    for (const settle of pings.splice(0)) settle();
  }

  function noteFailedAttempt(error: unknown): void {
    if (refusesConnections(error)) beginOutage(error);
  }

  /** Believes in silence only when it has looked twice: after a standstill of this process answers are still unread. */
  function lookForSilence(): void {
    const silence = performance.now() - answeredAt();
    if (silence < OUTAGE_AFTER) isSuspected = false;
    else if (!isSuspected) isSuspected = true;
    else beginOutage(new Error(`no answer for ${Math.round(silence)} ms`));
  }

  function beginOutage(cause: unknown): void {
    if (outage || stopping.signal.aborted) return;
    outage = { since: answeredAt(), cause };
    outages += 1;
    onOutage();
    connections.interrupt(cause);
    client?.end().catch(() => {});
    log?.error('the database does not answer', { error: cause });
    for (const settle of pings.splice(0)) settle();
  }

  const looking = setInterval(lookForSilence, LOOK_EVERY);
  looking.unref();
  void run();

  async function waitForAnswer(): Promise<void> {
    const askedAt = performance.now();
    if (!outage) {
      await new Promise<void>((settle) => {
        pings.push(settle);
        setTimeout(settle, PING_WITHIN);
        endPause();
      });
    }
    if (outage || answeredAt() < askedAt) throw new DatabaseDown(outage?.cause ?? new Error('no answer'));
  }

  return {
    answers: waitForAnswer,
    state: () => ({ answers: !outage, canBeWritten: !outage && !isReadOnly, outages }),
    async ping() {
      await waitForAnswer();
      if (isReadOnly) throw new DatabaseDown(new Error('the database can only be read'));
    },
    onFeedGrowth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopping.abort();
      clearInterval(looking);
      endPause();
      for (const settle of pings.splice(0)) settle();
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

/** Needs no second look: nobody listens there, or the server itself says that it is not available. */
const refusesConnections = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ECONNREFUSED' || SHUTTING_DOWN_OR_STARTING.test(String(error.code)));
