/** Faults of nodes, connections, clocks and the database around a due instant. */
import { SECOND } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import type { TorturedNode } from './node.ts';
import type { TorturedSite } from './site.ts';

/** What the checks of a unit need to know about its faults. */
export interface FaultNotes {
  names: string[];
  /** When the crashed database was up again, in the time of `performance.now()`. */
  databaseBackAt: number | null;
  /** Whether a client of a node without a fault has got the result. True if no result is due. */
  hasArrived(): boolean;
}

/** Runs at this offset to the due instant, in milliseconds. */
interface PlannedFault {
  name: string;
  offset: number;
  run(notes: FaultNotes): Promise<void>;
}

type NodeFault = (
  node: TorturedNode,
  { random, hasTimeLimits }: Pick<TorturedSite, 'random' | 'hasTimeLimits'>,
) => { name: string; run(notes: FaultNotes): Promise<void> };

/** The limit for a result while a node is frozen; long, because it is only there to end a run. */
const ARRIVES_WITHIN = 60 * SECOND;

const kill: NodeFault = (node, { random }) => {
  const pause = random.integer(100, 1_500);
  return {
    name: 'kills',
    async run() {
      await node.end('SIGKILL');
      await Bun.sleep(pause);
      await node.start();
    },
  };
};

const restart: NodeFault = (node) => ({
  name: 'orderly restarts',
  async run() {
    const code = await node.end('SIGTERM');
    if (code !== 0) throw new Error(`${node.name} ended with ${code} on SIGTERM`);
    await node.start();
  },
});

const NODE_FAULTS: readonly [NodeFault, ...NodeFault[]] = [
  kill,
  restart,
  (node, { random, hasTimeLimits }) => {
    const duration = random.integer(1_000, 8_000);
    return {
      name: 'frozen nodes',
      async run({ hasArrived }) {
        node.freeze();
        try {
          await Bun.sleep(duration);
          // With time limits it may also continue around the due instant. Without them the others must not need it.
          if (hasTimeLimits) return;
          const deadline = performance.now() + ARRIVES_WITHIN;
          while (!hasArrived()) {
            if (performance.now() > deadline)
              throw new Error(`no result arrived while ${node.name} was frozen`);
            await Bun.sleep(20);
          }
        } finally {
          node.unfreeze();
        }
      },
    };
  },
  (node) => ({ name: 'cut lines', run: async () => node.proxy.cut() }),
  (node) => ({ name: 'silenced connections', run: async () => node.proxy.silenceOpenConnections() }),
  (node, { random }) => {
    const duration = random.integer(500, 4_000);
    return {
      name: 'silent lines',
      async run() {
        node.proxy.silence();
        await Bun.sleep(duration);
        node.proxy.endSilence();
        // The dropped bytes are lost, so these connections cannot be used again.
        node.proxy.cut();
      },
    };
  },
  (node, { random }) => {
    const delay = random.integer(20, 300);
    const duration = random.integer(1_000, 4_000);
    return {
      name: 'slow lines',
      async run() {
        node.proxy.delayBy(delay);
        await Bun.sleep(duration);
        node.proxy.delayBy(0);
        // Delayed bytes must not arrive after later ones.
        node.proxy.cut();
      },
    };
  },
];

/** Plans one or more faults; only a database crash affects all nodes. */
export function planFaults(site: TorturedSite): PlannedFault[] {
  const { random } = site;
  const isCrash = random.chance(0.2);
  const faults = isCrash ? [planCrash(site)] : planNodeFaults(site);
  if (!isCrash && random.chance(0.25)) faults.push(planClockStep(site));
  if (random.chance(0.3)) faults.push(planMachineClockStep(site));
  return faults;
}

/** Kills or restarts all nodes but one, from shortly before the due instant until a node may have begun to work on it. */
export const planEnds = (site: TorturedSite): PlannedFault[] =>
  shuffle(site.nodes, site.random)
    .slice(1)
    .map((node, index) => {
      const fault = index % 2 === 0 ? kill : restart;
      return planNodeFault(site, { node, fault, offset: site.random.integer(-300, 300) });
    });

function planNodeFaults(site: TorturedSite): PlannedFault[] {
  const { nodes, random } = site;
  const count = random.integer(1, Math.min(3, nodes.length - 1));
  const affected = shuffle(nodes, random).slice(0, count);
  return affected.map((node) => planNodeFault(site, { node, fault: random.pick(NODE_FAULTS) }));
}

interface NodeFaultChoice {
  node: TorturedNode;
  fault: NodeFault;
  offset?: number;
}

function planNodeFault(site: TorturedSite, { node, ...choice }: NodeFaultChoice): PlannedFault {
  const { random, tally } = site;
  const fault = choice.fault(node, site);
  return {
    name: fault.name,
    offset: choice.offset ?? random.integer(-1_200, 400),
    async run(notes) {
      node.startFault();
      try {
        await fault.run(notes);
      } finally {
        if (!(await node.endFault())) tally.violate(`${node.name} is not healthy after ${fault.name}`);
      }
    },
  };
}

function planCrash({ nodes, random, database, tally }: TorturedSite): PlannedFault {
  const away = random.integer(0, 2_500);
  return {
    name: 'database crashes',
    offset: random.integer(-1_200, 400),
    async run(notes) {
      for (const node of nodes) node.startFault();
      await database.crash();
      await Bun.sleep(away);
      await database.restart();
      notes.databaseBackAt = performance.now();
      for (const node of nodes)
        if (!(await node.endFault()))
          tally.violate(`${node.name} is not healthy after the database came back`);
    },
  };
}

/** Before the due instant, so that a step back cannot repeat it. */
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
