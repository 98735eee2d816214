/** Metrics whose values are read from elsewhere when Prometheus scrapes; one that is not known then is left out. */
import { Counter, Gauge, type Registry } from 'prom-client';

export type LabelledValue = [labels: Record<string, string>, value: number];

/** A number where there are no labels; null where it is not known. */
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

/** For what is counted elsewhere since the start. */
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

/** The library shows what has no labels as 0 after a reset. */
function empty(metric: Gauge | Counter, labels: readonly string[]): void {
  metric.reset();
  if (labels.length === 0) metric.remove();
}

function valuesOf(reading: Reading): LabelledValue[] {
  if (reading === null) return [];
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}
