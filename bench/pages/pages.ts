/** Lighthouse and the JavaScript of our pages, beside an empty page and that of a new React Router project. */
import type { Measurement } from '../measurement.ts';
import { startSite } from '../site.ts';
import { median } from '../statistics.ts';
import type { Assignment, Subject } from '../subject.ts';
import { serveAnchorPages } from './anchor-pages.ts';
import { CATEGORIES, type Category, METRICS, type Metric, type Report, runLighthouse } from './lighthouse.ts';
import { scriptBytesOf } from './script-bytes.ts';

const PATHS = [
  '/',
  '/results',
  '/help',
  '/contact',
  '/ml',
  '/ml/results',
  '/ml/help',
  '/ml/contact',
] as const;
const QUICK_PATHS = ['/', '/ml/help'];
const TEMPLATE = 'template page';
const EMPTY = 'empty page';
const OTHER_CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;
const KILOBYTE = 1_000;

export const pages: Subject = {
  name: 'pages',
  title: 'Lighthouse and JavaScript',
  method:
    'Lighthouse as it is for phones (simulated slow network and processor). In each round it loads every page once: an empty page, which shows the noise of the machine, the page of a new React Router project (a logo and two links with Tailwind, without its web font from another host), and ours. Chromium may use all cores. JavaScript: the scripts that the HTML of a page names, in brotli.',
  run: measurePages,
};

interface Page {
  name: string;
  url: string;
  reports: Report[];
}

async function measurePages({ quick, progress }: Assignment): Promise<Measurement[]> {
  const rounds = quick ? 1 : 5;
  await using site = await startSite();
  await using anchors = await serveAnchorPages();
  const page = (name: string, url: string): Page => ({ name, url, reports: [] });
  const empty = page(EMPTY, anchors.empty);
  const template = page(TEMPLATE, anchors.template);
  const ours = (quick ? QUICK_PATHS : PATHS).map((path) => page(`\`${path}\``, site.url + path));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, url, reports } of [empty, template, ...ours]) {
      progress(`round ${round} of ${rounds}: ${name}`);
      reports.push(await runLighthouse(url));
    }
  }
  return [
    ...describeWorst(ours, template, empty),
    ...(await Promise.all(ours.map((each) => describeScripts(each, template)))),
    ...[empty, template].flatMap((each) => describePage(each)),
    ...ours.flatMap((each) => describePage(each, template)),
  ];
}

const samplesOf = ({ reports }: Page, figure: Category | Metric): number[] =>
  reports.map((report) => report[figure]);

const medianOf = (page: Page, figure: Category | Metric): number => median(samplesOf(page, figure));

/** The highest or lowest value, and what has it. */
function worstOf(values: readonly { value: number; name: string }[], order: 'highest' | 'lowest') {
  const sorted = values.toSorted((a, b) => (order === 'lowest' ? a.value - b.value : b.value - a.value));
  const [worst] = sorted;
  return { ours: worst ? [worst.value] : [], ...(worst && { note: worst.name }) };
}

function describeWorst(ours: readonly Page[], template: Page, empty: Page): Measurement[] {
  const performance = ours.map((page) => ({ name: page.name, value: medianOf(page, 'performance') }));
  const under = performance.map(({ name, value }) => ({
    name,
    value: medianOf(template, 'performance') - value,
  }));
  const others = ours.flatMap((page) =>
    OTHER_CATEGORIES.map((category) => ({
      name: `${page.name}, ${CATEGORIES[category]}`,
      value: medianOf(page, category),
    })),
  );
  const emptyScore = medianOf(empty, 'performance');
  return [
    {
      name: 'Lighthouse performance under the template page, worst page',
      unit: 'points',
      ...worstOf(under, 'highest'),
      goal: { of: 'median', kind: 'at most', limit: 3 },
    },
    {
      name: 'Lighthouse performance, worst page',
      unit: 'points',
      ...(emptyScore === 100
        ? worstOf(performance, 'lowest')
        : { ours: [], note: `not judged: on this machine an empty page has ${emptyScore}` }),
      goal: { of: 'median', kind: 'at least', limit: 95 },
    },
    {
      name: 'Lighthouse accessibility, best practices and SEO, worst page',
      unit: 'points',
      ...worstOf(others, 'lowest'),
      goal: { of: 'median', kind: 'at least', limit: 100 },
    },
  ];
}

async function describeScripts({ name, url }: Page, template: Page): Promise<Measurement> {
  return {
    name: `${name}: JavaScript`,
    unit: 'kB',
    ours: [(await scriptBytesOf(url)) / KILOBYTE],
    anchor: { name: TEMPLATE, samples: [(await scriptBytesOf(template.url)) / KILOBYTE] },
    ...(name === '`/`' && { goal: { of: 'median', kind: 'at most', limit: 100 } }),
  };
}

function describePage(page: Page, template?: Page): Measurement[] {
  const row = (figure: Category | Metric, name: string, unit: string): Measurement => ({
    name: `${page.name}: ${name}`,
    unit,
    ours: samplesOf(page, figure),
    ...(template && { anchor: { name: TEMPLATE, samples: samplesOf(template, figure) } }),
  });
  return [
    ...Object.entries(CATEGORIES).map(([category, name]) => row(category as Category, name, 'points')),
    ...Object.entries(METRICS).map(([metric, name]) => row(metric as Metric, name, 'ms')),
  ];
}
