/** Parses the text format of Prometheus; throws on everything that a scraper would reject. */

export interface Scrape {
  /** The type of every described metric, including those without a value. */
  types: Map<string, string>;
  /** The label names of each metric that has a value. */
  labels: Map<string, Set<string>>;
  /** The value of each series; the key is `name{a="b"}` with sorted labels. */
  series: Map<string, number>;
  /** Throws if the series has no value. */
  value(series: string): number;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)?\\})? (\\S+)$`);
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i;
const DESCRIPTION = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const PARTS = /_(bucket|sum|count)$/;

export function parseScrape(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break');
  const scrape: Scrape = {
    types: new Map(),
    labels: new Map(),
    series: new Map(),
    value(series) {
      const found = this.series.get(series);
      if (found === undefined) throw new Error(`${series} has no value`);
      return found;
    },
  };
  const finished = new Set<string>();
  let current = '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, kind, described, rest = ''] = DESCRIPTION.exec(line) ?? [];
    if (described) {
      if (kind === 'TYPE') addType(scrape, described, rest);
      continue;
    }
    const metric = addSample(scrape, line);
    if (metric === current) continue;
    if (finished.has(metric)) throw new Error(`the lines of ${metric} are not together`);
    finished.add(current);
    current = metric;
  }
  for (const [name, type] of scrape.types) if (type === 'histogram') checkHistogram(scrape, name);
  return scrape;
}

function addType({ types }: Scrape, name: string, type: string): void {
  if (!TYPES.includes(type)) throw new Error(`${name} has the unknown type ${type}`);
  if (types.has(name)) throw new Error(`${name} has two types`);
  types.set(name, type);
}

/** Returns the metric that the sample belongs to. */
function addSample({ types, labels, series }: Scrape, line: string): string {
  const [, name = '', labelText = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (name === '' || !NUMBER.test(value)) throw new Error(`not a sample: ${line}`);
  const metric = types.has(name) ? name : name.replace(PARTS, '');
  const type = types.get(metric);
  if (type === undefined) throw new Error(`${name} has no type`);
  if (type === 'counter' && !name.endsWith('_total'))
    throw new Error(`the counter ${name} does not end with _total`);
  const pairs = [...labelText.matchAll(new RegExp(LABEL, 'g'))].map(([pair]) => pair);
  const names = pairs.map((pair) => pair.slice(0, pair.indexOf('=')));
  if (new Set(names).size !== names.length) throw new Error(`a label is repeated: ${line}`);
  const key = pairs.length === 0 ? name : `${name}{${pairs.sort().join(',')}}`;
  if (series.has(key)) throw new Error(`${key} appears twice`);
  series.set(key, Number(value.replace('Inf', 'Infinity')));
  labels.set(name, new Set([...(labels.get(name) ?? []), ...names]));
  return metric;
}

/** Buckets are cumulative, and the last one equals the count. */
function checkHistogram({ series }: Scrape, name: string): void {
  const last = new Map<string, number>();
  for (const [key, value] of series) {
    if (!key.startsWith(`${name}_bucket{`)) continue;
    const rest = key
      .replace(/le="[^"]*",?/, '')
      .replace(/,\}$/, '}')
      .replace('{}', '')
      .replace('_bucket', '_count');
    if (value < (last.get(rest) ?? 0)) throw new Error(`the buckets of ${rest} do not grow`);
    last.set(rest, value);
    if (key.includes('le="+Inf"') && series.get(rest) !== value)
      throw new Error(`${rest} is not its last bucket`);
  }
}
