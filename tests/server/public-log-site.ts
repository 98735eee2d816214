/** A site whose public log has entries of many kinds, and more of them than two tiles. */
import { expect } from 'bun:test';
import { PUBLIC_CSV_HEADER } from '../../src/core/csv.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS, type Slot } from '../../src/core/slots.ts';
import { CLOCK_START, create, newDraw, TODAY } from './api-seed.ts';
import type { ApiSite } from './api-site.ts';

export const LOG_SETTINGS = {
  CLOCK_START,
  BEACON: 'off',
  AUTH_SECRET: 'a secret of the tests that is long enough',
};

export const PROBLEM = 'application/problem+json';

export const DRAFT = newDraw('2026-12-24', '10:00', '13579', false);

/** The numbers of published results. */
export const RANDOM = drawNumberFor(TODAY, '12:00');
export const CHANGED = drawNumberFor(TODAY, '14:00');
/** Published for 17:00, then moved to 10:00. */
export const MOVED = drawNumberFor(TODAY, '17:00');
export const ENTERED = 'ONAM-2026';
const FIRST_IMPORTED = '2025-01-01';
export const IMPORTED = drawNumberFor(FIRST_IMPORTED, '19:00');
const IMPORTED_DAYS = 130;

export async function fillLog(site: ApiSite): Promise<void> {
  await site.admin('POST', '/api/admin/drafts');
  await site.admin('DELETE', `/api/admin/draws/${await idAt(site, '10:00')}`);
  await site.admin('POST', `/api/admin/draws/${await idAt(site, '12:00')}/publish`);
  const changed = await idAt(site, '14:00');
  await site.admin('PATCH', `/api/admin/draws/${changed}`, {
    body: newDraw(TODAY, '14:00', '12345', false),
  });
  await site.admin('PATCH', `/api/admin/draws/${changed}`, { body: newDraw(TODAY, '14:00', '54321') });
  const moved = await idAt(site, '17:00');
  await site.admin('POST', `/api/admin/draws/${moved}/publish`);
  await site.admin('PATCH', `/api/admin/draws/${moved}`, { body: { slot: '10:00', reason: 'തെറ്റായ സമയം' } });
  await create(site, 'draws', DRAFT);
  await create(site, 'draws', { ...newDraw('2026-11-13', '12:00', '90210'), drawNo: ENTERED });
  await importHistory(site);
}

async function idAt(site: ApiSite, slot: Slot): Promise<string> {
  const { items } = await (await site.admin('GET', `/api/admin/draws?date=${TODAY}&slot=${slot}`)).json();
  return items[0].id;
}

async function importHistory(site: ApiSite): Promise<void> {
  const dates = Array.from({ length: IMPORTED_DAYS }, (_, day) => addDays(FIRST_IMPORTED, day));
  const lines = dates.flatMap((date) =>
    SLOTS.map((slot) => [date, slot, drawNumberFor(date, slot), 1, 2, 3, 4, 5].join(',')),
  );
  const response = await site.admin('POST', '/api/admin/draws/import', {
    headers: { 'Content-Type': 'text/csv' },
    body: [PUBLIC_CSV_HEADER, ...lines].join('\n'),
  });
  if (!response.ok) throw new Error(await response.text());
}

interface AnyEntry {
  kind: string;
  id?: string;
  drawNo?: string;
  date?: string;
  slot?: Slot;
  origin?: string;
  from?: { date: string; slot: Slot };
  to?: { date: string; slot: Slot };
}

export const parseEntryText = (entry: string): AnyEntry => JSON.parse(entry);

export const kindsOf = (entries: readonly string[]): string[] =>
  entries.map((entry) => parseEntryText(entry).kind);

/** The indexes of the entries that the proof of a draw must have, found by reading all of them. */
export function indexesAbout(entries: readonly string[], id: string): number[] {
  const own = entries.map(parseEntryText).filter((entry) => entry.id === id);
  const slots = own.flatMap(({ date, slot, from, to }) => [{ date, slot }, from, to]);
  const numbers = slots.flatMap((at) => (at?.date && at.slot ? drawNumberFor(at.date, at.slot) : []));
  const dates = slots.flatMap((at) => at?.date ?? []);
  return entries.flatMap((text, index) => {
    const entry = parseEntryText(text);
    const isOfSeed = ['commit', 'opened'].includes(entry.kind) && numbers.includes(entry.drawNo ?? '');
    const isOfBeacon = entry.kind === 'nobeacon' && dates.includes(entry.date ?? '');
    return entry.id === id || isOfSeed || isOfBeacon ? [index] : [];
  });
}

export async function expectProblem(response: Response, status: number): Promise<void> {
  const { url } = response;
  expect([url, response.status, response.headers.get('Content-Type')]).toEqual([url, status, PROBLEM]);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect((await response.json()).status).toBe(status);
}
