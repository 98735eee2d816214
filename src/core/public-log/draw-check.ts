/** Checks one published draw with the proof of its entries, as a visitor's browser does. */
import type { Crypto } from './crypto.ts';
import { checkDigits } from './draw-check-digits.ts';
import type { DigitSteps } from './draw-check-findings.ts';
import type { CheckStep, DrawCheckInput, SeenRecord } from './draw-check-input.ts';
import { checkEntries, type LogFinding } from './draw-check-log.ts';
import { compareWithMemory, type MemoryFinding, recordsIn } from './draw-check-memory.ts';

/** In the order in which a page shows them. */
export const STEPS = ['commitment', 'beacon', 'digits', 'log', 'memory'] as const;
export type StepName = (typeof STEPS)[number];

export interface DrawReport extends DigitSteps {
  log: CheckStep<LogFinding>;
  memory: CheckStep<MemoryFinding>;
  /** The signed note to remember; null if the check found a reason not to. */
  checkpoint: string | null;
  /** The earlier records that it contains, the oldest first. */
  seen: readonly SeenRecord[];
}

export async function checkDraw(input: DrawCheckInput, crypto: Crypto): Promise<DrawReport> {
  const { remembered, proof } = input;
  const { entries, checkpoint, step: log } = await checkEntries(input, crypto);
  const memory = await compareWithMemory(input, crypto);
  const seen = remembered && memory.finding === 'contained' ? recordsIn(remembered) : [];
  const origin = checkpoint?.origin ?? '';
  const steps = await checkDigits({ ...input, entries, origin, seen }, crypto);
  const mayRemember = log.outcome !== 'failed' && memory.outcome !== 'failed';
  return { ...steps, log, memory, checkpoint: mayRemember ? proof.checkpoint : null, seen };
}
