/** Draws that a browser test of the panel creates on days that no other test uses. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { TODAY } from './panel.ts';

let days = 0;

/** A past day that no other test uses. */
export function freeDay(): string {
  days += 1;
  return addDays(TODAY, -400 + days);
}

export interface Entry {
  date: string;
  slot?: Slot;
  digits?: string;
  published?: boolean;
}

export async function enterDraw(api: APIRequestContext, entry: Entry): Promise<AdminDraw> {
  const { date, slot = '10:00', digits = '12345', published = false } = entry;
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  const data = {
    date,
    slot,
    drawNo: drawNumberFor(date, slot),
    digit1,
    digit2,
    digit3,
    digit4,
    digit5,
    published,
  };
  const response = await api.post('/api/admin/draws', { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export async function readDraw(api: APIRequestContext, { id }: { id: string }): Promise<AdminDraw> {
  const response = await api.get(`/api/admin/draws/${id}`);
  expect(response.status()).toBe(200);
  return response.json();
}

export const resultIn = ({ digit1, digit2, digit3, digit4, digit5 }: AdminDraw): string =>
  digit1 + digit2 + digit3 + digit4 + digit5;

export const cardOf = (page: Page, drawNo: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: drawNo });

export const digitsOn = (card: Locator): Locator => card.getByRole('button', { name: /^Change the digits/ });

/** The digits of a draw, as the card shows them. */
export const expectDigits = (card: Locator, digits: string): Promise<void> =>
  expect(digitsOn(card)).toHaveAccessibleName(new RegExp(`: ${[...digits].join(' ')}$`));
