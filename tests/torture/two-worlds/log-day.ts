/** A day of a world on which staff do everything that they can do with drafts, with what a stranger sees after each step. */
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { addDays, type IstDate, instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { SLOTS, type Slot } from '../../../src/core/slots.ts';
import { newDraw } from '../../server/api-seed.ts';
import { type SteppedTime, stepTimeFrom } from '../../support/stepped-time.ts';
import { type PublicView, readPublicView } from './log-view.ts';
import { openWorld, type World } from './world.ts';

const EVE = '2026-11-15';
/** Committed on the day before, with a beacon. */
export const DAY = addDays(EVE, 1);
const NEXT_DAY = addDays(DAY, 1);
/** The number of secrets that are drawn before the seeds of `DAY`: those of the day before. */
export const SECRETS_BEFORE_DAY = SLOTS.length;
const SAME_DIGITS = { eve: '24680', edited: '97531', entered: '80808', corrected: '60606' };
export const numberOf = (slot: Slot): string => drawNumberFor(DAY, slot);

export interface DayOptions {
  dataDir: string;
  beacon: string;
  /** What staff type before they type the same as in the other world. */
  ownDigits: [string, string, string];
}

const DRAW_NUMBERS = [...SLOTS.map(numberOf), drawNumberFor(EVE, '10:00')];
const DRAFTS_WITHIN = 10_000;
/** The caches of the server are older than their lifetime after this. */
const STALE_AFTER = 6 * SECOND;

export async function* liveThroughDay({
  dataDir,
  beacon,
  ownDigits,
}: DayOptions): AsyncGenerator<PublicView> {
  const time = stepTimeFrom(instantOf(EVE, '20:00'));
  const lines: string[] = [];
  const world = await openWorld(dataDir, {
    ...time,
    env: { BEACON: beacon, AUTH_SECRET: 'the same secret in both worlds, and long enough' },
    writeLog: (line) => lines.push(line),
  });
  const view = async (step: string): Promise<PublicView> => {
    await time.advanceBy(STALE_AFTER);
    return readPublicView({ world, dataDir, drawNumbers: DRAW_NUMBERS, step, logLines: lines.splice(0) });
  };
  const staff = createStaff(world);
  const [editedDigits, enteredDigits, withdrawnDigits] = ownDigits;
  try {
    // Commits both days.
    await time.advanceBy(SECOND);
    // With a draw there, automation creates no drafts for the eve.
    await staff.enter(EVE, '10:00', SAME_DIGITS.eve);
    yield await view('the evening before');

    await time.leapTo(instantOf(DAY, '05:59'));
    await time.advanceTo(instantOf(DAY, '06:00') + SECOND);
    await waitForDrafts(staff, time, DAY);
    yield await view('random drafts');

    await staff.change('12:00', editedDigits);
    await staff.act('14:00', 'hold');
    await staff.remove('17:00');
    await staff.enter(DAY, '17:00', enteredDigits);
    await staff.act('19:00', 'hold');
    yield await view('drafts are edited, held, deleted and entered');

    await time.leapTo(instantOf(DAY, '10:15'));
    yield await view('a random draft is published');

    await time.leapTo(instantOf(DAY, '12:14'));
    await staff.change('12:00', SAME_DIGITS.edited);
    yield await view('shortly before an edited draft is published');
    await time.leapTo(instantOf(DAY, '12:15'));
    yield await view('an edited draft is published');

    await time.leapTo(instantOf(DAY, '14:20'));
    yield await view('a held draft is past its time');

    await staff.act('10:00', 'unpublish');
    yield await view('a result is withdrawn');
    await staff.change('10:00', withdrawnDigits);
    yield await view('a withdrawn result is changed');
    await staff.change('10:00', SAME_DIGITS.corrected);
    await staff.act('10:00', 'publish');
    yield await view('a corrected result is published again');

    await time.leapTo(instantOf(DAY, '17:10'));
    await staff.change('17:00', SAME_DIGITS.entered);
    await time.leapTo(instantOf(DAY, '17:15'));
    yield await view('an entered draft is published');

    await staff.remove('19:00');
    await time.leapTo(instantOf(DAY, '19:15'));
    yield await view('the seed of a deleted draft is opened');

    // The digits of the next day are not the same in both worlds.
    await staff.stopPublishing();
    await time.leapTo(instantOf(NEXT_DAY, '13:00'));
    await waitForDrafts(staff, time, NEXT_DAY);
    yield await view('the seed of a held draft is opened');

    await staff.act('14:00', 'publish');
    yield await view('a draft that differs is published');
  } finally {
    await world.stop();
  }
}

type Staff = ReturnType<typeof createStaff>;

function createStaff(world: World) {
  async function send(method: string, path: string, body?: object) {
    const response = await world.asAdmin(method, `/api/admin/${path}`, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const list = async (date: IstDate): Promise<{ id: string; slot: Slot }[]> =>
    (await send('GET', `draws?date=${date}`)).items;
  const pathOf = async (slot: Slot): Promise<string> => {
    const draw = (await list(DAY)).find((other) => other.slot === slot);
    if (!draw) throw new Error(`there is no draw at ${slot}`);
    return `draws/${draw.id}`;
  };
  return {
    list,
    enter: (date: string, slot: Slot, digits: string) =>
      send('POST', 'draws', newDraw(date, slot, digits, false)),
    async change(slot: Slot, digits: string) {
      const { digit1, digit2, digit3, digit4, digit5 } = newDraw(DAY, slot, digits);
      await send('PATCH', await pathOf(slot), { digit1, digit2, digit3, digit4, digit5 });
    },
    act: async (slot: Slot, action: 'hold' | 'publish' | 'unpublish') =>
      send('POST', `${await pathOf(slot)}/${action}`),
    remove: async (slot: Slot) => send('DELETE', await pathOf(slot)),
    async stopPublishing() {
      const { etag: _etag, ...settings } = await send('GET', 'settings');
      await send('PUT', 'settings', { ...settings, autoPublish: false });
    },
  };
}

/** The beacon is fetched over HTTP, which takes real time. */
async function waitForDrafts(staff: Staff, time: SteppedTime, date: IstDate): Promise<void> {
  const deadline = performance.now() + DRAFTS_WITHIN;
  while ((await staff.list(date)).length < SLOTS.length) {
    if (performance.now() > deadline) throw new Error('there are no drafts');
    await Bun.sleep(5);
    await time.advanceBy(0);
  }
}
