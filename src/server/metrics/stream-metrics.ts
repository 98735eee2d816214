/** The metrics of live streams, visitors' and staff's apart. */
import type { Registry } from 'prom-client';
import { addCounter, addGauge, type LabelledValue, type Reading } from './scraped-metrics.ts';

export interface StreamState {
  count(audience: Audience): number;
  /** Since the start. */
  totals(audience: Audience): { opened: number; refused: { inAll: number; perSource: number } };
}

type Audience = 'public' | 'admin';
const AUDIENCES: Audience[] = ['public', 'admin'];

export function addStreamMetrics(registry: Registry, readStreams: () => StreamState | null): void {
  const forEach =
    (valuesOf: (streams: StreamState, audience: Audience) => LabelledValue[]) => (): Reading => {
      const streams = readStreams();
      return streams && AUDIENCES.flatMap((audience) => valuesOf(streams, audience));
    };
  addGauge(registry, {
    name: 'swarna_streams_open',
    help: 'Live streams that are open.',
    labels: ['audience'],
    read: forEach((streams, audience) => [[{ audience }, streams.count(audience)]]),
  });
  addCounter(registry, {
    name: 'swarna_streams_opened_total',
    help: 'Live streams that were opened.',
    labels: ['audience'],
    read: forEach((streams, audience) => [[{ audience }, streams.totals(audience).opened]]),
  });
  addCounter(registry, {
    name: 'swarna_streams_refused_total',
    help: 'Live streams that were refused, by the cap that was reached: of the node, or of a network or account.',
    labels: ['audience', 'reason'],
    read: forEach((streams, audience) => {
      const { inAll, perSource } = streams.totals(audience).refused;
      return [
        [{ audience, reason: 'node' }, inAll],
        [{ audience, reason: 'source' }, perSource],
      ];
    }),
  });
}
