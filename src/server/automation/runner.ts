/** Automation: asks the core what is due, has it done by the services, and sleeps until the next thing is. */
import type { LiveTable } from '../../contract/live.ts';
import type { Settings } from '../../contract/settings.ts';
import { nextAutomaticAction, publicationsDue, type UnpublishedDraw } from '../../core/automation.ts';
import { type Instant, type IstDate, instantOf, istDateOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ServiceContext } from '../services/context.ts';
import { generateDrafts } from '../services/make-drafts.ts';
import { publishDueDraw } from '../services/publish-draw.ts';
import { readUnpublishedDraws } from '../storage/draws-store.ts';
import { readSettings } from '../storage/settings-store.ts';
import type { TrustedTime } from './trusted-time.ts';

export interface Automation {
  start(): void;
  /** To be told of every change, whoever made it: settings and draws decide what comes next. */
  noteChanges(tables: ReadonlySet<LiveTable>): void;
  /** Settles once what was under way is done. */
  stop(): Promise<void>;
}

export interface AutomationParts {
  services: ServiceContext;
  time: TrustedTime;
  timers: Timers;
  log: Log;
}

/** The safety net behind the timer at the exact instant. */
const SWEEP = MINUTE;
const DRAFTS_AFTER_START = 2 * SECOND;
const RETRY = SECOND;

export function createAutomation({ services, time, timers, log }: AutomationParts): Automation {
  const { db } = services.database;
  /** The day whose drafts were last seen to; null until the first time after the start. */
  let draftsMadeFor: IstDate | null = null;
  let draftsFrom = 0;
  let callOff = () => {};
  let running: Promise<void> | null = null;
  let isFailing = false;
  let stopped = false;

  /** Does what is due, and answers how long nothing more will be. */
  async function act(): Promise<number> {
    const now = await time.now();
    const { settings } = await readSettings(db);
    if (draftsAreOwed(now, settings)) await makeDrafts(istDateOf(now));
    const drafts = await readUnpublishedDraws(db);
    await publishAll(drafts, settings, now);
    const next = nextAutomaticAction(drafts, settings, now).at - (await time.now());
    const untilDrafts = draftsMadeFor === null ? draftsFrom - timers.elapsed() : SWEEP;
    return Math.max(0, Math.min(next, untilDrafts, SWEEP));
  }

  function draftsAreOwed(now: Instant, { generateTime }: Settings): boolean {
    if (draftsMadeFor === null) return timers.elapsed() >= draftsFrom;
    const today = istDateOf(now);
    return draftsMadeFor !== today && now >= instantOf(today, generateTime);
  }

  async function makeDrafts(date: IstDate): Promise<void> {
    const made = await generateDrafts(services, date);
    draftsMadeFor = date;
    if (made.length > 0) log.info('drafts made', { date, count: made.length });
  }

  async function publishAll(
    drafts: readonly UnpublishedDraw[],
    settings: Settings,
    now: Instant,
  ): Promise<void> {
    let failure: unknown;
    for (const { id, late } of publicationsDue(drafts, settings, now)) {
      try {
        const published = await publishDueDraw(services, id);
        if (published) log.info('result published', { drawNo: published.drawNo, late });
      } catch (error) {
        // The others must not wait for this one.
        failure = error;
      }
    }
    if (failure) throw failure;
  }

  async function actAndSleep(): Promise<void> {
    let sleep: number;
    try {
      sleep = await act();
      if (isFailing) log.info('automation works again');
      isFailing = false;
    } catch (error) {
      // Once for each outage, not once a second.
      if (!isFailing) log.error('automation failed and will try again', { error });
      isFailing = true;
      sleep = RETRY;
    }
    running = null;
    sleepFor(sleep);
  }

  function sleepFor(milliseconds: number): void {
    callOff();
    if (stopped) return;
    callOff = timers.after(milliseconds, () => {
      running = actAndSleep();
      return running;
    });
  }

  return {
    start() {
      draftsFrom = timers.elapsed() + DRAFTS_AFTER_START;
      sleepFor(0);
    },

    noteChanges(tables) {
      if (!tables.has('draws') && !tables.has('settings')) return;
      // What is under way looks again when it is done, and sees the change then.
      if (running) void running.then(() => sleepFor(0));
      else sleepFor(0);
    },

    async stop() {
      stopped = true;
      callOff();
      await running;
    },
  };
}
