/** The expected result of an act: the activity entries that it writes, or its refusal. */
import type { Settings } from '../../../src/contract/settings.ts';
import { show } from './draw-changes.ts';
import type { ModelDraw, ModelResult } from './site-model.ts';

export interface DrawTransition {
  before: ModelDraw | null;
  after: ModelDraw | null;
}

/** One entry of the activity log, with the feed rows and the entries of the public log of the same transaction. */
export interface ExpectedRecord {
  action: string;
  /** Null: the target is an id that only the database knows. */
  target: string | null;
  draws?: DrawTransition[];
  /** The log adopts imported results. */
  isImport?: boolean;
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
export const revise = (draw: ModelDraw, now: number): ModelDraw => ({
  ...draw,
  updatedAt: now,
  version: draw.version + 1,
});

export interface NewModelDraw extends ModelResult {
  published: boolean;
}

/** A random draft, which the log does not mention before its publication. */
export const newRandomDraft = (draw: NewModelDraw, now: number): ModelDraw => ({
  ...draw,
  id: '',
  onHold: false,
  provenance: 'generated',
  publishedAt: null,
  createdAt: now,
  updatedAt: now,
  version: 1,
  shown: null,
  corrections: [],
  pendingReason: null,
  seal: null,
});

/** `at` is the time of the log. */
export function newEnteredDraw(draw: NewModelDraw, now: number, at: number): ModelDraw {
  const draft = { ...newRandomDraft(draw, now), provenance: 'entered', seal: '' };
  return draw.published ? show({ ...draft, publishedAt: at }, at) : draft;
}

/** The log adopts an imported result without a seal. */
export function newImportedDraw(draw: NewModelDraw, now: number, at: number): ModelDraw {
  const entered = newEnteredDraw(draw, now, at);
  return draw.published ? { ...entered, seal: null } : entered;
}
