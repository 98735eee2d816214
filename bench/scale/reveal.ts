/**
 * Simulates a publication to all viewers of many nodes: the database serves the nodes one after the other, each node
 * sends to its viewers one after the other, and serves those who open a page, fetch again or reconnect meanwhile.
 */
import { SECOND } from '../../src/core/ist-time.ts';
import { REFETCH_AFTER_REVEAL, REFETCH_SPREAD } from '../../src/core/refetch-schedule.ts';
import { retryDelay } from '../../src/web/hooks/retries.ts';
import { percentile } from '../statistics.ts';
import { LATE_VIEWERS, LATE_WITHIN, NETWORK, type Network, NODE, TRIPS_TO_CONNECT } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { runJobs } from './node-queue.ts';
import { freeCores, STREAMS_PER_NODE } from './plan.ts';
import { logNormal, type Random, seededRandom } from './random.ts';

export interface Situation {
  viewers: number;
  nodes: number;
  /** Nodes that end at the moment of the publication; their viewers reconnect to the others. */
  lostNodes: number;
  /** Whether the database notifies the nodes of a change; otherwise each of them asks once a second. */
  notifies: boolean;
  seed: string;
  network?: Network;
}

/** More nodes are represented by a sample of so many: a million viewers. */
const MOST_SIMULATED = 63;

export interface Times {
  p50: number;
  p99: number;
  last: number;
}

export interface Reveal {
  /** Nodes and viewers that were simulated one by one. */
  simulated: { nodes: number; viewers: number };
  /** Milliseconds from the request to publish until a viewer has the result. */
  messages: Times;
  /** Of those who were connected to a lost node. */
  reconnected: Times | null;
  /** The part of the reconnecting viewers for whom no node had a free stream. */
  refused: number;
  /** Milliseconds that requests wait at the node and are worked on. */
  pages: Times;
  refetches: Times;
  /** The part of the time that the core of a node was busy. */
  busy: number;
}

const FROM = -10 * SECOND;
const TO = REFETCH_AFTER_REVEAL + REFETCH_SPREAD + 4 * SECOND;
const BITS = 8;
/** How often a node without notifications asks for changes. */
const POLL_EVERY = SECOND;

export function simulateReveal(situation: Situation, costs: Costs): Reveal {
  const { nodes, lostNodes, viewers, seed, network = NETWORK } = situation;
  const random = seededRandom(seed);
  const living = nodes - lostNodes;
  const perNode = Math.round(viewers / nodes);
  const reconnecting = Math.round((lostNodes * perNode) / living);
  const accepted = Math.min(reconnecting, Math.max(0, STREAMS_PER_NODE - perNode));
  const simulatedNodes = Math.min(living, MOST_SIMULATED);
  const recorded = new Recording();
  let busy = 0;
  for (let node = 0; node < simulatedNodes; node += 1) {
    // The sample has nodes that the database serves first, last and in between.
    const place = Math.floor(((node + 1) / simulatedNodes) * living);
    const served = costs.publication + (place * costs.feedRead) / freeCores(nodes, costs);
    const readAt = situation.notifies ? served : Math.max(served, costs.publication + random() * POLL_EVERY);
    busy += simulateNode({
      readAt,
      viewers: perNode,
      reconnecting: accepted,
      random,
      network,
      costs,
      recorded,
    });
  }
  return {
    simulated: { nodes: simulatedNodes, viewers: simulatedNodes * (perNode + accepted) },
    messages: timesOf([...recorded.messages, ...recorded.reconnected]),
    reconnected: recorded.reconnected.length > 0 ? timesOf(recorded.reconnected) : null,
    refused: reconnecting === 0 ? 0 : 1 - accepted / reconnecting,
    pages: timesOf(recorded.pages),
    refetches: timesOf(recorded.refetches),
    busy: busy / simulatedNodes / (TO - FROM),
  };
}

class Recording {
  readonly messages: number[] = [];
  readonly reconnected: number[] = [];
  readonly pages: number[] = [];
  readonly refetches: number[] = [];
}

const timesOf = (samples: readonly number[]): Times => ({
  p50: percentile(samples, 0.5),
  p99: percentile(samples, 0.99),
  last: percentile(samples, 1),
});

interface SimulatedNode {
  /** When it has read the change from the database. */
  readAt: number;
  viewers: number;
  reconnecting: number;
  random: Random;
  network: Network;
  costs: Costs;
  recorded: Recording;
}

/** Returns how long its core was busy. */
function simulateNode(node: SimulatedNode): number {
  const { readAt, viewers, reconnecting, random, network, costs, recorded } = node;
  const travelTime = (trips = 1): number =>
    trips * logNormal(random, network.median, network.sigma) +
    (random() < network.loss ? network.resentAfter : 0);

  const sendTime = viewers * costs.send;
  const onLink = ((costs.messageBytes + NODE.overheadBytes) * BITS * SECOND) / NODE.link;
  const betweenMessages = Math.max(costs.send, onLink);
  const lateViewers = (viewers * LATE_VIEWERS * (TO - FROM)) / LATE_WITHIN;
  const pageLoads = times(lateViewers, () => FROM + random() * (TO - FROM));
  return runJobs([
    {
      arrivals: [readAt],
      takes: sendTime,
      onEnd(endedAt) {
        for (let viewer = 1; viewer <= viewers; viewer += 1)
          recorded.messages.push(endedAt - sendTime + viewer * betweenMessages + travelTime());
      },
    },
    {
      arrivals: pageLoads,
      takes: costs.page,
      onEnd: (endedAt, arrivedAt) => recorded.pages.push(endedAt - arrivedAt),
    },
    { arrivals: pageLoads.map((at) => at + travelTime(TRIPS_TO_CONNECT)), takes: costs.openStream },
    {
      arrivals: times(
        viewers + reconnecting,
        () => REFETCH_AFTER_REVEAL + random() * REFETCH_SPREAD + travelTime(),
      ),
      takes: costs.data,
      onEnd: (endedAt, arrivedAt) => recorded.refetches.push(endedAt - arrivedAt),
    },
    {
      arrivals: times(reconnecting, () => retryDelay(1, { random }) + travelTime(TRIPS_TO_CONNECT)),
      takes: costs.openStream,
      // A stream that is resumed begins with what it missed, once the node itself has it.
      onEnd: (endedAt) => recorded.reconnected.push(Math.max(endedAt, readAt) + travelTime()),
    },
  ]);
}

const times = (count: number, sample: () => number): number[] =>
  Array.from({ length: Math.round(count) }, sample);
