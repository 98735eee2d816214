/** One unit: hours pass until shortly before something is due, faults happen around it, and all is compared afterwards. */
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import { checkFeed, checkLog, checkPublication, readDraws, type StoredDraw } from './checks.ts';
import { type FaultNotes, planFaults } from './faults.ts';
import type { Reader } from './reader.ts';
import { dueInstant } from './sightings.ts';
import type { TorturedSite } from './site.ts';
import type { Staff } from './staff.ts';
import { letTimePass } from './time.ts';
import type { Visitor } from './visitor.ts';

export interface People {
  visitors: readonly Visitor[];
  readers: readonly Reader[];
  staff: readonly [Staff, ...Staff[]];
}

/** Time enough for staff to write before the first fault. */
const LEAD = 2.5 * SECOND;
/** After the due instant and the end of all faults. */
const DONE_WITHIN = 6 * SECOND;
/** On healthy nodes. Where others only end, nobody has to wait for them. */
const MOST_LATENESS = 2 * SECOND;
const MOST_LATENESS_BESIDE_KILLS = SECOND;
const KILLS_ONLY = /^(kills|steps of machine clocks)$/;

/** The moment from which something can be called late, and what was done around it. */
interface Passing extends FaultNotes {
  dueMoment: number;
}

export async function passPublication(
  site: TorturedSite,
  people: People,
  { date, slot }: { date: string; slot: Slot },
): Promise<void> {
  const { ledger, random } = site;
  const find = async () => (await readDraws(site, date)).find((draw) => draw.slot === slot);
  const draft = await find();
  if (!draft) throw new Error(`there is no draft for ${date} ${slot}`);
  if (random.chance(0.5)) await editDraft(site, people, draft);
  const expected = await find();
  const passing = await passInstant(site, people, dueInstant(date, slot), () =>
    wakeAutomation(site, people, date, slot),
  );
  if (!(await waitUntil(async () => (await find())?.published === 1))) {
    ledger.count('lost', `${date} ${slot} was not published after ${passing.names.join(', ')}`);
    return;
  }
  const draw = await find();
  if (!draw || !expected) throw new Error('it was there a moment ago');
  if (draw.digits !== expected.digits)
    ledger.count('lost', `${draw.draw_no} was published as ${draw.digits}, and had been ${expected.digits}`);
  await compareAll(site, people);
  await checkPublication(site, draw);
  measureLateness(site, people, passing, draw.draw_no);
}

/** Drafts are made by themselves at their time, unless staff has made one: then staff fills the rest. */
export async function passMorning(
  site: TorturedSite,
  people: People,
  date: string,
  at: Instant,
): Promise<void> {
  const { random, ledger } = site;
  const [staff] = people.staff;
  const own = random.chance(0.3) ? random.integer(1, 3) : 0;
  await passInstant(site, people, at, async () => {
    for (const slot of SLOTS.slice(0, own)) await createDraft(site, staff, date, slot);
    await changeSettings(staff);
  });
  const count = async () => (await readDraws(site, date)).length;
  const wanted = own === 0 ? SLOTS.length : own;
  if (!(await waitUntil(async () => (await count()) === wanted)))
    ledger.count('lost', `there are ${await count()} drafts for ${date}, and should be ${wanted}`);
  if (own > 0) await expectStatus(staff.send('POST', '/api/admin/drafts'), 200);
  await compareAll(site, people);
}

async function passInstant(
  site: TorturedSite,
  { staff }: People,
  due: Instant,
  prepare: () => Promise<void>,
): Promise<Passing> {
  const { database, ledger, nodes } = site;
  await letTimePass(site, due - LEAD);
  await prepare();
  const preparedAt = performance.now();
  const plan = planFaults(site);
  const notes: FaultNotes = {
    names: plan.map(({ name }) => name),
    databaseBackAt: null,
  };
  const dueMoment = database.momentOf(due);
  if (preparedAt > dueMoment)
    ledger.addFault('preparations that took too long to measure from the due instant');
  let isOver = false;
  const writing = Promise.all(staff.map((writer) => writer.writeUntil(() => isOver)));
  await Promise.all(
    plan.map(async (fault) => {
      await sleepUntil(dueMoment + fault.offset);
      ledger.addFault(fault.name);
      await fault.run(notes).catch((error) => ledger.violate(`${fault.name}: ${error}`));
    }),
  );
  // A step forward is read by the nodes within a minute: until then they know only the time before it.
  // And they do not know that hours have passed before they were made to look.
  const latest = Math.max(dueMoment, database.momentOf(due), preparedAt);
  await sleepUntil(latest + SECOND / 2);
  isOver = true;
  await writing;
  for (const node of nodes) {
    if (!node.isCalmSince(performance.now())) ledger.violate(`${node.name} is still in trouble`);
  }
  return { ...notes, dueMoment: latest };
}

/** A change makes all nodes look at what is due next, as they would have done while the time passed. */
async function wakeAutomation(site: TorturedSite, people: People, date: string, slot: Slot): Promise<void> {
  const later = (await readDraws(site, date)).find((draw) => draw.slot > slot);
  if (later) await editDraft(site, people, later);
  else await changeSettings(people.staff[0]);
}

async function editDraft(site: TorturedSite, { staff }: People, { id }: StoredDraw): Promise<void> {
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
  const answer = await sent;
  if (answer?.status !== status) throw new Error(`instead of ${status}: ${answer?.status} ${answer?.body}`);
}

async function compareAll(site: TorturedSite, { staff, visitors }: People): Promise<void> {
  for (const writer of staff) await writer.compareWithDatabase();
  await checkFeed(site);
  await Promise.all(visitors.map((visitor) => visitor.compareWithNode()));
  for (const node of site.nodes) checkLog(site, node);
}

/** Clients of nodes that nothing was done to are measured; those of the others must have got it soon after the end. */
function measureLateness(
  { ledger }: TorturedSite,
  { visitors }: People,
  { dueMoment, databaseBackAt, names }: Passing,
  drawNo: string,
): void {
  const isKillsOnly = names.every((name) => KILLS_ONLY.test(name));
  const most = isKillsOnly ? MOST_LATENESS_BESIDE_KILLS : MOST_LATENESS;
  for (const { node, arrivals } of visitors) {
    const at = arrivals.get(drawNo);
    const mostly = `after ${names.join(', ')}`;
    if (at === undefined) {
      ledger.count('lost', `${drawNo} never came to a client of ${node.name} ${mostly}`);
      continue;
    }
    const late = Math.round(at - dueMoment);
    if (node.isCalmSince(dueMoment - LEAD / 2)) {
      ledger.lateness.push(Math.max(0, late));
      if (late > most)
        ledger.violate(`${drawNo} came ${late} ms late to a client of healthy ${node.name} ${mostly}`);
    }
    const endOfFaults = Math.max(dueMoment, databaseBackAt ?? 0, node.calmSince());
    if (at > endOfFaults + DONE_WITHIN)
      ledger.violate(
        `${drawNo} came to ${node.name} ${Math.round(at - endOfFaults)} ms after the end ${mostly}`,
      );
  }
}

async function waitUntil(condition: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + DONE_WITHIN;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await Bun.sleep(30);
  }
  return false;
}

const sleepUntil = (moment: number): Promise<void> => Bun.sleep(Math.max(0, moment - performance.now()));
