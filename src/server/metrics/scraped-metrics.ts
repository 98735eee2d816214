/** Metrics whose values are read at each scrape; an unknown value is omitted. */
import { Counter, Gauge, type Registry } from 'prom-client';

export type LabelledValue = [labels: Record<string, string>, value: number];

/** A number for a metric without labels; null if it is unknown. */
export type Reading = number | null | LabelledValue[];

export interface ScrapedMetric {
  name: string;
  help: string;
  labels?: string[];
  read(): Reading;
}

export function addGauge(registry: Registry, { name, help, labels = [], read }: ScrapedMetric): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      empty(this, labels);
      for (const [values, value] of valuesOf(read())) this.set(values, value);
    },
  });
}

/** For values that other modules count since the start. */
export function addCounter(registry: Registry, { name, help, labels = [], read }: ScrapedMetric): void {
  new Counter({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      empty(this, labels);
      for (const [values, value] of valuesOf(read())) this.inc(values, value);
    },
  });
}

/** prom-client shows a metric without labels as 0 after `reset`. */
function empty(metric: Gauge | Counter, labels: readonly string[]): void {
  metric.reset();
  if (labels.length === 0) metric.remove();
}

function valuesOf(reading: Reading): LabelledValue[] {
  if (reading === null) return [];
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}
