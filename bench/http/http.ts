/** Pages and API beside nginx, which serves the same bytes with the same headers from files. */
import { findNginx } from '../../scripts/test-programs.mjs';
import type { Measurement } from '../measurement.ts';
import { startSite } from '../site.ts';
import { median } from '../statistics.ts';
import type { Assignment, Subject } from '../subject.ts';
import { serveCopies } from './same-bytes.ts';
import { hasWrk, type Load, type Rates, runLoad } from './wrk.ts';

const PATHS = {
  'home `/`': '/',
  'charts `/results`': '/results',
  '`/api/today`': '/api/today',
  '`/api/draws`': '/api/draws',
};
/** Of the core that a server must have used for its requests per second to be judged. */
const LEAST_SHARE = 0.85;
const GOAL = { of: 'ratio', kind: 'at least', limit: 0.8 } as const;

export const http: Subject = {
  name: 'http',
  title: 'Pages and API beside nginx',
  method:
    'nginx has one worker and serves files with the bytes that the site sent (brotli), with the same headers. wrk sends requests over 64 connections from the other core; a response that is not 200 or not complete fails the run. On a machine without other work a server uses nearly all of its core, and both ratios agree; where other programs leave it less than 85 %, only requests per second of processor time are judged.',
  run: measureHttp,
};

async function measureHttp({ quick, progress }: Assignment): Promise<Measurement[]> {
  if (!findNginx() || !hasWrk)
    return Object.keys(PATHS).map((name) => ({
      ...rowOf(name, 'requests/s', [], []),
      goal: GOAL,
      note: 'nginx or wrk is not installed',
    }));
  const [rounds, seconds] = quick ? [2, 1] : [9, 3];
  await using site = await startSite();
  const { nginx: copies, addressOf, bytesOf } = await serveCopies(site.url, Object.values(PATHS));
  await using nginx = copies;
  const measurements: Measurement[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    progress(`${name}: ${rounds} rounds of ${seconds} s, in turns with nginx`);
    const common = { seconds, bodyBytes: bytesOf(path) };
    const oursLoad: Load = { ...common, url: site.url + path, pid: site.pid };
    const nginxLoad: Load = { ...common, url: addressOf(path), pid: nginx.pid };
    const ours: Rates[] = [];
    const others: Rates[] = [];
    await runLoad({ ...oursLoad, seconds: 1 });
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await runLoad(oursLoad));
      others.push(await runLoad(nginxLoad));
    }
    measurements.push(...describe(name, ours, others), sizeOf(name, bytesOf(path)));
  }
  return measurements;
}

const sizeOf = (name: string, bytes: number): Measurement => ({ name, unit: 'bytes', ours: [bytes] });

const rowOf = (name: string, unit: string, ours: number[], others: number[]): Measurement => ({
  name,
  unit,
  ours,
  anchor: { name: 'nginx', samples: others },
});

function describe(name: string, ours: Rates[], others: Rates[]): Measurement[] {
  const rates = (side: Rates[], figure: keyof Rates) => side.map((each) => each[figure]);
  const shares = [shareOfCore(ours), shareOfCore(others)] as const;
  const [share, nginxShare] = shares.map((part) => `${Math.round(100 * part)} %`);
  return [
    {
      ...rowOf(name, 'requests/s', rates(ours, 'perSecond'), rates(others, 'perSecond')),
      note: `used ${share} of the core, nginx ${nginxShare}`,
      // Otherwise the ratio depends on which server got more of the core.
      ...(Math.min(...shares) >= LEAST_SHARE && { goal: GOAL }),
    },
    {
      ...rowOf(
        name,
        'requests per second of processor time',
        rates(ours, 'perProcessorSecond'),
        rates(others, 'perProcessorSecond'),
      ),
      goal: GOAL,
    },
  ];
}

const shareOfCore = (rates: readonly Rates[]): number =>
  median(rates.map(({ perSecond, perProcessorSecond }) => perSecond / perProcessorSecond));
