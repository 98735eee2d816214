/** Asks the core what is due, calls the services, and sleeps until the next thing is due. */
import type { ChangedTable } from '../../contract/live.ts';
import type { Settings } from '../../contract/settings.ts';
import { type DuePublication, nextAutomaticAction, publicationsDue } from '../../core/automation.ts';
import { type Instant, type IstDate, instantOf, istDateOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ServiceContext } from '../services/context.ts';
import { generateDrafts } from '../services/draws/make-drafts.ts';
import { publishDueDraw } from '../services/draws/publish-draw.ts';
import { readUnpublishedDraws } from '../storage/draws/draws-store.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import { withDeadline } from './deadline.ts';
import type { TrustedTime } from './trusted-time.ts';

export interface Runner {
  start(): void;
  /** To be told of every change, whoever made it: settings and draws decide what comes next. */
  noteChanges(tables: ReadonlySet<ChangedTable>): void;
  /** To be called when the clock was moved: what comes next may be due already. */
  noteMovedClock(): void;
  /** Settles once what was under way is done or given up. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  /** Called after each publication is committed, with the milliseconds since it was due. */
  onPublished?: ((lateness: number) => void) | undefined;
  services: ServiceContext;
  time: TrustedTime;
  timers: Timers;
  log: Log;
}

/** The safety net behind the timer at the exact instant. */
const SWEEP = MINUTE;
const DRAFTS_AFTER_START = 2 * SECOND;
const RETRY = SECOND;
/** Each query has a shorter one of its own: this is for whatever else may keep an act waiting. */
const ACT_DEADLINE = 10 * SECOND;
/** The server as a whole has five seconds to stop. */
const STOP_DEADLINE = SECOND;

export function createRunner(parts: RunnerParts): Runner {
  const { services, time, timers, log, onPublished } = parts;
  const { db } = services.database;
  /** The day whose drafts were last seen to; null until the first time after the start. */
  let draftsMadeFor: IstDate | null = null;
  let draftsFrom = 0;
  let cancel = () => {};
  /** What is under way; it settles in time, also where the act itself does not. */
  let running: Promise<void> | null = null;
  let lookAgain = false;
  let isFailing = false;
  let state: 'new' | 'started' | 'stopped' = 'new';
  /** Of the act that is under way. */
  let givingUp = new AbortController();

  /**
   * Does what is due and returns the time until the next thing is due. When aborted it stops after the step that it
   * waits for: that step is a transaction, which commits or not whatever happens here.
   */
  async function act(signal: AbortSignal): Promise<number> {
    const now = time.now();
    const { settings } = await readSettings(db);
    if (draftsAreOwed(now, settings)) await makeDrafts(istDateOf(now), signal);
    const drafts = await readUnpublishedDraws(db);
    const untilDue = await publishAll(publicationsDue(drafts, settings, now), signal);
    const next = nextAutomaticAction(drafts, settings, now).at - time.now();
    const untilDrafts = draftsMadeFor === null ? draftsFrom - timers.elapsed() : SWEEP;
    return Math.max(0, Math.min(next, untilDue, untilDrafts, SWEEP));
  }

  function draftsAreOwed(now: Instant, { generateTime }: Settings): boolean {
    if (draftsMadeFor === null) return timers.elapsed() >= draftsFrom;
    const today = istDateOf(now);
    return draftsMadeFor < today && now >= instantOf(today, generateTime);
  }

  async function makeDrafts(date: IstDate, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const made = await generateDrafts(services, date);
    if (made.length > 0) log.info('drafts made', { date, count: made.length });
    signal.throwIfAborted();
    draftsMadeFor = date;
  }

  /** Returns the time until the next one is due: the database's clock may be a little behind ours. */
  async function publishAll(due: readonly DuePublication[], signal: AbortSignal): Promise<number> {
    let untilDue: number = SWEEP;
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
        // The others must not wait for this one.
        failure = error;
      }
    }
    if (failure) throw failure;
    return untilDue;
  }

  async function actAndSleep(): Promise<void> {
    givingUp = new AbortController();
    let sleep = RETRY;
    lookAgain = false;
    try {
      sleep = await withDeadline(timers, ACT_DEADLINE, act(givingUp.signal));
      if (isFailing) log.info('automation works again');
      isFailing = false;
    } catch (error) {
      givingUp.abort();
      // Once, not once a second; an outage of the database is logged by the storage, and so is its end.
      if (!isFailing && state !== 'stopped') log.error('automation failed and will try again', { error });
      isFailing ||= !(error instanceof DatabaseDown);
    } finally {
      running = null;
      sleepFor(lookAgain ? 0 : sleep);
    }
  }

  function sleepFor(milliseconds: number): void {
    cancel();
    if (state !== 'started') return;
    cancel = timers.after(milliseconds, () => {
      running = actAndSleep();
      return running;
    });
  }

  /** What is under way looks again when it is done, and sees then what it may have missed. */
  function look(): void {
    if (running) lookAgain = true;
    else sleepFor(0);
  }

  return {
    start() {
      draftsFrom = timers.elapsed() + DRAFTS_AFTER_START;
      state = 'started';
      sleepFor(0);
    },

    noteChanges(tables) {
      if (tables.has('draws') || tables.has('settings')) look();
    },

    noteMovedClock: look,

    async stop() {
      state = 'stopped';
      cancel();
      givingUp.abort();
      // Not done by then, it is given up.
      if (running) await withDeadline(timers, STOP_DEADLINE, running).catch(() => {});
    },
  };
}
