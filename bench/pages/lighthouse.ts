/** Runs Lighthouse on a page, as on a phone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findChromium } from '../../scripts/chromium.mjs';
import { findProgram } from '../../scripts/debian.mjs';
import { inProject } from '../../scripts/project.mjs';

export const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const;
export type Category = keyof typeof CATEGORIES;

export const METRICS = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocking time',
  'speed-index': 'Speed Index',
} as const;
export type Metric = keyof typeof METRICS;

/** Scores are from 0 to 100, metrics are in milliseconds. */
export type Report = Record<Category | Metric, number>;

interface LighthouseResult {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

const CLI = inProject('bench/lighthouse/node_modules/lighthouse/cli/index.js');
const CHROMIUM_FLAGS = '--headless --no-sandbox --disable-gpu';

export async function runLighthouse(url: string): Promise<Report> {
  const child = spawn(
    findProgram('node') ?? 'node',
    [
      CLI,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
      `--chrome-flags=${CHROMIUM_FLAGS}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (child.exitCode !== 0) throw new Error(`Lighthouse failed for ${url}:\n${errors}`);
  return readReport(JSON.parse(output));
}

function readReport({ runtimeError, categories, audits }: LighthouseResult): Report {
  if (runtimeError) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  const score = (category: Category) => Math.round((categories[category]?.score ?? Number.NaN) * 100);
  const metric = (name: Metric) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    'first-contentful-paint': metric('first-contentful-paint'),
    'largest-contentful-paint': metric('largest-contentful-paint'),
    'total-blocking-time': metric('total-blocking-time'),
    'speed-index': metric('speed-index'),
  };
}
