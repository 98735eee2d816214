/** The expected result of an act: the activity entries that it writes, or its refusal. */
import type { Settings } from '../../../src/contract/settings.ts';
import type { ModelDraw } from './site-model.ts';

export interface DrawTransition {
  before: ModelDraw | null;
  after: ModelDraw | null;
}

/** One entry of the activity log, with the feed rows of the same transaction. */
export interface ExpectedRecord {
  action: string;
  /** Null: the target is an id that only the database knows. */
  target: string | null;
  draws?: DrawTransition[];
  settings?: Settings;
  created?: 'contacts' | 'articles';
}

export type Expectation = { refusal: string } | { records: ExpectedRecord[] };

export const NOTHING: Expectation = { records: [] };

export const refuse = (refusal: string): Expectation => ({ refusal });

export const recordOf = (action: string, transition: DrawTransition): ExpectedRecord => ({
  action,
  target: (transition.after ?? transition.before)?.drawNo ?? null,
  draws: [transition],
});

export const expectRecord = (record: ExpectedRecord): Expectation => ({ records: [record] });

/** The next version of a draw. */
export const revise = (draw: ModelDraw, change: Partial<ModelDraw>, now: number): ModelDraw => ({
  ...draw,
  ...change,
  updatedAt: now,
  version: draw.version + 1,
});

export interface NewModelDraw {
  date: string;
  slot: string;
  drawNo: string;
  digits: string;
  published: boolean;
}

export const newModelDraw = (draw: NewModelDraw, provenance: string, now: number): ModelDraw => ({
  ...draw,
  id: '',
  onHold: false,
  provenance,
  publishedAt: draw.published ? now : null,
  createdAt: now,
  updatedAt: now,
  version: 1,
});
