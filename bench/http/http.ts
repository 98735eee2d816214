/** Pages and API beside nginx, which serves the same bytes with the same headers from files. */
import { findNginx } from '../../scripts/test-programs.mjs';
import type { Measurement } from '../measurement.ts';
import { startSite } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';
import { serveCopies } from './same-bytes.ts';
import { hasWrk, type Load, type Rates, runLoad } from './wrk.ts';

const PATHS = {
  'home `/`': '/',
  'charts `/results`': '/results',
  '`/api/today`': '/api/today',
  '`/api/draws`': '/api/draws',
};
const GOAL = { of: 'ratio', kind: 'at least', limit: 0.8 } as const;

export const http: Subject = {
  name: 'http',
  title: 'Pages and API beside nginx',
  method:
    'nginx has one worker and serves files with the bytes that the site sent (brotli), with the same headers. wrk sends requests over 64 connections from the other core; a response that is not 200 or not complete fails the run.',
  run: measureHttp,
};

async function measureHttp({ quick, progress }: Assignment): Promise<Measurement[]> {
  if (!findNginx() || !hasWrk) return Object.keys(PATHS).map((name) => measurementOf(name, [], []));
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
    measurements.push(measurementOf(name, ours, others), perProcessorSecond(name, ours, others));
  }
  return measurements;
}

const measurementOf = (name: string, ours: Rates[], others: Rates[]): Measurement => ({
  name,
  unit: 'requests/s',
  ours: ours.map((rates) => rates.perSecond),
  anchor: { name: 'nginx', samples: others.map((rates) => rates.perSecond) },
  goal: GOAL,
  ...(ours.length === 0 && { note: 'nginx or wrk is not installed' }),
});

const perProcessorSecond = (name: string, ours: Rates[], others: Rates[]): Measurement => ({
  name,
  unit: 'requests per second of processor time',
  ours: ours.map((rates) => rates.perProcessorSecond),
  anchor: { name: 'nginx', samples: others.map((rates) => rates.perProcessorSecond) },
});
