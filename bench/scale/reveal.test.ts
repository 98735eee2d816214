import { describe, expect, test } from 'bun:test';
import { DATABASE, NETWORK, NO_NETWORK } from './assumptions.ts';
import type { Costs } from './costs.ts';
import { runJobs } from './node-queue.ts';
import { STREAMS_PER_NODE, VIEWERS_PER_NODE } from './plan.ts';
import { type Situation, simulateReveal } from './reveal.ts';

const COSTS: Costs = {
  send: 0.01,
  openStream: 0.4,
  page: 0.04,
  data: 0.03,
  publication: 20,
  feedRead: 2,
  nodeAtRest: 5,
  transactionsAtRest: 10,
  connections: 6,
  streamMemory: 0.003,
  serverMemory: 110,
  messageBytes: 300,
  pageBytes: 20_000,
  dataBytes: 1_000,
};
const IDLE: Costs = { ...COSTS, openStream: 0, page: 0, data: 0 };
const SITUATION: Situation = { viewers: 20_000, nodes: 4, lostNodes: 0, notifies: true, seed: 'test' };

describe('a core', () => {
  test('works on jobs in the order in which they arrive, and waits for none', () => {
    const ends: number[] = [];
    const onEnd = (endedAt: number) => void ends.push(endedAt);
    const busy = runJobs([
      { arrivals: [100, 7], takes: 1, onEnd },
      { arrivals: [0, 5], takes: 10, onEnd },
    ]);
    expect({ ends, busy }).toEqual({ ends: [10, 20, 21, 101], busy: 22 });
  });
});

describe('a simulated reveal', () => {
  test('is the same for the same seed, and another one for another seed', () => {
    const result = simulateReveal(SITUATION, COSTS);
    expect(simulateReveal(SITUATION, COSTS)).toEqual(result);
    expect(simulateReveal({ ...SITUATION, seed: 'other' }, COSTS)).not.toEqual(result);
  });

  test('sends to the viewers of a node one after the other', () => {
    const situation = { ...SITUATION, viewers: 10_000, nodes: 1, network: NO_NETWORK };
    const { messages, simulated } = simulateReveal(situation, { ...IDLE, feedRead: 0 });
    expect(simulated).toEqual({ nodes: 1, viewers: 10_000 });
    expect(messages.p50).toBeCloseTo(20 + 5_000 * 0.01);
    expect(messages.last).toBeCloseTo(20 + 10_000 * 0.01);
  });

  test('reaches the last node after the database has served all others', () => {
    const nodes = 1_000;
    const situation = { ...SITUATION, viewers: nodes * 100, nodes, network: NO_NETWORK };
    const { messages, simulated } = simulateReveal(situation, IDLE);
    const free = DATABASE.cores - (nodes * IDLE.nodeAtRest) / 1_000;
    expect(simulated.nodes).toBeLessThan(nodes);
    expect(messages.last).toBeCloseTo(20 + (nodes * IDLE.feedRead) / free + 100 * IDLE.send);
  });

  test('is up to a second later if nodes have to ask', () => {
    const situation = { ...SITUATION, nodes: 50, network: NO_NETWORK };
    const { messages } = simulateReveal({ ...situation, notifies: false }, IDLE);
    expect(messages.p50).toBeGreaterThan(300);
    expect(messages.last).toBeWithin(900, 1_100);
    expect(simulateReveal(situation, IDLE).messages.last).toBeLessThan(100);
  });

  test('is limited by the link if that is slower than the core', () => {
    const situation = { ...SITUATION, viewers: 10_000, nodes: 1, network: NO_NETWORK };
    const { messages } = simulateReveal(situation, { ...IDLE, feedRead: 0, messageBytes: 124_900 });
    expect(messages.last).toBeCloseTo(20 + 10_000);
  });

  test('lets the viewers of lost nodes reconnect while streams are free', () => {
    const nodes = 10;
    const situation = { ...SITUATION, viewers: nodes * VIEWERS_PER_NODE, nodes, lostNodes: 2 };
    const { reconnected, refused, simulated } = simulateReveal(situation, COSTS);
    expect(refused).toBe(0);
    expect(simulated.viewers).toBe(nodes * VIEWERS_PER_NODE);
    expect(reconnected?.p50).toBeGreaterThan(500 + 7 * NETWORK.median);
    expect(simulateReveal({ ...situation, lostNodes: 0 }, COSTS).reconnected).toBeNull();
  });

  test('counts those for whom no stream is free', () => {
    const nodes = 10;
    const full = { ...SITUATION, viewers: nodes * STREAMS_PER_NODE, nodes, lostNodes: 1 };
    expect(simulateReveal(full, COSTS)).toMatchObject({ refused: 1, reconnected: null });
  });

  test('makes requests wait behind the messages', () => {
    const busy = simulateReveal(SITUATION, { ...COSTS, send: 1 });
    expect(busy.pages.last).toBeGreaterThan(4_000);
    expect(simulateReveal(SITUATION, COSTS).pages.last).toBeLessThan(200);
  });
});
