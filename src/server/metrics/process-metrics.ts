/** What the process costs: of the library's own metrics those that mean something under Bun. */
import { collectDefaultMetrics, type Registry } from 'prom-client';

const PREFIX = 'swarna_';

/** Some of them take the values of others along when they are read: those must stay, whether anyone looks at them or not. */
const KEPT = [
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

export function addProcessMetrics(registry: Registry): void {
  const before = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  for (const { name } of registry.getMetricsAsArray()) {
    if (!before.has(name) && !KEPT.includes(name)) registry.removeSingleMetric(name);
  }
}
