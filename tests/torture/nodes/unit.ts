/** One unit: advances the time to shortly before a due instant, injects faults around it, and compares everything. */
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { type Instant, instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { DEFAULT_GENERATE_TIME } from '../../../src/core/schedule.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import { checkFeed, checkLog, checkPublication, readDraws, type StoredDraw } from './checks.ts';
import { type FaultNotes, planEnds, planFaults } from './faults.ts';
import { checkSeededDrafts, isBeaconDecided } from './public-log.ts';
import type { Reader } from './reader.ts';
import { dueInstant } from './seen-draws.ts';
import type { TorturedSite } from './site.ts';
import type { Staff } from './staff.ts';
import { advanceSite } from './time.ts';
import type { Visitor } from './visitor.ts';

export interface Clients {
  visitors: readonly Visitor[];
  readers: readonly Reader[];
  staff: readonly [Staff, ...Staff[]];
}

/** Time for staff to write before the first fault. */
const LEAD = 2.5 * SECOND;
/** The limit after the due instant and the end of all faults. */
const DONE_WITHIN = 6 * SECOND;
/** The limit in runs without time limits: long, because it is only there to end a run. */
const DONE_EVENTUALLY = 60 * SECOND;
/** The limits on healthy nodes: lower with kills only, because nothing has to time out. */
const MOST_LATENESS = 2 * SECOND;
const MOST_LATENESS_BESIDE_KILLS = SECOND;
const KILLS_ONLY = /^(kills|steps of machine clocks)$/;

/** The moment from which a result is late, and the faults around it. */
interface FaultRun extends FaultNotes {
  dueMoment: number;
}

export async function runPublication(
  site: TorturedSite,
  clients: Clients,
  { date, slot }: { date: string; slot: Slot },
): Promise<void> {
  const { tally, random } = site;
  const find = async () => (await readDraws(site, date)).find((draw) => draw.slot === slot);
  const draft = await find();
  if (!draft) throw new Error(`there is no draft for ${date} ${slot}`);
  if (random.chance(0.5)) await editDraft(site, clients, draft);
  const expected = await find();
  const faultRun = await runWithFaults(site, clients, {
    due: dueInstant(date, slot),
    prepare: () => wakeAutomation(site, clients, date, slot),
    plan: planFaults,
    drawNo: draft.draw_no,
  });
  if (!(await waitUntil(site, async () => (await find())?.published === 1))) {
    tally.count('lost', `${date} ${slot} was not published after ${faultRun.names.join(', ')}`);
    return;
  }
  const draw = await find();
  if (!draw || !expected) throw new Error('the draw disappeared');
  if (draw.digits !== expected.digits)
    tally.count('lost', `${draw.draw_no} was published as ${draw.digits}, and had been ${expected.digits}`);
  await compareAll(site, clients);
  await checkPublication(site, draw);
  measureLateness(site, clients, faultRun, draw.draw_no);
}

/** Automation creates the drafts, unless staff has created one: then staff creates the rest. */
export async function runMorning(
  site: TorturedSite,
  clients: Clients,
  date: string,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  const { random, tally } = site;
  const [staff] = clients.staff;
  // The first morning always has drafts by automation, and nodes that end: every run must contain these.
  const own = !isFirst && random.chance(0.3) ? random.integer(1, 3) : 0;
  const at = instantOf(date, DEFAULT_GENERATE_TIME);
  const prepare = async () => {
    for (const slot of SLOTS.slice(0, own)) await createDraft(site, staff, date, slot);
    await changeSettings(staff);
  };
  await runWithFaults(site, clients, {
    due: at,
    prepare,
    plan: isFirst ? planEnds : planFaults,
    drawNo: null,
  });
  if (!(await waitUntil(site, () => isBeaconDecided(site, date))))
    tally.count('lost', `the beacon of ${date} was not fetched`);
  const count = async () => (await readDraws(site, date)).length;
  const wanted = own === 0 ? SLOTS.length : own;
  if (!(await waitUntil(site, async () => (await count()) === wanted)))
    tally.count('lost', `there are ${await count()} drafts for ${date}, and should be ${wanted}`);
  if (own > 0) await expectStatus(staff.send('POST', '/api/admin/drafts'), 200);
  await compareAll(site, clients);
  await checkSeededDrafts(site, date);
}

interface FaultyWork {
  due: Instant;
  prepare(): Promise<void>;
  plan: typeof planFaults;
  /** The result that is due. */
  drawNo: string | null;
}

async function runWithFaults(
  site: TorturedSite,
  { staff, visitors }: Clients,
  { due, prepare, plan: planFor, drawNo }: FaultyWork,
): Promise<FaultRun> {
  const { database, tally, nodes } = site;
  await advanceSite(site, due - LEAD);
  await prepare();
  const preparedAt = performance.now();
  const plan = planFor(site);
  const notes: FaultNotes = {
    names: plan.map(({ name }) => name),
    databaseBackAt: null,
    hasArrived: () =>
      drawNo === null ||
      visitors.some(({ node, arrivals }) => node.isHealthySince(performance.now()) && arrivals.has(drawNo)),
  };
  const dueMoment = database.momentOf(due);
  if (preparedAt > dueMoment)
    tally.addFault('preparations that took too long to measure from the due instant');
  let isOver = false;
  const writing = Promise.all(staff.map((writer) => writer.writeUntil(() => isOver)));
  await Promise.all(
    plan.map(async (fault) => {
      await sleepUntil(dueMoment + fault.offset);
      tally.addFault(fault.name);
      await fault.run(notes).catch((error) => tally.violate(`${fault.name}: ${error}`));
    }),
  );
  // Nodes read a step of the clock within a minute; until then they use the time before it.
  // They also need a change to notice that hours have passed.
  const latest = Math.max(dueMoment, database.momentOf(due), preparedAt);
  await sleepUntil(latest + SECOND / 2);
  isOver = true;
  await writing;
  for (const node of nodes) {
    if (!node.isHealthySince(performance.now())) tally.violate(`${node.name} still has a fault`);
  }
  return { ...notes, dueMoment: latest };
}

/** A change makes all nodes check what is due next, as they would have done during the skipped hours. */
async function wakeAutomation(site: TorturedSite, clients: Clients, date: string, slot: Slot): Promise<void> {
  const later = (await readDraws(site, date)).find((draw) => draw.slot > slot);
  if (later) await editDraft(site, clients, later);
  else await changeSettings(clients.staff[0]);
}

async function editDraft(site: TorturedSite, { staff }: Clients, { id }: StoredDraw): Promise<void> {
  const [digit1, digit2, digit3, digit4, digit5] = randomDigits(site);
  const patch = { digit1, digit2, digit3, digit4, digit5 };
  await expectStatus(staff[0].send('PATCH', `/api/admin/draws/${id}`, patch), 200);
}

async function createDraft(site: TorturedSite, staff: Staff, date: string, slot: Slot): Promise<void> {
  const [digit1, digit2, digit3, digit4, digit5] = randomDigits(site);
  const draft = { date, slot, drawNo: drawNumberFor(date, slot), digit1, digit2, digit3, digit4, digit5 };
  await expectStatus(staff.send('POST', '/api/admin/draws', draft), 201);
}

async function changeSettings(staff: Staff): Promise<void> {
  const now = await staff.send('GET', '/api/admin/settings');
  if (now?.status !== 200) throw new Error(`the settings cannot be read: ${now?.status} ${now?.body}`);
  const { etag: _etag, ...settings } = JSON.parse(now.body);
  await expectStatus(
    staff.send('PUT', '/api/admin/settings', {
      ...settings,
      enableNotifications: !settings.enableNotifications,
    }),
    200,
  );
}

const randomDigits = ({ random }: TorturedSite): string => String(random.integer(0, 99_999)).padStart(5, '0');

async function expectStatus(sent: ReturnType<Staff['send']>, status: number): Promise<void> {
  const response = await sent;
  if (response?.status !== status)
    throw new Error(`instead of ${status}: ${response?.status} ${response?.body}`);
}

async function compareAll(site: TorturedSite, { staff, visitors }: Clients): Promise<void> {
  for (const writer of staff) await writer.compareWithDatabase();
  await checkFeed(site);
  await Promise.all(visitors.map((visitor) => visitor.compareWithNode()));
  for (const node of site.nodes) checkLog(site, node);
  await site.publicLog.run(site);
}

/**
 * Every client must have got the result. If the machine does nothing else: clients of healthy nodes in time, the others
 * soon after the end of the faults.
 */
function measureLateness(
  { tally, hasTimeLimits }: TorturedSite,
  { visitors }: Clients,
  { dueMoment, databaseBackAt, names }: FaultRun,
  drawNo: string,
): void {
  const isKillsOnly = names.every((name) => KILLS_ONLY.test(name));
  const most = isKillsOnly ? MOST_LATENESS_BESIDE_KILLS : MOST_LATENESS;
  for (const { node, arrivals } of visitors) {
    const at = arrivals.get(drawNo);
    const faults = `after ${names.join(', ')}`;
    if (at === undefined) {
      tally.count('lost', `${drawNo} never reached a client of ${node.name} ${faults}`);
      continue;
    }
    const late = Math.round(at - dueMoment);
    if (node.isHealthySince(dueMoment - LEAD / 2)) {
      tally.lateness.push(Math.max(0, late));
      if (hasTimeLimits && late > most)
        tally.violate(`${drawNo} reached a client of the healthy ${node.name} ${late} ms late ${faults}`);
    }
    const endOfFaults = Math.max(dueMoment, databaseBackAt ?? 0, node.healthySince());
    if (hasTimeLimits && at > endOfFaults + DONE_WITHIN)
      tally.violate(
        `${drawNo} reached a client of ${node.name} ${Math.round(at - endOfFaults)} ms after the end ${faults}`,
      );
  }
}

async function waitUntil(
  { hasTimeLimits }: TorturedSite,
  condition: () => Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + (hasTimeLimits ? DONE_WITHIN : DONE_EVENTUALLY);
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await Bun.sleep(100);
  }
  return false;
}

const sleepUntil = (moment: number): Promise<void> => Bun.sleep(Math.max(0, moment - performance.now()));
