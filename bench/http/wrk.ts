/** Sends requests with wrk for a few seconds and measures the server meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findWrk } from '../../scripts/bench-programs.mjs';
import { root } from '../../scripts/project.mjs';
import { CLIENT_CORE } from '../machine.ts';
import { processorTimeOf } from '../process-figures.ts';

export interface Load {
  url: string;
  /** The process of the server. */
  pid: number;
  seconds: number;
  /** A response with a smaller body fails the round. */
  bodyBytes: number;
  /** A script for wrk that chooses the requests; otherwise all are for `url`. */
  script?: string;
  connections?: number;
}

export interface Rates {
  perSecond: number;
  perProcessorSecond: number;
}

interface Summary {
  requests: number;
  bytes: number;
  microseconds: number;
  refused: number;
  broken: number;
}

export const hasWrk = findWrk() !== undefined;

const DEFAULT_CONNECTIONS = 64;
const SUMMARY = 'bench/http/wrk-summary.lua';

/** Throws if a response was not complete or had another status than 200. */
export async function runLoad(load: Load): Promise<Rates> {
  const { url, pid, bodyBytes } = load;
  const before = processorTimeOf(pid);
  const summary = await runWrk(load);
  const processorTime = processorTimeOf(pid) - before;
  const { requests, bytes, refused, broken, microseconds } = summary;
  if (requests === 0 || refused + broken > 0 || bytes < requests * bodyBytes) {
    throw new Error(`${url}: not all responses were complete and 200: ${JSON.stringify(summary)}`);
  }
  return {
    perSecond: requests / (microseconds / 1_000_000),
    perProcessorSecond: requests / processorTime,
  };
}

async function runWrk({
  url,
  seconds,
  script = SUMMARY,
  connections = DEFAULT_CONNECTIONS,
}: Load): Promise<Summary> {
  const load = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'];
  const request = ['-H', 'Accept-Encoding: br', '-s', script, url];
  const command = ['-c', String(CLIENT_CORE), findWrk() ?? 'wrk', ...load, ...request];
  const child = spawn('taskset', command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const line = output.split('\n').find((part) => part.startsWith('{'));
  if (!line) throw new Error(`wrk failed:\n${output}`);
  return JSON.parse(line);
}
