/** Crashes a process, or its machine, before one SQL statement, and records which statements were hit. */
import type { Random } from '../random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { DaysTally } from './tally.ts';

/** At least as many as any work has. */
const MOST_STATEMENTS = 12;
const MOST_KNOWN = 60;
const MACHINE = 0.3;

export class CrashPoints {
  readonly #random: Random;
  readonly #tally: DaysTally;
  readonly #onCrash: (isMachine: boolean) => void;

  /** `onCrash` is called at the crash, between two statements. */
  constructor(random: Random, tally: DaysTally, onCrash: (isMachine: boolean) => void) {
    this.#random = random;
    this.#tally = tally;
    this.#onCrash = onCrash;
  }

  async during(name: string, process: SimulatedProcess, work: () => Promise<void>): Promise<void> {
    const isMachine = this.#random.chance(MACHINE);
    const { statementsSeen } = this.#tally;
    const known = [...statementsSeen].filter((one) => one.startsWith(`${name} #`)).length;
    const at = this.#random.integer(1, Math.max(MOST_STATEMENTS, Math.min(known, MOST_KNOWN)));
    process.crashBefore(at, (statement) => this.#noteCrash(`${name} #${at} ${statement}`, isMachine));
    try {
      await work();
    } finally {
      for (const [index, statement] of process.disarm().entries())
        statementsSeen.add(`${name} #${index + 1} ${statement}`);
    }
  }

  #noteCrash(point: string, isMachine: boolean): void {
    this.#tally.statementsSeen.add(point);
    this.#tally.statementsHit.add(point);
    this.#tally.counts[isMachine ? 'machineCrashes' : 'processCrashes'] += 1;
    this.#tally.trace(`${isMachine ? 'the machine' : 'a process'} crashes before ${point}`);
    this.#onCrash(isMachine);
  }
}
