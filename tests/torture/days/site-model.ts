/** A small model of the product: what is stored, and what automation has to do at an instant. */
import type { Settings } from '../../../src/contract/settings.ts';

export interface ModelDraw {
  /** Empty until it is read from the database. */
  id: string;
  date: string;
  slot: string;
  drawNo: string;
  digits: string;
  published: boolean;
  onHold: boolean;
  provenance: string;
  publishedAt: number | null;
  createdAt: number;
  updatedAt: number;
  version: number;
}

export const SLOT_TIMES = ['10:00', '12:00', '14:00', '17:00', '19:00'] as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const instantIn = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:30`);

export const dateOf = (instant: number): string =>
  new Date(instant + 5.5 * HOUR).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const shiftDate = (date: string, days: number): string =>
  dateOf(instantIn(date, '12:00') + days * DAY);

export function regularNumber(date: string, slot: string): string {
  const [year, month, day] = date.split('-');
  return `SC${day}${month}${year}${(SLOT_TIMES as readonly string[]).indexOf(slot) + 1}`;
}

export class SiteModel {
  readonly draws = new Map<string, ModelDraw>();
  readonly contacts = new Set<string>();
  readonly articles = new Set<string>();
  settings: Settings = {
    autoPublish: true,
    publishDelay: 15,
    generateTime: '06:00',
    enableNotifications: false,
    maintenanceMode: false,
    publishGenerated: true,
    approval: 'off',
  };
  settingsVersion = 1;
  settingsChangedAt = 0;

  at(date: string, slot: string): ModelDraw | undefined {
    return this.list().find((draw) => draw.date === date && draw.slot === slot);
  }

  byNumber(drawNo: string): ModelDraw | undefined {
    return this.list().find((draw) => draw.drawNo === drawNo);
  }

  list(): ModelDraw[] {
    return [...this.draws.values()];
  }

  dueAt({ date, slot }: ModelDraw): number {
    return instantIn(date, slot) + this.settings.publishDelay * MINUTE;
  }

  /** A draft that automation publishes once it is due. */
  isAutomatic(draw: ModelDraw): boolean {
    return (
      this.settings.autoPublish &&
      !draw.published &&
      !draw.onHold &&
      (this.settings.publishGenerated || draw.provenance !== 'generated') &&
      draw.createdAt < instantIn(draw.date, '00:00') + DAY
    );
  }

  /** The drafts that must be published by now, and how late they are in milliseconds. */
  overdueAt(now: number): { drawNo: string; late: number }[] {
    const overdue = this.list().filter((draw) => this.isAutomatic(draw) && this.dueAt(draw) <= now);
    return overdue.map((draw) => ({ drawNo: draw.drawNo, late: now - this.dueAt(draw) }));
  }

  nextDueAfter(now: number): number {
    const ahead = this.list().filter((draw) => this.isAutomatic(draw) && this.dueAt(draw) > now);
    return Math.min(...ahead.map((draw) => this.dueAt(draw)));
  }

  generateAt(date: string): number {
    return instantIn(date, this.settings.generateTime);
  }

  /** The slots of the day for which a draft can be created. */
  freeSlots(date: string): string[] {
    return SLOT_TIMES.filter((slot) => !this.at(date, slot) && !this.byNumber(regularNumber(date, slot)));
  }

  hasDraws(date: string): boolean {
    return SLOT_TIMES.some((slot) => this.at(date, slot));
  }

  /** The clock was set back: automation then creates no drafts. */
  hasResultFromTheFuture(now: number): boolean {
    return this.list().some(
      ({ published, publishedAt }) => published && publishedAt !== null && publishedAt > now + HOUR,
    );
  }
}
