/** The nodes of a simulated site that were stopped or have crashed, alone or with their machine. */
import type { SteppedTime } from '../../support/stepped-time.ts';
import type { Random } from '../random.ts';
import type { Auditor } from './auditor.ts';
import type { AutomationState } from './automation-auditor.ts';
import type { ExpectedAutomation } from './expected-automation.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedNodes } from './simulated-nodes.ts';
import type { SiteLog } from './site-log.ts';
import { MINUTE } from './site-model.ts';

const SECOND = 1_000;
const DOWNTIMES = [0, 1, 700, 5 * SECOND, MINUTE, 20 * MINUTE, 180 * MINUTE, 30 * 60 * MINUTE] as const;

interface EndedParts {
  nodes: SimulatedNodes;
  expected: ExpectedAutomation;
  log: SiteLog;
  state: AutomationState;
  random: Random;
  time: SteppedTime;
}

export class EndedNodes {
  readonly #parts: EndedParts;
  /** Ended since the last audit: what they did before is audited as well. */
  sinceAudit: SimulatedNode[] = [];
  #hasCrashed = false;
  #machineHasCrashed = false;

  constructor(parts: EndedParts) {
    this.#parts = parts;
  }

  noteCrash(isMachine: boolean, database: SimulatedDatabase): void {
    this.#hasCrashed = true;
    if (!isMachine) return;
    this.#machineHasCrashed = true;
    database.crashMachine();
    for (const node of this.#parts.nodes.running) node.process.end();
  }

  /** For a crash before the auditor had opened the database. */
  forgetMachineCrash(): void {
    this.#machineHasCrashed = false;
  }

  /** Removes the nodes that have ended; returns false if there are none. */
  async remove(database: SimulatedDatabase, auditor: Auditor | undefined): Promise<boolean> {
    const { nodes, expected, log, state, random, time } = this.#parts;
    const dead = nodes.all.filter(({ process }) => process.isDead);
    if (dead.length === 0 && !this.#hasCrashed) return false;
    // Lets the last statements of their processes fail.
    await Bun.sleep(0);
    await Bun.sleep(0);
    this.sinceAudit.push(...dead);
    if (nodes.running.length === 0) log.downSince ??= time.clock.now();
    this.#hasCrashed = false;
    const elapsed = time.timers.elapsed();
    nodes.removeDead((node) => {
      expected.forget(node);
      return elapsed + random.pick(DOWNTIMES);
    });
    await this.#reopenAfterMachineCrash(database, auditor);
    state.undisturbedSince = Number.POSITIVE_INFINITY;
    return true;
  }

  /** After a crash of the machine the database is the copy of that moment. */
  async #reopenAfterMachineCrash(database: SimulatedDatabase, auditor: Auditor | undefined): Promise<void> {
    if (!auditor || !this.#machineHasCrashed) return;
    this.#machineHasCrashed = false;
    await auditor.reopen(database.location());
    database.removeOldFiles();
  }
}
