/** Starts the program with many open streams, on the core of the clients, and gives it orders. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { bun, root } from '../../scripts/project.mjs';
import { CLIENT_CORE, openFilesWithin } from '../machine.ts';
import type { Call } from '../site.ts';
import type { Refetch, RefetchResults } from './refetches.ts';
import type { StreamPlan } from './viewer-sockets.ts';

/** Publishes and waits until every viewer has the message. */
export interface Order {
  call: Call;
  /** Part of the message. */
  mark: string;
  /** Milliseconds after which a viewer without the message is counted as missing. */
  within: number;
  /** Each viewer that got the message fetches this. */
  refetch?: Refetch;
}

/** Milliseconds since the publication was requested. */
export interface Outcome {
  /** Viewers that did not get the message. */
  missing: number;
  first: number;
  p50: number;
  p99: number;
  last: number;
  refetches?: RefetchResults;
}

export interface Viewers extends AsyncDisposable {
  publish(order: Order): Promise<Outcome>;
}

const OPEN_FILES = 30_000;

/** Returns the status line as text if the server refuses the streams. */
export async function startViewers(plan: StreamPlan): Promise<Viewers | string> {
  const program = [
    'taskset',
    '-c',
    String(CLIENT_CORE),
    bun,
    '--no-orphans',
    'bench/streams/viewers-program.ts',
  ];
  const limit = `ulimit -n ${openFilesWithin(OPEN_FILES)} && exec "$@"`;
  const child = spawn('sh', ['-c', limit, 'sh', ...program, JSON.stringify(plan)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('the program with the streams ended');
    return JSON.parse(value);
  };
  const opened: { refused?: string } = await next();
  if (opened.refused !== undefined) return opened.refused;
  return {
    async publish(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return await next();
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin.end();
      await ended;
    },
  };
}
