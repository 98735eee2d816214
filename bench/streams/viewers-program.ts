/** A program with many open streams. It publishes itself, so that both times are of one clock. */
import { createInterface } from 'node:readline';
import { percentile } from '../statistics.ts';
import { refetchOnArrival } from './refetches.ts';
import { openViewers, type StreamPlan, StreamRefused, type ViewerSockets } from './viewer-sockets.ts';
import type { Order, Outcome } from './viewers.ts';

const print = (value: object): void => console.log(JSON.stringify(value));

async function carryOut(viewers: ViewerSockets, { call, mark, within, refetch }: Order): Promise<Outcome> {
  const refetches = refetch && refetchOnArrival(refetch);
  const arriving = viewers.arrivalsOf(mark, within, refetches?.start);
  const startedAt = performance.now();
  const response = await fetch(call.url, { method: 'POST', headers: call.headers, body: call.body });
  if (!response.ok) throw new Error(`${call.url}: ${response.status} ${await response.text()}`);
  const arrivals = await arriving;
  const times = arrivals.flatMap((at) => (at === null ? [] : at - startedAt));
  return {
    missing: arrivals.length - times.length,
    first: percentile(times, 0),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    last: percentile(times, 1),
    ...(refetches && { refetches: await refetches.results() }),
  };
}

const plan: StreamPlan = JSON.parse(process.argv[2] ?? '');
try {
  const viewers = await openViewers(plan);
  print({ opened: plan.count });
  for await (const line of createInterface(process.stdin)) print(await carryOut(viewers, JSON.parse(line)));
} catch (error) {
  if (!(error instanceof StreamRefused)) throw error;
  print({ refused: error.message });
}
process.exit(0);
