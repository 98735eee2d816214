/** What the server knows of the draws of a day, for the tests of what needs attention. */
import type { DrawFacts } from '../../src/core/draw-attention.ts';
import { type IstDate, instantOf } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';

export const TODAY = '2026-11-15';
export const DUE = instantOf(TODAY, '14:15');

export const RULES = { autoPublish: true, publishGenerated: true, publishDelay: 15, generateTime: '06:00' };

export const wholeDay = (date: IstDate) => SLOTS.map((slot) => ({ date, slot }));

export const factsWith = (more: Partial<DrawFacts> = {}): DrawFacts => ({
  rules: RULES,
  drafts: [],
  unapproved: [],
  draws: wholeDay(TODAY),
  firstDrawDate: TODAY,
  firstDataAt: instantOf(TODAY, '00:00'),
  ...more,
});
