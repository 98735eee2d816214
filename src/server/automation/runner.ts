/** Gets from the core what is due, calls the services, and sets a timer for the next action. */
import type { ChangedTable } from '../../contract/live.ts';
import {
  type AutomationRules,
  type DuePublication,
  nextAutomaticAction,
  publicationsDue,
  type UnpublishedDraw,
} from '../../core/automation.ts';
import { type Instant, istDateOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { beaconDeadline } from '../../core/public-log/committed-days.ts';
import type { Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Beacon } from '../public-log/beacon.ts';
import { openLog } from '../public-log/open-log.ts';
import type { ServiceContext } from '../services/context.ts';
import { generateDrafts } from '../services/draws/create-drafts.ts';
import { publishDueDraw } from '../services/draws/publish-draw.ts';
import { commitDays } from '../services/public-log/commit-days.ts';
import { openDueSeeds } from '../services/public-log/open-seeds.ts';
import { readUnpublishedDraws } from '../storage/draws/draws-store.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import { findSeedDay, readNextDraftsFrom } from '../storage/public-log/seeds-store.ts';
import { createBeaconWait } from './beacon-wait.ts';
import { withDeadline } from './deadline.ts';
import { publishScheduledArticles } from './scheduled-articles.ts';
import type { TrustedTime } from './trusted-time.ts';

export interface Runner {
  start(): void;
  /** Must be called for every change on any node: settings, draws and articles decide the next action. */
  noteChanges(tables: ReadonlySet<ChangedTable>): void;
  /** Must be called when the clock was moved: the next action may already be due. */
  noteMovedClock(): void;
  /** Since when every run fails; null while it works. An outage of the database does not count. */
  failingSince(): Instant | null;
  /** Resolves once the current run is done or its deadline has passed. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  /** Called after each publication is committed, with the milliseconds since it was due. */
  onPublished?: ((lateness: number) => void) | undefined;
  services: ServiceContext;
  /** Null when the beacon is off. */
  beacon: Beacon | null;
  time: TrustedTime;
  timers: Timers;
  log: Log;
}

/** Runs at least this often, in addition to the timer at the exact instant. */
const RUN_EVERY = MINUTE;
const DRAFTS_AFTER_START = 2 * SECOND;
const RETRY = SECOND;
/** Each query has a shorter deadline; this covers everything else that may block a run. */
const RUN_DEADLINE = 10 * SECOND;
/** The server as a whole has five seconds to stop. */
const STOP_DEADLINE = SECOND;

export function createRunner(parts: RunnerParts): Runner {
  const { services, beacon, time, timers, log, onPublished } = parts;
  const { db } = services.database;
  /** In elapsed time, a moment after the start. */
  let createDraftsAfter = 0;
  /**
   * What the last run has read, so that a result is published at its instant without reading it again. It may have
   * changed since: `publishDueDraw` decides by what is stored.
   */
  let lastFound: { settings: AutomationRules; drafts: readonly UnpublishedDraw[] } | null = null;
  let cancel = () => {};
  /** The current run; it settles within the deadline. */
  let running: Promise<void> | null = null;
  let runAgain = false;
  let failingSince: Instant | null = null;
  let state: 'new' | 'started' | 'stopped' = 'new';
  /** Aborts the current run. */
  let abortController = new AbortController();
  const beaconWait = createBeaconWait({
    services,
    beacon,
    timers,
    log,
    now: time.now,
    onDecided: runSoon,
  });

  /**
   * Does what is due and returns the milliseconds until the next action. When aborted it stops after the current
   * step, which is a transaction and cannot be cancelled.
   */
  async function doDueActions(signal: AbortSignal): Promise<number> {
    const now = time.now();
    const failures: unknown[] = [];
    /** A failing step must not delay the results, nor the steps after it. */
    const attempt = <Value>(step: Promise<Value>): Promise<Value | null> =>
      step.catch((error) => {
        failures.push(error);
        return null;
      });
    if (lastFound)
      await attempt(publishAll(publicationsDue(lastFound.drafts, lastFound.settings, now), signal));
    lastFound = null;
    const { settings } = await readSettings(db);
    const drafts = await readUnpublishedDraws(db);
    // Before the log is prepared: a result that is due does not wait for it.
    const untilResult = await attempt(publishAll(publicationsDue(drafts, settings, now), signal));
    const untilDrafts = await attempt(prepareToday(now, settings, signal));
    const nextOpening = await attempt(openDueSeeds(services, time.now()));
    const untilArticle = await attempt(publishScheduledArticles({ services, log, now: time.now, signal }));
    if (failures.length > 0) throw failures[0];
    // A new draft may be due already.
    if (untilDrafts === 0) return 0;
    const nextDraftsFrom = await readNextDraftsFrom(db, now);
    lastFound = { settings, drafts };
    const next = nextAutomaticAction(drafts, settings, now, nextDraftsFrom).at - time.now();
    const untilOpening = (nextOpening ?? Number.POSITIVE_INFINITY) - time.now();
    const waits = [next, untilResult, untilOpening, untilArticle, untilDrafts, RUN_EVERY];
    return Math.max(0, Math.min(...waits.filter((wait) => wait !== null)));
  }

  /**
   * Commits today and tomorrow, waits for today's beacon in the background, and creates today's drafts. Returns the
   * milliseconds until it has to run again: 0 when it has created drafts. Remembers neither the log nor the days: a
   * restore may replace them while nodes run.
   */
  async function prepareToday(
    now: Instant,
    { publishDelay }: Pick<AutomationRules, 'publishDelay'>,
    signal: AbortSignal,
  ): Promise<number> {
    await openLog(services);
    signal.throwIfAborted();
    const committed = await commitDays(services, now);
    if (committed.length > 0) log.info('seeds committed', { dates: committed });
    const today = istDateOf(now);
    const day = await findSeedDay(db, today);
    if (!day || day.prepared_at !== null || now < day.drafts_from) return RUN_EVERY;
    if (day.beacon === 'awaited') {
      beaconWait.begin(day, beaconDeadline({ date: today, draftsFrom: day.drafts_from }, publishDelay, now));
      return RUN_EVERY;
    }
    const untilDrafts = createDraftsAfter - timers.elapsed();
    if (untilDrafts > 0) return untilDrafts;
    signal.throwIfAborted();
    // None if the clock was set back meanwhile: the day is not prepared then, and the next run tries again.
    const created = await generateDrafts(services, today);
    if (created.length > 0) log.info('drafts created', { date: today, count: created.length });
    return created.length > 0 ? 0 : RUN_EVERY;
  }

  /** Returns the milliseconds until the next one is due: the database's clock may be a little behind ours. */
  async function publishAll(due: readonly DuePublication[], signal: AbortSignal): Promise<number> {
    let untilDue: number = RUN_EVERY;
    let failure: unknown;
    for (const { id, dueAt, late } of due) {
      signal.throwIfAborted();
      try {
        const { published, dueIn } = await publishDueDraw(services, id);
        if (published) {
          onPublished?.(time.now() - dueAt);
          log.info('result published', { drawNo: published.drawNo, late });
        }
        if (dueIn > 0) untilDue = Math.min(untilDue, dueIn);
      } catch (error) {
        // One failure must not delay the others.
        failure = error;
      }
    }
    if (failure) throw failure;
    return untilDue;
  }

  async function runAndSchedule(): Promise<void> {
    abortController = new AbortController();
    let wait: number = RETRY;
    runAgain = false;
    try {
      wait = await withDeadline(timers, RUN_DEADLINE, doDueActions(abortController.signal));
      if (failingSince !== null) log.info('automation works again');
      failingSince = null;
    } catch (error) {
      abortController.abort();
      // Logged once, not every second; an outage of the database is logged by the storage.
      if (failingSince === null && state !== 'stopped')
        log.error('automation failed and will try again', { error });
      if (!(error instanceof DatabaseDown)) failingSince ??= services.clock.now();
    } finally {
      running = null;
      scheduleIn(runAgain ? 0 : wait);
    }
  }

  function scheduleIn(milliseconds: number): void {
    cancel();
    if (state !== 'started') return;
    cancel = timers.after(milliseconds, () => {
      running = runAndSchedule();
      return running;
    });
  }

  /** A current run repeats when it is done, because it may have missed the change. */
  function runSoon(): void {
    if (running) runAgain = true;
    else scheduleIn(0);
  }

  return {
    start() {
      createDraftsAfter = timers.elapsed() + DRAFTS_AFTER_START;
      state = 'started';
      scheduleIn(0);
    },

    noteChanges(tables) {
      if (tables.has('draws') || tables.has('settings') || tables.has('news_posts')) runSoon();
    },

    noteMovedClock: runSoon,

    failingSince: () => failingSince,

    async stop() {
      state = 'stopped';
      cancel();
      abortController.abort();
      beaconWait.stop();
      // After the deadline the run is abandoned.
      if (running) await withDeadline(timers, STOP_DEADLINE, running).catch(() => {});
    },
  };
}
