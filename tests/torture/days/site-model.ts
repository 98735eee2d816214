/** A small model of the product: what is stored, and what automation has to publish at an instant. */
import type { Settings } from '../../../src/contract/settings.ts';
import type { BeaconChain } from '../../../src/core/public-log/beacon-chain.ts';

export interface ModelResult {
  drawNo: string;
  date: string;
  slot: string;
  digits: string;
}

export interface ModelDraw extends ModelResult {
  /** Empty until it is read from the database. */
  id: string;
  published: boolean;
  onHold: boolean;
  provenance: string;
  publishedAt: number | null;
  createdAt: number;
  updatedAt: number;
  version: number;
  /** What the public saw last; null if it saw nothing. */
  shown: (ModelResult & { provenance: string }) | null;
  /** The oldest first. */
  corrections: { at: number; digits: string; reason: string | null }[];
  /** Of a change that the public has not seen yet. */
  pendingReason: string | null;
  /** The hash that the log has of it; empty until it is read from there, null for a random draft. */
  seal: string | null;
}

/** A day for whose slots the log has commitments. */
export interface ModelDay {
  date: string;
  /** No drafts are made before. */
  draftsFrom: number;
  /** Empty without a beacon. */
  chain: string;
  /** 0 without a beacon. */
  round: number;
  beacon: 'none' | 'awaited' | 'verified' | 'missing';
  signature: string | null;
  /** When its drafts were made, or were found not to be needed. */
  preparedAt: number | null;
}

export interface ModelSeed {
  drawNo: string;
  date: string;
  slot: string;
  /** In hex. */
  seed: string;
  openedAt: number | null;
}

export const SLOT_TIMES = ['10:00', '12:00', '14:00', '17:00', '19:00'] as const;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

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
  /** Null when the beacon is off. */
  readonly beacon: BeaconChain | null;
  draws = new Map<string, ModelDraw>();
  /** By date. */
  days = new Map<string, ModelDay>();
  /** By draw number. */
  seeds = new Map<string, ModelSeed>();
  /** The digits of every random draft that was created, by draw number, also if it was deleted since. */
  drafted = new Map<string, string>();
  /** The number of the log: each restore starts another one. */
  log = 1;
  /** The time of the last entry of the log. */
  logTime = Number.NEGATIVE_INFINITY;
  contacts = new Set<string>();
  articles = new Set<string>();
  settings: Settings = {
    autoPublish: true,
    publishDelay: 15,
    generateTime: '06:00',
    enableNotifications: true,
    maintenanceMode: false,
    publishGenerated: true,
    approval: 'off',
  };
  settingsVersion = 1;
  settingsChangedAt = 0;

  constructor(beacon: BeaconChain | null) {
    this.beacon = beacon;
  }

  copy(): SiteModel {
    return Object.assign(new SiteModel(this.beacon), structuredClone({ ...this }));
  }

  replaceWith(copy: SiteModel): void {
    Object.assign(this, copy.copy());
  }

  /** The time of an entry that is written now. */
  logTimeAt(now: number): number {
    return Math.max(now, this.logTime);
  }

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

  /** The slots of the day that have no draw, and whose number no draw has. */
  freeSlots(date: string): string[] {
    return SLOT_TIMES.filter((slot) => !this.at(date, slot) && !this.byNumber(regularNumber(date, slot)));
  }

  hasDraws(date: string): boolean {
    return SLOT_TIMES.some((slot) => this.at(date, slot));
  }

  /** The clock was set back: automation then creates no drafts. Only the newest results count. */
  hasResultFromTheFuture(now: number): boolean {
    const newest = this.list()
      .filter(({ published }) => published)
      .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
      .slice(0, SLOT_TIMES.length);
    return newest.some(({ publishedAt }) => publishedAt !== null && publishedAt > now + HOUR);
  }
}

const placeOf = ({ date, slot }: ModelResult): string => `${date} ${slot}`;

export const resultOf = ({ drawNo, date, slot, digits }: ModelResult): ModelResult => ({
  drawNo,
  date,
  slot,
  digits,
});

export const isSameResult = (one: ModelResult, other: ModelResult): boolean =>
  Bun.deepEquals(resultOf(one), resultOf(other));
