/** Advances the clocks of the database and of all nodes by hours. */
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { checkLog } from './checks.ts';
import type { TorturedNode } from './node.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { TorturedSite } from './site.ts';

const MOVED_WITHIN = 10 * SECOND;
/** A larger difference in milliseconds means that a node has not read a step of the database clock yet. */
const MAX_DIFFERENCE = 30;
const ATTEMPTS = 5;

/** Call this while all nodes are healthy; waits until they are healthy again. */
export async function advanceSite(site: TorturedSite, until: Instant): Promise<void> {
  const { nodes, database, tally } = site;
  for (const node of nodes) node.startFault();
  await database.advanceTo(until, async (milliseconds) => {
    await Promise.all(nodes.map((node) => advanceNode(node, milliseconds)));
  });
  for (const node of nodes) await synchronizeNode(node, database);
  await Promise.all(
    nodes.map(async (node) => {
      if (!(await node.endFault())) tally.violate(`${node.name} is not healthy after its clock was advanced`);
      checkLog(site, node);
      node.hadFault = false;
    }),
  );
}

async function advanceNode(node: TorturedNode, milliseconds: number): Promise<void> {
  const before = await node.readTime();
  if (!before) throw new Error(`${node.name} is not healthy`);
  node.advanceTime(milliseconds);
  const deadline = performance.now() + MOVED_WITHIN;
  while (performance.now() < deadline) {
    const after = await node.readTime();
    if (after && after.time - before.time > milliseconds / 2) return;
    await Bun.sleep(5);
  }
  throw new Error(`the clock of ${node.name} did not move`);
}

async function synchronizeNode(node: TorturedNode, database: SharedDatabase): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reading = await node.readTime();
    if (!reading) continue;
    const behind = database.now(reading.at) - reading.time;
    if (Math.abs(behind) <= MAX_DIFFERENCE) return;
    node.advanceTime(Math.round(behind));
    await Bun.sleep(20);
  }
}
