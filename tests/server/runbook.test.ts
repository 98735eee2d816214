/** Every metric, label and log entry that the alerts of docs/operations.md name exists in a real server. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/project.mjs';
import { createDatabase, startNode, stopNodesAfterEach } from '../faults/postgres-nodes.ts';
import type { Scrape } from '../support/prometheus-text.ts';
import { METRICS, scrape } from './metrics-site.ts';

stopNodesAfterEach();

setDefaultTimeout(60_000);

const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The expressions of the alerts, and those within sentences. */
const blocks = [...document.matchAll(/^```promql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text.trim());
const inline = [...document.matchAll(/`([^`\n]*swarna_[^`\n]*)`/g)].map(([, text = '']) => text);

/** Metrics of Prometheus itself. */
const PROMETHEUS_METRICS = ['up'];
const FUNCTIONS = ['abs', 'histogram_quantile', 'increase', 'max', 'min', 'rate', 'sum', 'time'];
const WORDS = ['and', 'by', 'ignoring', 'or'];
/** Added by Prometheus to every series that it scrapes. */
const SCRAPE_LABELS = ['instance', 'job'];

interface Names {
  metrics: string[];
  /** The labels that are matched on a metric. */
  matched: [metric: string, label: string][];
  /** The labels by which a result is grouped or matched. */
  grouped: string[];
}

function namesIn(expression: string): Names {
  const metrics: string[] = [];
  const matched: Names['matched'] = [];
  const grouped: string[] = [];
  const rest = expression
    .replace(/(\w+)\s*\{([^}]*)\}/g, (_, metric: string, matchers: string) => {
      for (const [, label = ''] of matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
        matched.push([metric, label]);
      return ` ${metric} `;
    })
    .replace(/\b(by|ignoring)\s*\(([^)]*)\)/g, (_, word: string, labels: string) => {
      grouped.push(...labels.split(',').map((label) => label.trim()));
      return ` ${word} `;
    })
    .replace(/\[\w+\]/g, ' ')
    .replace(/\b\d[\d.e]*\b/g, ' ');
  for (const [name] of rest.matchAll(/[a-zA-Z_]\w*/g)) {
    if (![...FUNCTIONS, ...WORDS].includes(name)) metrics.push(name);
  }
  return { metrics, matched, grouped };
}

let found: Scrape;
const labelsOf = (metric: string): Set<string> => found.labels.get(metric) ?? new Set();
const exists = (metric: string): boolean =>
  PROMETHEUS_METRICS.includes(metric) || found.types.has(metric) || found.labels.has(metric);

function findMistakes(expression: string): string[] {
  const { metrics, matched, grouped } = namesIn(expression);
  const known = new Set([...SCRAPE_LABELS, ...metrics.flatMap((metric) => [...labelsOf(metric)])]);
  return [
    ...metrics.filter((metric) => !exists(metric)).map((metric) => `no metric ${metric}`),
    ...matched
      .filter(([metric, label]) => !SCRAPE_LABELS.includes(label) && !labelsOf(metric).has(label))
      .map(([metric, label]) => `${metric} has no label ${label}`),
    ...grouped.filter((label) => !known.has(label)).map((label) => `nothing has the label ${label}`),
  ];
}

/** The log entries that the alerts name: several lower-case words in code marks. */
const entries = [
  ...document.slice(document.indexOf('## Alerts')).matchAll(/`([a-z][a-z']+(?: [a-z']+)+)`/g),
].map(([, text = '']) => text);

const sources = [...new Bun.Glob('src/server/**/*.ts').scanSync(root)]
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'));

test.each([...new Set(entries)])('the log entry exists: %s', (entry) => {
  expect(sources.some((text) => text.includes(entry))).toBe(true);
});

describe('the alerts', () => {
  beforeAll(async () => {
    const node = await startNode(await createDatabase(), { ...METRICS, CLOCK_START: '' });
    await fetch(`${node.url}/api/today`);
    found = await scrape(node);
  });

  test('are found in the document', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(11);
  });

  test.each(blocks)('%s', (expression) => {
    expect(namesIn(expression).metrics).not.toEqual([]);
    expect(findMistakes(expression)).toEqual([]);
  });

  test.each(inline.filter((text) => !text.includes('curl')))('in a sentence: %s', (expression) => {
    expect(findMistakes(expression)).toEqual([]);
  });

  test('unknown metrics and labels are found', () => {
    expect(findMistakes('max(swarna_no_such_metric) > 0')).toEqual(['no metric swarna_no_such_metric']);
    expect(findMistakes('swarna_streams_open{kind="public"}')).toEqual([
      'swarna_streams_open has no label kind',
    ]);
    expect(findMistakes('sum by (path) (swarna_requests_total)')).toEqual(['nothing has the label path']);
  });

  test('every le value in an alert exists', () => {
    const values = blocks.flatMap((block) => [...block.matchAll(/(swarna_\w+)\{le="([^"]+)"/g)]);
    expect(values.length).toBeGreaterThan(0);
    for (const [, metric, le] of values) {
      expect(
        [...found.series.keys()].some((key) => key.startsWith(`${metric}{`) && key.includes(`le="${le}"`)),
      ).toBe(true);
    }
  });
});
