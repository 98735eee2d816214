/** Creates two servers with the same history, which differ only in the digits of drafts and in hidden changes. */
import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Slot } from '../../../src/core/slots.ts';
import type { Timers } from '../../../src/server/clock.ts';
import { newDraw, TODAY } from '../../server/api-seed.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { stepTimeFrom } from '../../support/stepped-time.ts';
import { EDITOR, openWorld, type World } from './world.ts';

/** The digits of the drafts of each server, before and after staff edit them. */
export const DIGITS = { first: ['13579', '31415'], second: ['86420', '27182'] } as const;

export const draftNumber = 'SC151120262';
export const publishedNumber = 'SC151120261';

/** Values of fields that only staff may read. */
export const HIDDEN = {
  message: 'HIDDEN-MESSAGE-5519',
  visitor: 'hidden-visitor@elsewhere.example',
  reason: 'HIDDEN-REASON-8826',
  generateTime: '03:47',
};

/** A draw to create. */
interface Entry {
  slot: Slot;
  digits: string;
  published: boolean;
  date?: string;
}

export interface Ids {
  draft: string;
  hold: string;
  article: string;
  faq: string;
}

export interface TwoWorlds {
  first: World;
  second: World;
  ids: Ids;
  close(): Promise<void>;
}

export async function openTwoWorlds(): Promise<TwoWorlds> {
  const folders = [makeDataDir(), makeDataDir()] as const;
  const opened: World[] = [];
  const open = async (path: string, timers?: Timers): Promise<World> => {
    const world = await openWorld(path, { timers });
    opened.push(world);
    return world;
  };
  const stopAll = () => Promise.all(opened.splice(0).map((world) => world.stop()));
  const close = async () => {
    await stopAll();
    for (const folder of folders) folder.remove();
  };
  try {
    // With stopped timers, so that automation creates no drafts.
    const original = await open(folders[0].path, stepTimeFrom(0).timers);
    const ids = await fill(original);
    // Creates the key, which is the same in the copy.
    await call(original, 200, 'GET', '/api/push/key');
    await stopAll();
    cpSync(folders[0].path, folders[1].path, { recursive: true });
    changeDraftDigits(folders[1].path, DIGITS.second[0]);
    await makeHiddenChanges(await open(folders[1].path));
    await stopAll();
    return { first: await open(folders[0].path), second: await open(folders[1].path), ids, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function call(
  world: World,
  expected: number,
  method: string,
  path: string,
  body?: object,
): Promise<{ id: string }> {
  const response = await world.asAdmin(method, path, body);
  if (response.status !== expected)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? { id: '' } : response.json();
}

async function fill(world: World): Promise<Ids> {
  const create = async (what: string, body: object) =>
    (await call(world, 201, 'POST', `/api/admin/${what}`, body)).id;
  const enter = ({ slot, digits, published, date = TODAY }: Entry) =>
    create('draws', newDraw(date, slot, digits, published));
  await create('users', { ...EDITOR, role: 'editor' });
  const corrected = await enter({ slot: '10:00', digits: '90211', published: true });
  // The reason of a correction is public.
  await call(world, 200, 'PATCH', `/api/admin/draws/${corrected}`, { digit5: '0', reason: 'Misread' });
  const draft = await enter({ slot: '12:00', digits: DIGITS.first[0], published: false });
  await enter({ slot: '14:00', digits: DIGITS.first[0], published: false });
  for (const slot of ['10:00', '12:00', '14:00', '17:00'] as const) {
    await enter({ slot, digits: '24680', published: true, date: '2026-11-14' });
  }
  const hold = await enter({ slot: '19:00', digits: '11111', published: true, date: '2026-11-14' });
  await call(world, 200, 'POST', `/api/admin/draws/${hold}/unpublish`);
  // Not before the draw is published again.
  await call(world, 200, 'PATCH', `/api/admin/draws/${hold}`, { digit5: '2', reason: HIDDEN.reason });
  await enter({ slot: '10:00', digits: DIGITS.first[0], published: false, date: '2026-10-01' });
  const article = await create('news', { title: 'Holiday', author: 'Desk', body: 'We are open.' });
  const faq = await create('faqs', { question: 'When?', answer: 'Daily.', order: 1 });
  const settings = await (await world.asAdmin('GET', '/api/admin/settings')).json();
  await call(world, 200, 'PUT', '/api/admin/settings', { ...settings, generateTime: HIDDEN.generateTime });
  await sendMessage(world);
  return { draft, article, faq, hold };
}

const sendMessage = (world: World) =>
  call(world, 201, 'POST', '/api/contact', {
    name: 'Anu',
    phone: '+91 471 000 0000',
    email: HIDDEN.visitor,
    message: HIDDEN.message,
    consent: true,
  });

/** Changes only the digits of drafts. */
function changeDraftDigits(dataDir: string, digits: string): void {
  const database = new Database(join(dataDir, 'swarna-chakra.db'));
  const columns = [1, 2, 3, 4, 5].map((place) => `digit_${place} = '${digits[place - 1]}'`).join(', ');
  const { changes } = database.run(`update draws set ${columns} where published = 0`);
  database.close();
  if (changes !== 4) throw new Error(`${changes} drafts were changed`);
}

/** Changes drafts, with the digits of the server, and makes one public change. */
export async function changeDrafts(world: World, ids: Ids, digits: string, answer: string): Promise<void> {
  const patch = Object.fromEntries([...digits].map((digit, index) => [`digit${index + 1}`, digit]));
  for (const id of [ids.draft, ids.hold]) await call(world, 200, 'PATCH', `/api/admin/draws/${id}`, patch);
  const made = newDraw('2026-10-02', '10:00', digits, false);
  const { id } = await call(world, 201, 'POST', '/api/admin/draws', made);
  await call(world, 204, 'DELETE', `/api/admin/draws/${id}`);
  await call(world, 409, 'POST', '/api/admin/draws', newDraw(TODAY, '12:00', digits, true));
  await call(world, 200, 'PATCH', `/api/admin/faqs/${ids.faq}`, { answer });
}

/** Makes changes of every kind that the public must not notice, not even their number. */
export async function makeHiddenChanges(world: World): Promise<void> {
  const settings = await (await world.asAdmin('GET', '/api/admin/settings')).json();
  for (let round = 0; round < 2; round += 1) {
    const made = newDraw('2026-10-03', '10:00', '55555', false);
    const { id } = await call(world, 201, 'POST', '/api/admin/draws', made);
    await call(world, 204, 'DELETE', `/api/admin/draws/${id}`);
    for (const enableNotifications of [true, false]) {
      await call(world, 200, 'PUT', '/api/admin/settings', { ...settings, enableNotifications });
    }
    await sendMessage(world);
  }
}
