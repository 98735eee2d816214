/** What is done to the nodes, their lines, their clocks and the database around an instant at which something is due. */
import type { Random } from '../random.ts';
import type { TorturedNode } from './node.ts';
import type { TorturedSite } from './site.ts';

/** What a unit must know of the faults around it. */
export interface FaultNotes {
  names: string[];
  /** The database was away: its return, in the time of `performance.now()`. */
  databaseBackAt: number | null;
}

/** Runs at its offset to the due instant, in milliseconds. */
interface PlannedFault {
  name: string;
  offset: number;
  run(notes: FaultNotes): Promise<void>;
}

type NodeFault = (node: TorturedNode, random: Random) => { name: string; run(): Promise<void> };

const NODE_FAULTS: readonly [NodeFault, ...NodeFault[]] = [
  (node, random) => {
    const pause = random.integer(100, 1_500);
    return {
      name: 'kills',
      async run() {
        await node.end('SIGKILL');
        await Bun.sleep(pause);
        await node.start();
      },
    };
  },
  (node) => ({
    name: 'orderly restarts',
    async run() {
      const code = await node.end('SIGTERM');
      if (code !== 0) throw new Error(`${node.name} ended with ${code} when it was told to stop`);
      await node.start();
    },
  }),
  (node, random) => {
    const duration = random.integer(1_000, 8_000);
    return {
      name: 'frozen nodes',
      async run() {
        node.freeze();
        await Bun.sleep(duration);
        node.unfreeze();
      },
    };
  },
  (node) => ({ name: 'cut lines', run: async () => node.line.cut() }),
  (node) => ({ name: 'silenced connections', run: async () => node.line.silenceOpenConnections() }),
  (node, random) => {
    const duration = random.integer(500, 4_000);
    return {
      name: 'silent lines',
      async run() {
        node.line.silence();
        await Bun.sleep(duration);
        node.line.endSilence();
        // What was said meanwhile is lost, so these connections can only be given up.
        node.line.cut();
      },
    };
  },
  (node, random) => {
    const delay = random.integer(20, 300);
    const duration = random.integer(1_000, 4_000);
    return {
      name: 'slow lines',
      async run() {
        node.line.delayBy(delay);
        await Bun.sleep(duration);
        node.line.delayBy(0);
        // What is still under way must not be overtaken.
        node.line.cut();
      },
    };
  },
];

/** One or more, never of all nodes at once but for the database's. */
export function planFaults(site: TorturedSite): PlannedFault[] {
  const { random } = site;
  const isCrash = random.chance(0.2);
  const faults = isCrash ? [planCrash(site)] : planNodeFaults(site);
  if (!isCrash && random.chance(0.25)) faults.push(planClockStep(site));
  if (random.chance(0.3)) faults.push(planMachineClockStep(site));
  return faults;
}

function planNodeFaults({ nodes, random, ledger }: TorturedSite): PlannedFault[] {
  const count = random.integer(1, Math.min(3, nodes.length - 1));
  const victims = shuffle(nodes, random).slice(0, count);
  return victims.map((node) => {
    const fault = random.pick(NODE_FAULTS)(node, random);
    return {
      name: fault.name,
      offset: random.integer(-1_200, 400),
      async run() {
        node.beginTrouble();
        try {
          await fault.run();
        } finally {
          if (!(await node.endTrouble())) ledger.violate(`${node.name} is not well after ${fault.name}`);
        }
      },
    };
  });
}

function planCrash({ nodes, random, database, ledger }: TorturedSite): PlannedFault {
  const away = random.integer(0, 2_500);
  return {
    name: 'database crashes',
    offset: random.integer(-1_200, 400),
    async run(notes) {
      for (const node of nodes) node.beginTrouble();
      await database.crash();
      await Bun.sleep(away);
      await database.restart();
      notes.databaseBackAt = performance.now();
      for (const node of nodes)
        if (!(await node.endTrouble()))
          ledger.violate(`${node.name} is not well after the database came back`);
    },
  };
}

/** Early enough that a step back cannot undo a due instant that has passed. */
function planClockStep({ random, database }: TorturedSite): PlannedFault {
  const step = random.integer(-4_000, 2_000);
  return {
    name: 'steps of the database clock',
    offset: random.integer(-1_500, -700),
    run: () => database.stepClock(step),
  };
}

function planMachineClockStep({ nodes, random }: TorturedSite): PlannedFault {
  const node = random.pick(nodes);
  const step = random.integer(-86_400_000, 86_400_000);
  return {
    name: 'steps of machine clocks',
    offset: random.integer(-1_500, 400),
    run: async () => node.stepWallClock(step),
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random.integer(0, rest.length - 1), 1));
}
