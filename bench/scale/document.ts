/** Writes docs/scale.md from the measured costs and the simulation. */

import { SECOND } from '../../src/core/ist-time.ts';
import { REFETCH_AFTER_REVEAL, REFETCH_SPREAD } from '../../src/core/refetch-schedule.ts';
import { formatNumber, type Row, writeTable } from '../table.ts';
import { CDN_PLACES, DATABASE, LATE_VIEWERS, LATE_WITHIN, NETWORK, NO_NETWORK, NODE } from './assumptions.ts';
import { type Costs, NEEDED, readCosts, readStreamFigure, type Stored } from './costs.ts';
import { canNotify, limitsOf, type Plan, planFor, STREAMS_PER_NODE, VIEWERS_PER_NODE } from './plan.ts';
import { type Reveal, type Situation, simulateReveal, type Times } from './reveal.ts';

const SEED = 'swarna-chakra';
const MILLION = 1_000_000;
const VIEWERS = [MILLION, 10 * MILLION, 100 * MILLION];

const percent = (part: number): string => `${formatNumber(100 * part)} %`;
const millions = (viewers: number): string => `${formatNumber(viewers / MILLION)} million`;
const milliseconds = ({ p50, p99, last }: Times): string =>
  [p50, p99, last].map((value) => formatNumber(Math.round(value))).join(' / ');

/** The tables that are computed without the simulation. */
export function writePlan(costs: Costs): { costs: string; needs: string; limits: string } {
  const plans = VIEWERS.map((viewers) => planFor(viewers, costs));
  const head = ['', ...VIEWERS.map((viewers) => `${millions(viewers)} viewers`)];
  return {
    costs: writeTable(['what', 'measured'], costRows(costs)),
    needs: writeTable(head, planRows(plans)),
    limits: writeTable(['reached first', 'viewers'], limitRows(costs)),
  };
}

/** Null while something has not been measured. */
export function writeScale(stored: Stored): string | null {
  if (!NEEDED.every((name) => stored[name])) return null;
  const costs = readCosts(stored);
  const plans = VIEWERS.map((viewers) => planFor(viewers, costs));
  const tables = writePlan(costs);
  return [
    '# Scale\n',
    `What a result needs that many people watch at the same second. \`npm run bench\` writes this file from its measurements of one node ([performance.md](performance.md)) and a simulation with the seed "${SEED}"; \`npm run bench -- --only scale\` writes it again without measuring.\n`,
    `## In short\n${summarize(plans, costs)}\n`,
    `## What one node costs\n${tables.costs}\n`,
    `## What is assumed\nOne machine cannot measure this. The figures are in \`bench/scale/assumptions.ts\`.\n\n${writeTable(['what', 'assumed'], ASSUMPTIONS)}\n`,
    `## What is needed\nBy multiplication, with ${formatNumber(VIEWERS_PER_NODE)} viewers on a node, so that ${percent(NODE.reserve)} of its ${formatNumber(STREAMS_PER_NODE)} streams are free.\n\n${tables.needs}\n`,
    `## A simulated result\n${SIMULATION}\n\n${writeTable(SIMULATION_HEAD, simulationRows(plans, costs))}\n`,
    `### Is the model right?\n${compareWithMeasured(stored, costs)}\n`,
    `## Where it breaks first\n${tables.limits}\n\n${BEYOND}\n`,
    `## Rules for a CDN\n${CDN_RULES}\n`,
  ].join('\n');
}

function summarize(plans: readonly Plan[], costs: Costs): string {
  const [first] = limitsOf(costs);
  const [smallest] = plans;
  if (!first || !smallest) return '';
  return `One PostgreSQL and ${formatNumber(smallest.nodes)} nodes serve a million viewers. As it is, this works for up to ${millions(first.viewers)}; with more, ${first.what}. Pages and data come from a CDN; the live streams, which no CDN can cache, decide how many nodes there are.`;
}

const costRows = (costs: Costs): Row[] => [
  ['a message to one viewer (WebSocket)', `${formatNumber(1_000 * costs.send)} µs of a core`],
  ['opening a stream', `${formatNumber(1_000 * costs.openStream)} µs of a core`],
  [
    'the home page from the cache',
    `${formatNumber(1_000 * costs.page)} µs of a core, ${formatNumber(costs.pageBytes)} bytes`,
  ],
  [
    '`/api/today` from the cache',
    `${formatNumber(1_000 * costs.data)} µs of a core, ${formatNumber(costs.dataBytes)} bytes`,
  ],
  ['the message of a result', `${formatNumber(costs.messageBytes)} bytes`],
  [
    'memory of a node, and of each stream',
    `${formatNumber(costs.serverMemory)} MB, ${formatNumber(1_000 * costs.streamMemory)} kB`,
  ],
  ['from the request to publish to the message on another node', `${formatNumber(costs.publication)} ms`],
  [
    'what a node reads from the database after a publication',
    `${formatNumber(costs.feedRead)} ms of a core of the database`,
  ],
  [
    'what a node asks of the database at rest',
    `${formatNumber(costs.transactionsAtRest)} transactions and ${formatNumber(costs.nodeAtRest)} ms of a core each second, ${formatNumber(costs.connections)} connections`,
  ],
];

const ASSUMPTIONS: Row[] = [
  [
    'network, one way',
    `median ${NETWORK.median} ms, logarithmically normal with σ ${NETWORK.sigma}; ${percent(NETWORK.loss)} of the messages are lost and sent again after ${NETWORK.resentAfter} ms`,
  ],
  [
    'a node',
    `one core of the machine that was measured; ${formatNumber(NODE.link / 1e9)} Gbit/s; ${NODE.overheadBytes} bytes around each message`,
  ],
  [
    'the database',
    `${DATABASE.cores} of these cores, at most ${percent(DATABASE.mostBusy)} busy; ${formatNumber(DATABASE.connections)} connections`,
  ],
  ['viewers who come late', `${percent(LATE_VIEWERS)} of all, in the last ${LATE_WITHIN / SECOND} s`],
  ['HTTPS', 'ended by the load balancer or the CDN, not by the nodes'],
];

function planRows(plans: readonly Plan[]): Row[] {
  const row = (what: string, figureOf: (plan: Plan) => string): Row => [what, ...plans.map(figureOf)];
  return [
    row('nodes', ({ nodes }) => formatNumber(nodes)),
    row('memory of a node', ({ nodeMemory }) => `${formatNumber(nodeMemory)} MB`),
    row('a node sends a message to all its viewers in', ({ sendTime }) => `${formatNumber(sendTime)} ms`),
    row('its network meanwhile', ({ burst }) => `${formatNumber(burst)} Mbit/s`),
    row('messages of one result, all nodes', ({ messages }) => `${formatNumber(messages)} GB`),
    row('connections to the database', ({ connections }) => formatNumber(Math.round(connections))),
    row('if all nodes are busy', ({ mostConnections }) => formatNumber(mostConnections)),
    row('so the nodes get changes', (plan) =>
      canNotify(plan) ? 'by notification' : 'through PgBouncer, by asking',
    ),
    row('transactions at rest', ({ transactions }) => `${formatNumber(Math.round(transactions))} /s`),
    row('cores of the database at rest', ({ databaseCores }) => formatNumber(databaseCores)),
    row('the last node has read the feed after', ({ feedReads }) =>
      Number.isFinite(feedReads) ? `${formatNumber(feedReads)} ms` : 'never: no core is free',
    ),
    row(
      'page loads in the last minute, without a CDN',
      ({ pages }) => `${formatNumber(Math.round(pages))} /s`,
    ),
    row(
      'data fetched after the result, without a CDN',
      ({ refetches }) => `${formatNumber(Math.round(refetches))} /s`,
    ),
    row('both together, with a CDN', () => `${formatNumber(2 * CDN_PLACES)} /s`),
  ];
}

const SIMULATION = `Every viewer gets the message; the pages fetch their data again ${REFETCH_AFTER_REVEAL / SECOND} to ${(REFETCH_AFTER_REVEAL + REFETCH_SPREAD) / SECOND} s later, here without a CDN; ${percent(LATE_VIEWERS)} of the viewers open the page in the minute around it. A million viewers are simulated one by one; of more nodes a sample, spread over the order in which the database serves them. In the second row of each number a fifth of all nodes ends at the moment of the publication, and their viewers reconnect to the others after 0.5 to 1.5 s. Times are p50 / p99 / last, in milliseconds: from the request to publish until the viewer has the digits, and at the node for requests.`;

const SIMULATION_HEAD: Row = [
  'viewers',
  'nodes',
  'simulated viewers',
  'result at the viewer',
  'of those who reconnect',
  'refused',
  'page load',
  'data',
  'core of a node busy',
];

function simulationRows(plans: readonly Plan[], costs: Costs): Row[] {
  return plans.flatMap((plan) => {
    const { viewers, nodes, feedReads } = plan;
    return [0, Math.floor(nodes * NODE.reserve)].map((lostNodes) => {
      const described =
        lostNodes > 0 ? `${formatNumber(nodes)}, ${formatNumber(lostNodes)} lost` : formatNumber(nodes);
      const row = [millions(viewers), described];
      if (!Number.isFinite(feedReads))
        return [...row, '–', 'the database cannot serve so many nodes', '', '', '', '', ''];
      const situation = { viewers, nodes, lostNodes, notifies: canNotify(plan), seed: SEED };
      return [...row, ...resultCells(simulateReveal(situation, costs))];
    });
  });
}

const resultCells = ({ simulated, messages, reconnected, refused, pages, refetches, busy }: Reveal): Row => [
  formatNumber(simulated.viewers),
  milliseconds(messages),
  reconnected ? milliseconds(reconnected) : '–',
  percent(refused),
  milliseconds(pages),
  milliseconds(refetches),
  percent(busy),
];

/** One node with ten thousand viewers was measured as well, on one machine and so without a network. */
function compareWithMeasured(stored: Stored, costs: Costs): string {
  const measured = (part: string) => readStreamFigure(stored, part, 'ms');
  const situation: Situation = {
    viewers: 10_000,
    nodes: 1,
    lostNodes: 0,
    notifies: true,
    seed: SEED,
    network: NO_NETWORK,
  };
  const { messages } = simulateReveal(situation, { ...costs, publication: measured('first'), feedRead: 0 });
  const rows = (['p50', 'p99', 'last'] as const).map((part) => [
    part,
    formatNumber(messages[part]),
    formatNumber(measured(part)),
    formatNumber(messages[part] / measured(part)),
  ]);
  return `One node with 10,000 viewers on one machine, the same in the simulation and in the bench (milliseconds):\n\n${writeTable(['', 'simulated', 'measured', 'ratio'], rows)}`;
}

const limitRows = (costs: Costs): Row[] =>
  limitsOf(costs).map(({ what, viewers }) => [what, millions(viewers)]);

const BEYOND = `Before that, nothing has to be changed but the number of nodes. After it, in this order:

1. **Connections.** PgBouncer in transaction mode in front of PostgreSQL. Notifications do not pass it, so nodes find changes by asking once a second: results are up to a second later on all nodes but the one that published.
2. **Reads of the nodes.** A hot standby of PostgreSQL for each few hundred nodes, for the feed and the pages; only the node that publishes writes to the primary. A standby has no notifications either. **Not built**: a node has one \`DATABASE_URL\`.
3. **A tree of nodes.** A node that gets its feed from the live stream of another one instead of the database: with 1,000 such nodes below each of 10, a hundred million viewers need 10 readers of the database, and a result takes one more step. **Not built.** The cursors of the stream are the same on all nodes, so viewers could resume on any of them, as they do now.

One network may have a quarter of the streams of a node. A carrier that shows all its phones behind a few addresses needs a load balancer that spreads them over the nodes, not one that keeps an address on one node.`;

const CDN_RULES = `The nodes say in \`Cache-Control\` what may be shared and for how long; a CDN that obeys \`s-maxage\` needs only these rules:

- **\`/api/live\`**: never cached or buffered, WebSocket allowed, timeout of at least 60 s (a ping is sent every 15 s).
- **\`/admin*\`, \`/api/admin/*\`, \`/api/auth/*\`, every method but \`GET\` and \`HEAD\`**: passed on, never cached. Requests with a cookie bypass the cache.
- **Everything else**: cached by path and query, one copy for each \`Accept-Encoding\`, at most as long as \`s-maxage\` says, and **never longer than two seconds, also when the origin is slow or gone**: a withdrawn result must disappear, and a CDN does not know of changes as the nodes do. One request at a time for each copy (request coalescing), \`ETag\` passed on. The nginx in [\`deploy/\`](deployment.md#what-nginx-does) has the same limit.
- **\`/assets/*\`**: a year; the names change with the content.

With ${CDN_PLACES} places that each ask once a second for the home page and its data, the nodes together get ${formatNumber(2 * CDN_PLACES)} requests a second, whatever the number of viewers. A page from such a copy is at most two seconds old; its cursor says how old, and the live stream sends it everything after that.`;
