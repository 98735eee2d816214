/** Hours that pass in an instant: for the database, for all nodes, and for nobody else. */
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { checkLog } from './checks.ts';
import type { TorturedNode } from './node.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { TorturedSite } from './site.ts';

const MOVED_WITHIN = 10 * SECOND;
/** More than this a node's clock differs from the database's only after a step that it has not read yet. */
const IN_STEP = 30;
const ATTEMPTS = 5;

/** To be called while all nodes are healthy; they are again when it is done. */
export async function letTimePass(site: TorturedSite, until: Instant): Promise<void> {
  const { nodes, database, ledger } = site;
  for (const node of nodes) node.beginTrouble();
  await database.passTime(until, async (milliseconds) => {
    await Promise.all(nodes.map((node) => passOn(node, milliseconds)));
  });
  for (const node of nodes) await bringIntoStep(node, database);
  await Promise.all(
    nodes.map(async (node) => {
      if (!(await node.endTrouble())) ledger.violate(`${node.name} is not well after time has passed`);
      checkLog(site, node);
      node.hadTrouble = false;
    }),
  );
}

async function passOn(node: TorturedNode, milliseconds: number): Promise<void> {
  const before = await node.readTime();
  if (!before) throw new Error(`${node.name} is not well`);
  node.passTime(milliseconds);
  const deadline = performance.now() + MOVED_WITHIN;
  while (performance.now() < deadline) {
    const after = await node.readTime();
    if (after && after.time - before.time > milliseconds / 2) return;
    await Bun.sleep(5);
  }
  throw new Error(`the clock of ${node.name} did not move`);
}

async function bringIntoStep(node: TorturedNode, database: SharedDatabase): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const reading = await node.readTime();
    if (!reading) continue;
    const behind = database.now(reading.at) - reading.time;
    if (Math.abs(behind) <= IN_STEP) return;
    node.passTime(Math.round(behind));
    await Bun.sleep(20);
  }
}
