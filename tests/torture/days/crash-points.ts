/** Crashes a process, or its whole machine, before one statement of a piece of work, and keeps account of the points. */
import type { Random } from '../random.ts';
import type { Findings } from './findings.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** More than any piece of work has. */
const MOST_STATEMENTS = 12;
const MOST_KNOWN = 60;
const MACHINE = 0.3;

export class CrashPoints {
  readonly #random: Random;
  readonly #findings: Findings;
  readonly #onCrash: (isMachine: boolean) => void;

  /** `onCrash` is called at the very moment of the crash, between two statements. */
  constructor(random: Random, findings: Findings, onCrash: (isMachine: boolean) => void) {
    this.#random = random;
    this.#findings = findings;
    this.#onCrash = onCrash;
  }

  async during(name: string, process: SimulatedProcess, work: () => Promise<void>): Promise<void> {
    const isMachine = this.#random.chance(MACHINE);
    const { statementsSeen } = this.#findings;
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
    this.#findings.statementsSeen.add(point);
    this.#findings.statementsHit.add(point);
    this.#findings.counts[isMachine ? 'machineCrashes' : 'processCrashes'] += 1;
    this.#findings.trace(`${isMachine ? 'the machine' : 'a process'} crashes before ${point}`);
    this.#onCrash(isMachine);
  }
}
