/** Counts responses by route, method and status, and their durations by route. */
import { Counter, Histogram, type Registry } from 'prom-client';

/** `route` is one of a fixed set. */
export type CountResponse = (route: string, method: string, status: number, seconds: number) => void;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'];
const OTHER_METHOD = METHODS.length - 1;
const STATUSES = 1_000;
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Tally {
  /** The key is the index of the method times `STATUSES` plus the status. */
  responses: Map<number, number>;
  /** One more than there are bounds. */
  buckets: number[];
  seconds: number;
}

const newTally = (): Tally => ({
  responses: new Map(),
  buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0),
  seconds: 0,
});

/** Counts without prom-client, which would take a microsecond per response: a tenth of a cached response. */
export function createRequestMetrics(registry: Registry): CountResponse {
  const tallies = new Map<string, Tally>();
  registry.registerMetric(
    new Counter({
      name: 'swarna_requests_total',
      help: 'Requests that received a response.',
      labelNames: ['route', 'method', 'status'],
      registers: [],
      collect() {
        this.reset();
        for (const [route, { responses }] of tallies) {
          for (const [key, count] of responses) {
            const method = METHODS[Math.floor(key / STATUSES)] ?? '';
            this.inc({ route, method, status: key % STATUSES }, count);
          }
        }
      },
    }),
  );
  registry.registerMetric(new DurationHistogram(tallies));

  return (route, method, status, seconds) => {
    let tally = tallies.get(route);
    if (!tally) {
      tally = newTally();
      tallies.set(route, tally);
    }
    const index = METHODS.indexOf(method);
    const key = (index === -1 ? OTHER_METHOD : index) * STATUSES + status;
    tally.responses.set(key, (tally.responses.get(key) ?? 0) + 1);
    tally.seconds += seconds;
    let bucket = 0;
    while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
  };
}

const DURATION = 'swarna_request_duration_seconds';
const DURATION_HELP = 'Time from the request to the response headers.';

class DurationHistogram extends Histogram<'route'> {
  readonly #tallies: ReadonlyMap<string, Tally>;

  constructor(tallies: ReadonlyMap<string, Tally>) {
    super({
      name: DURATION,
      help: DURATION_HELP,
      labelNames: ['route'],
      buckets: BOUNDS,
      registers: [],
    });
    this.#tallies = tallies;
  }

  /** Called by the registry, and by `get`. */
  async getForPromString() {
    return {
      name: DURATION,
      help: DURATION_HELP,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#tallies].flatMap(valuesOf),
    };
  }
}

function valuesOf([route, { buckets, seconds }]: [string, Tally]) {
  let count = 0;
  const cumulated = [...BOUNDS.map(String), '+Inf'].map((le, index) => {
    count += buckets[index] ?? 0;
    return { metricName: `${DURATION}_bucket`, labels: { le, route }, value: count };
  });
  return [
    ...cumulated,
    { metricName: `${DURATION}_sum`, labels: { route }, value: seconds },
    { metricName: `${DURATION}_count`, labels: { route }, value: count },
  ];
}
