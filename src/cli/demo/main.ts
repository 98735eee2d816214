/** Fills and runs the demo site with a beacon of its own; run by `npm run demo`. */
import { type Config, readConfig } from '../../server/config.ts';
import { runServer } from '../../server/run-server.ts';
import { openDatabase } from '../../server/storage/engines/database.ts';
import { readDays } from './days-of-history.ts';
import { type DemoBeacon, startDemoBeacon } from './demo-beacon.ts';
import { fillSite } from './fill-site.ts';

const daysOfHistory = readDaysOrExit();
const config = readConfig();
const url = config.baseUrl ?? `http://localhost:${config.port}`;
const { clockStart } = config;
if (clockStart === null) throw new Error('The demo needs CLOCK_START.');

function readDaysOrExit(): number {
  try {
    return readDays(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

function reportDay(day: number): void {
  const { isTTY } = process.stderr;
  if (!isTTY && day > 0) return;
  const progress = isTTY ? ` day ${day} of ${daysOfHistory}` : '';
  process.stderr.write(`${isTTY ? '\r' : ''}Filling a throwaway site…${progress}`);
}

async function fill(beacon: DemoBeacon, end: number): Promise<void> {
  const startedAt = performance.now();
  const database = await openDatabase(config.database);
  await fillSite({ database, baseUrl: url, beacon, daysOfHistory, end, onDay: reportDay });
  await database.close();
  process.stderr.write(`, done in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`);
}

const addresses = ({ firstAdmin }: Config, beacon: DemoBeacon): string => `
  The site    ${url}
  The panel   ${url}/admin
              ${firstAdmin?.email}
              ${firstAdmin?.password}

  It is 11:59:40 AM there: the draw of 12:00 PM goes live in 20 seconds, and a minute later its
  result rolls in. Press Ctrl-C to stop; everything is then deleted.

  To check its public log and all results from outside:
  BEACON='${beacon.setting}' npm run cli -- audit ${url}
`;

const beacon = await startDemoBeacon();
await fill(beacon, clockStart);
await runServer(() => ({ ...config, beacon: { chain: beacon.chain, relays: [beacon.url] } }));
console.log(addresses(config, beacon));
