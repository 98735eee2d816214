/** Runs an act on a simulated node, and records its outcome. */
import { AppError } from '../../../src/server/errors.ts';
import type { Act } from './acts.ts';
import type { SimulatedNode } from './simulated-node.ts';
import { isCrash } from './simulated-process.ts';

export type Outcome = 'done' | 'crashed' | { refused: string };

export interface Attempt {
  act: Act;
  at: number;
  outcome: Outcome;
}

/** `runWork` calls its argument; it may crash the process during the call. */
export async function runAct(
  act: Act,
  { process, services }: SimulatedNode,
  runWork: (work: () => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  let outcome: Outcome = 'done';
  await runWork(async () => {
    const work = act.run(services).then(
      () => 'done' as const,
      (error) => outcomeOf(error),
    );
    outcome = await Promise.race([work, process.death.then(() => 'crashed' as const)]);
  });
  // The response of a crashed process never arrives.
  return process.isDead ? 'crashed' : outcome;
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof AppError) return { refused: error.code };
  return isCrash(error) ? 'crashed' : { refused: String(error) };
}
