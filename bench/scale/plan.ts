/** What a number of viewers needs, computed from what one node needs. */
import { SECOND } from '../../src/core/ist-time.ts';
import { REFETCH_SPREAD } from '../../src/core/refetch-schedule.ts';
import { STREAM_LIMITS } from '../../src/server/live/stream-limits.ts';
import { MAX_CONNECTIONS } from '../../src/server/storage/engines/postgres.ts';
import { DATABASE, LATE_VIEWERS, LATE_WITHIN, NODE } from './assumptions.ts';
import type { Costs } from './costs.ts';

export const STREAMS_PER_NODE = STREAM_LIMITS.streams.public.total;
/** As long as no node is lost. */
export const VIEWERS_PER_NODE = STREAMS_PER_NODE * (1 - NODE.reserve);

/** Of one node: its pool, and the connection that gets notifications. */
const MOST_CONNECTIONS = MAX_CONNECTIONS + 1;

const BITS = 8;
const MEGABIT = 1_000_000;
const GIGABYTE = 1_000_000_000;

export interface Plan {
  viewers: number;
  nodes: number;
  /** Megabytes of each node. */
  nodeMemory: number;
  /** Milliseconds that a node is busy with sending one message to all its viewers. */
  sendTime: number;
  /** Of one node while it sends a message to all its viewers, in Mbit/s. */
  burst: number;
  /** To all viewers, for one result: gigabytes of messages. */
  messages: number;
  connections: number;
  /** If all nodes are busy. */
  mostConnections: number;
  /** Cores of the database, and transactions a second, without any change. */
  databaseCores: number;
  transactions: number;
  /** Milliseconds until the database has served the last node after a publication. */
  feedReads: number;
  /** Requests a second at their peak, if no CDN serves them. */
  pages: number;
  refetches: number;
}

export function planFor(viewers: number, costs: Costs): Plan {
  const nodes = Math.ceil(viewers / VIEWERS_PER_NODE);
  const perNode = viewers / nodes;
  const sendTime = perNode * costs.send;
  const messageBytes = costs.messageBytes + NODE.overheadBytes;
  return {
    viewers,
    nodes,
    nodeMemory: costs.serverMemory + perNode * costs.streamMemory,
    sendTime,
    burst: (perNode * messageBytes * BITS * SECOND) / sendTime / MEGABIT,
    messages: (viewers * messageBytes) / GIGABYTE,
    connections: nodes * costs.connections,
    mostConnections: nodes * MOST_CONNECTIONS,
    databaseCores: (nodes * costs.nodeAtRest) / SECOND,
    transactions: nodes * costs.transactionsAtRest,
    feedReads: (nodes * costs.feedRead) / freeCores(nodes, costs),
    pages: (viewers * LATE_VIEWERS * SECOND) / LATE_WITHIN,
    refetches: (viewers * SECOND) / REFETCH_SPREAD,
  };
}

/** The cores of the database that its nodes leave free while nothing changes. */
export const freeCores = (nodes: number, costs: Costs): number =>
  Math.max(0, DATABASE.cores - (nodes * costs.nodeAtRest) / SECOND);

/** Otherwise a pooler is needed, through which notifications do not pass. */
export const canNotify = ({ mostConnections }: Plan): boolean => mostConnections <= DATABASE.connections;

export interface Limit {
  what: string;
  /** The viewers with whom it is reached. */
  viewers: number;
}

/** The longest time until the last node has read the feed. */
const MOST_FEED_TIME = 500;

/** What is exhausted first, first. */
export function limitsOf(costs: Costs): Limit[] {
  const viewersAt = (most: number, each: number): number => VIEWERS_PER_NODE * (most / each);
  return [
    {
      what: `busy nodes need more than ${DATABASE.connections.toLocaleString('en')} connections to the database`,
      viewers: viewersAt(DATABASE.connections, MOST_CONNECTIONS),
    },
    {
      what: `nodes at rest keep half of the database's ${DATABASE.cores} cores busy`,
      viewers: viewersAt(DATABASE.cores * DATABASE.mostBusy * SECOND, costs.nodeAtRest),
    },
    {
      what: `the last node gets a result from the database more than ${MOST_FEED_TIME} ms later`,
      viewers: viewersAt(
        DATABASE.cores * SECOND,
        costs.nodeAtRest + costs.feedRead * (SECOND / MOST_FEED_TIME),
      ),
    },
  ].sort((a, b) => a.viewers - b.viewers);
}
