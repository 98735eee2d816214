/** Simulates days with the real services, storage and automation, and crashes at any SQL statement. */

import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { type Act, chooseAct } from './acts.ts';
import { watchStatements } from './simulated-process.ts';
import { SimulatedSite } from './simulated-site.ts';
import { dateOf, instantIn, SLOT_TIMES, shiftDate } from './site-model.ts';
import { DaysTally } from './tally.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Then a new database is used, because the checks at the end of a day read all of it. */
const FEWEST_DAYS = 10;
const MOST_DAYS = 60;
/** One of these sites is on PostgreSQL, for fewer days: there nodes are only stopped, without crashes. */
const SITES_PER_POSTGRES = 5;
const DAYS_ON_POSTGRES = 10;
/** One of these sites has no beacon. */
const SITES_PER_BEACON_OFF = 3;
const MOST_EVENTS = 500;

export const days: Scenario = {
  name: 'days',
  title: 'Simulated days with crashes at any statement',
  unit: 'days',
  share: 2,
  run: async (assignment) => (await simulateDays(assignment)).figures,
};

/** Also returns a hash of everything that was done, to compare two runs. */
export async function simulateDays(assignment: Assignment): Promise<{ figures: Figures; trace: string }> {
  const { random, count, isOver, progress } = assignment;
  const tally = new DaysTally();
  const stopWatching = watchStatements();
  try {
    for (let index = 0; tally.day < count && (index === 0 || !isOver()); index += 1) {
      await simulateSite(index, random.fork(), { count, isOver, progress }, tally);
    }
  } finally {
    stopWatching();
  }
  return { figures: figuresOf(tally), trace: tally.traceHash() };
}

async function simulateSite(
  index: number,
  random: Random,
  { count, isOver, progress }: Pick<Assignment, 'count' | 'isOver' | 'progress'>,
  tally: DaysTally,
): Promise<void> {
  const isPostgres = index % SITES_PER_POSTGRES === SITES_PER_POSTGRES - 1;
  const start =
    instantIn(shiftDate('2027-01-01', random.integer(0, 3_000)), '00:00') + random.integer(0, 23) * HOUR;
  tally.hasViolation = false;
  const kind = isPostgres ? 'postgres' : 'sqlite';
  const hasBeacon = index % SITES_PER_BEACON_OFF !== SITES_PER_BEACON_OFF - 1;
  const length = isPostgres ? DAYS_ON_POSTGRES : random.integer(FEWEST_DAYS, MOST_DAYS);
  const site = new SimulatedSite({ kind, random, tally, start, hasBeacon });
  try {
    await site.open();
    for (let day = 0; day < length && tally.day < count && !(tally.day > 0 && isOver()); day += 1) {
      await simulateDay(site, random, tally);
      if (tally.hasViolation) return;
      progress(tally.day, `${tally.counts.processCrashes + tally.counts.machineCrashes} crashes`);
    }
    await site.auditLogFromStart();
  } finally {
    await site.close();
  }
}

async function simulateDay(site: SimulatedSite, random: Random, tally: DaysTally): Promise<void> {
  const date = dateOf(site.now);
  tally.startDay(date);
  const end = instantIn(shiftDate(date, 1), '00:00');
  const instants = planInstants(site, date, random);
  const draftsAt = site.model.days.get(date)?.draftsFrom ?? site.now;
  site.beacon?.change(random, site.time.timers.elapsed() + Math.max(0, draftsAt - site.now));
  // On some days the clock is set, and the next day is the one that it shows afterwards.
  const stepsAfter = random.chance(0.15) ? random.integer(1, 25) : null;
  for (let event = 0; site.now < end && event !== stepsAfter && !tally.hasViolation; event += 1) {
    if (event > MOST_EVENTS) throw new Error(`Day ${tally.day} does not end.`);
    const next = Math.min(site.nextEvent(), end);
    const [planned = Number.POSITIVE_INFINITY] = instants;
    if (planned > next) await site.advanceToEvent(next, random.chance(0.15));
    else {
      instants.shift();
      await actAt(site, Math.max(planned, site.now), random);
    }
  }
  if (tally.hasViolation) return;
  await site.endDay();
  if (random.chance(0.05)) await site.restartNode();
  if (random.chance(0.15)) site.makeCopy();
  else if (random.chance(0.08)) await site.restoreCopy();
  if (stepsAfter !== null) await site.stepClock(chooseStep(random));
}

/** Random instants of the day, many of them close to a publication. */
function planInstants(site: SimulatedSite, date: string, random: Random): number[] {
  const { publishDelay } = site.model.settings;
  const instants = Array.from({ length: random.integer(2, 10) }, () => {
    const due = instantIn(date, random.pick(SLOT_TIMES)) + publishDelay * MINUTE;
    if (random.chance(0.4)) return due + random.pick([-1_000, -2, -1, 0, 0, 0, 1, 2, 1_000]);
    return instantIn(date, '00:00') + random.integer(0, DAY - 1);
  });
  return instants.filter((instant) => instant >= site.now).sort((a, b) => a - b);
}

/** Acts before, during or after what automation does at the same instant. */
async function actAt(site: SimulatedSite, instant: number, random: Random): Promise<void> {
  const choose = (): Act => chooseAct({ random, today: dateOf(site.now), model: site.model });
  const order = random.pick(['before', 'together', 'after'] as const);
  const mayCrash = order !== 'together' && random.chance(0.25);
  if (order === 'after' || instant <= site.now) {
    await site.advanceTo(instant);
    await site.settle();
    await site.settle((await site.attempt(choose(), mayCrash)) ?? undefined);
    return;
  }
  const act = choose();
  let attempt: ReturnType<SimulatedSite['attempt']> = Promise.resolve(null);
  site.time.timers.after(instant - site.now, async () => {
    attempt = site.attempt(act, mayCrash);
    if (order === 'before') await attempt;
  });
  await site.advanceTo(instant);
  await site.settle((await attempt) ?? undefined);
}

function chooseStep(random: Random): number {
  const size = random.pick([
    random.integer(1, MINUTE),
    random.integer(MINUTE, HOUR),
    random.integer(HOUR, DAY),
    random.integer(DAY, 3 * DAY),
  ]);
  return random.chance(0.5) ? size : -size;
}

function figuresOf({ counts, statementsHit, statementsSeen, lateness, violations, day }: DaysTally): Figures {
  return {
    done: day,
    faults:
      `${counts.processCrashes} crashes of a process and ${counts.machineCrashes} of the machine ` +
      `before ${statementsHit.size} of ${statementsSeen.size} different statements, ` +
      `${counts.restarts} restarts, ${counts.clockSteps} clock steps; ${counts.acts} acts of people, ` +
      `${counts.refusals} refused and ${counts.happenedUnacknowledged} done without an answer, ` +
      `${counts.publications} automatic publications; ${counts.repeatedDrafts} deleted drafts created again; ` +
      `${counts.restores} restores; ` +
      `${counts.beacons} beacons in time, ${counts.lateBeacons} late and ${counts.missingBeacons} missing; ` +
      `${counts.audits} audits of logs, at last of ${counts.entries} entries`,
    leaked: null,
    lost: counts.lost,
    doubled: counts.doubled,
    early: counts.early,
    lateness,
    serverErrors: null,
    unavailable: null,
    violations: violations.list(),
  };
}
