/** The Prometheus metrics of this node, in their own registry. */
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { SECOND } from '../../core/ist-time.ts';
import { addNodeMetrics, type NodeState } from './node-metrics.ts';
import { type CountResponse, createRequestMetrics } from './request-metrics.ts';
import { addCounter, addGauge } from './scraped-metrics.ts';
import type { StoredValues } from './stored-values.ts';

export interface Metrics {
  countResponse: CountResponse;
  /** Counts a publication by this node; `lateness` is in milliseconds. */
  countPublication(lateness: number): void;
  /** Called when the node starts to serve requests. */
  setNode(node: NodeState): void;
  /** Returns the text format of Prometheus, at the latest after the deadline of the stored values. */
  scrape(): Promise<string>;
  contentType: string;
}

const LATENESS_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600];

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  let node: NodeState | null = null;
  let stored: StoredValues | null = null;

  const countResponse = createRequestMetrics(registry);
  let publications = 0;
  addCounter(registry, {
    name: 'swarna_publications_total',
    help: 'Results that the automation of this node published.',
    read: () => publications,
  });
  const lateness = new Histogram({
    name: 'swarna_publication_lateness_seconds',
    help: 'Time from the instant at which such a result was due to its commit.',
    buckets: LATENESS_BOUNDS,
    registers: [registry],
  });
  addGauge(registry, {
    name: 'swarna_build_info',
    help: 'Always 1, with the version of the program.',
    labels: ['version'],
    read: () => [[{ version }, 1]],
  });
  addNodeMetrics(
    registry,
    () => node,
    () => stored,
  );
  addProcessMetrics(registry);
  measureEventLoop(registry);

  /** One for simultaneous scrapes: writing the text blocks the event loop for milliseconds. */
  let scraping: Promise<string> | null = null;
  async function write(): Promise<string> {
    stored = node && (await node.storedValues());
    return registry.metrics();
  }

  return {
    countResponse,
    countPublication(milliseconds) {
      publications += 1;
      lateness.observe(Math.max(0, milliseconds) / SECOND);
    },
    setNode(served) {
      node = served;
    },
    scrape() {
      scraping ??= write().finally(() => {
        scraping = null;
      });
      return scraping;
    },
    contentType: registry.contentType,
  };
}

const SAMPLE_EVERY = 20;
const DELAY_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** How much later than asked a timer runs: that long nothing else could run, a publication included. */
function measureEventLoop(registry: Registry): void {
  const delay = new Histogram({
    name: 'swarna_event_loop_delay_seconds',
    help: 'How long timers wait for other work of the process.',
    buckets: DELAY_BOUNDS,
    registers: [registry],
  });
  let due = performance.now() + SAMPLE_EVERY;
  setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - due) / SECOND);
    due = now + SAMPLE_EVERY;
  }, SAMPLE_EVERY).unref();
}

const PREFIX = 'swarna_';

/** Some of these are not needed, but reading them also sets the values of others. */
const KEPT_METRICS = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_max_seconds',
].map((name) => PREFIX + name);

function addProcessMetrics(registry: Registry): void {
  const before = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  for (const { name } of registry.getMetricsAsArray()) {
    if (!before.has(name) && !KEPT_METRICS.includes(name)) registry.removeSingleMetric(name);
  }
}
