/** Thousands of simulated days over the real services, storage and automation, with crashes at any statement. */

import type { Random } from '../random.ts';
import type { Assignment, Figures, Scenario } from '../scenario.ts';
import { type Act, chooseAct } from './acts.ts';
import { Findings } from './findings.ts';
import { watchStatements } from './simulated-process.ts';
import { SimulatedSite } from './simulated-site.ts';
import { dateOf, instantIn, SLOT_TIMES, shiftDate } from './site-model.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A new database then: the checks at the end of a day look at all of it. */
const DAYS_PER_SITE = 100;
/** Of these sites, one is on PostgreSQL, for fewer days: there a node is stopped, but no statement crashes. */
const SITES_PER_POSTGRES = 5;
const DAYS_ON_POSTGRES = 10;
const MOST_EVENTS = 500;

export const days: Scenario = {
  name: 'days',
  title: 'Simulated days with crashes at any statement',
  unit: 'days',
  share: 2,
  run: async (assignment) => (await simulateDays(assignment)).figures,
};

/** Also returns a hash of everything that was done, by which a repetition can be told. */
export async function simulateDays(assignment: Assignment): Promise<{ figures: Figures; trace: string }> {
  const { random, count, isOver, progress } = assignment;
  const findings = new Findings();
  const stopWatching = watchStatements();
  try {
    for (let index = 0; findings.day < count && (index === 0 || !isOver()); index += 1) {
      await simulateSite(index, random.fork(), { count, isOver, progress }, findings);
    }
  } finally {
    stopWatching();
  }
  return { figures: figuresOf(findings), trace: findings.traceHash() };
}

async function simulateSite(
  index: number,
  random: Random,
  { count, isOver, progress }: Pick<Assignment, 'count' | 'isOver' | 'progress'>,
  findings: Findings,
): Promise<void> {
  const isPostgres = index % SITES_PER_POSTGRES === SITES_PER_POSTGRES - 1;
  const start =
    instantIn(shiftDate('2027-01-01', random.integer(0, 3_000)), '00:00') + random.integer(0, 23) * HOUR;
  findings.hasViolation = false;
  const site = new SimulatedSite(isPostgres ? 'postgres' : 'sqlite', random, findings, start);
  try {
    await site.open();
    for (let day = 0; day < (isPostgres ? DAYS_ON_POSTGRES : DAYS_PER_SITE); day += 1) {
      if (findings.day >= count || (findings.day > 0 && isOver())) return;
      await simulateDay(site, random, findings);
      if (findings.hasViolation) return;
      progress(findings.day, `${findings.counts.processCrashes + findings.counts.machineCrashes} crashes`);
    }
  } finally {
    await site.close();
  }
}

async function simulateDay(site: SimulatedSite, random: Random, findings: Findings): Promise<void> {
  const date = dateOf(site.now);
  findings.startDay(date);
  const end = instantIn(shiftDate(date, 1), '00:00');
  const instants = planInstants(site, date, random);
  // On some days the clock is set, at any time of the day, and the next day is what it shows then.
  const stepsAfter = random.chance(0.15) ? random.integer(1, 25) : null;
  for (let event = 0; site.now < end && event !== stepsAfter && !findings.hasViolation; event += 1) {
    if (event > MOST_EVENTS) throw new Error(`Day ${findings.day} does not end.`);
    const next = Math.min(site.nextEvent(), end);
    const [planned = Number.POSITIVE_INFINITY] = instants;
    if (planned > next) await site.meetEvent(next, random.chance(0.15));
    else {
      instants.shift();
      await actAt(site, Math.max(planned, site.now), random);
    }
  }
  if (findings.hasViolation) return;
  await site.endDay();
  if (random.chance(0.05)) await site.restartNode();
  if (stepsAfter !== null) await site.stepClock(chooseStep(random));
}

/** Somewhere in the day, or as near to the instant of a publication as can be. */
function planInstants(site: SimulatedSite, date: string, random: Random): number[] {
  const { publishDelay } = site.model.settings;
  const instants = Array.from({ length: random.integer(2, 10) }, () => {
    const due = instantIn(date, random.pick(SLOT_TIMES)) + publishDelay * MINUTE;
    if (random.chance(0.4)) return due + random.pick([-1_000, -2, -1, 0, 0, 0, 1, 2, 1_000]);
    return instantIn(date, '00:00') + random.integer(0, DAY - 1);
  });
  return instants.filter((instant) => instant >= site.now).sort((a, b) => a - b);
}

/** Before what automation does at the same instant, at the same time, or after it. */
async function actAt(site: SimulatedSite, instant: number, random: Random): Promise<void> {
  const choose = (): Act => chooseAct({ random, today: dateOf(site.now), model: site.model });
  const order = random.pick(['before', 'together', 'after'] as const);
  const mayCrash = order !== 'together' && random.chance(0.25);
  if (order === 'after' || instant <= site.now) {
    await site.travelTo(instant);
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
  await site.travelTo(instant);
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

function figuresOf({ counts, statementsHit, statementsSeen, lateness, violations, day }: Findings): Figures {
  return {
    done: day,
    faults:
      `${counts.processCrashes} crashes of a process and ${counts.machineCrashes} of the machine ` +
      `before ${statementsHit.size} of ${statementsSeen.size} different statements, ` +
      `${counts.restarts} restarts, ${counts.clockSteps} clock steps; ${counts.acts} acts of people, ` +
      `${counts.refusals} refused and ${counts.happenedUnacknowledged} done without an answer, ` +
      `${counts.publications} automatic publications`,
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
