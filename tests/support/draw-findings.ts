/** All findings of the check of a draw with their outcomes, and reports as short texts. */
import { type DrawReport, STEPS } from '../../src/core/public-log/draw-check.ts';
import type {
  BeaconFinding,
  CommitmentFinding,
  DigitsFinding,
} from '../../src/core/public-log/draw-check-findings.ts';
import type { Outcome } from '../../src/core/public-log/draw-check-input.ts';
import type { LogFinding } from '../../src/core/public-log/draw-check-log.ts';
import type { MemoryFinding } from '../../src/core/public-log/draw-check-memory.ts';

/** In the order of the steps. */
export type Findings = [CommitmentFinding, BeaconFinding, DigitsFinding, LogFinding, MemoryFinding];

const OUTCOMES: Record<Findings[number], Outcome> = {
  'before the beacon': 'passed',
  'seen before the beacon': 'passed',
  'without a beacon': 'noted',
  'repeated after a restore': 'noted',
  'after the beacon': 'failed',
  'no commitment': 'failed',
  genuine: 'passed',
  'genuine of this site': 'passed',
  'beacon missing': 'noted',
  'signature missing': 'failed',
  'signature false': 'failed',
  'unknown beacon': 'failed',
  follow: 'passed',
  'follow from the seed': 'passed',
  'corrected later': 'noted',
  'moved later': 'noted',
  'seal opens': 'passed',
  'seed differs': 'failed',
  'digits differ': 'failed',
  'seal differs': 'failed',
  'entered by staff': 'noted',
  adopted: 'noted',
  'no result': 'failed',
  unchanged: 'passed',
  corrected: 'passed',
  'not signed': 'failed',
  'not in the log': 'failed',
  'no entry': 'failed',
  'breaks a rule': 'failed',
  'opened late': 'failed',
  'not public': 'failed',
  differs: 'failed',
  'first visit': 'passed',
  contained: 'passed',
  restored: 'noted',
  'other key': 'failed',
  'other log': 'failed',
  shorter: 'failed',
  rewritten: 'failed',
};

/** The names of all findings with one of these outcomes. */
export const findingsWith = (...outcomes: Outcome[]): string[] =>
  Object.entries(OUTCOMES)
    .filter(([, outcome]) => outcomes.includes(outcome))
    .map(([finding]) => finding)
    .sort();

/** The outcome and finding of each step. */
export const summaryOf = (report: DrawReport): string[] =>
  STEPS.map((step) => `${step}: ${report[step].outcome}, ${report[step].finding}`);

/** The summary with these findings, each with the outcome that it always has. */
export const summaryWith = (findings: Findings): string[] =>
  findings.map((finding, index) => `${STEPS[index]}: ${OUTCOMES[finding]}, ${finding}`);

export const hasFailed = (report: DrawReport): boolean =>
  STEPS.some((step) => report[step].outcome === 'failed');
