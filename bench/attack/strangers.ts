/** Starts the program with the strangers on the core of the clients, so that what they do delays no measuring. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { bun, root } from '../../scripts/project.mjs';
import type { PastResults, ReadName } from '../cost/reads.ts';
import { CLIENT_CORE } from '../machine.ts';

export interface StrangersPlan {
  url: string;
  from: string;
  connections: number;
  /** Requested in turns. */
  reads: ReadName[];
  results: PastResults;
  /** Milliseconds after which each request is abandoned. */
  abandonAfter?: number | undefined;
  /** One request over each connection, whose response is not read. */
  readNothing?: boolean | undefined;
}

/** How many responses had each status; 0: none. */
export type Statuses = Record<string, number>;

export interface Strangers {
  stop(): Promise<Statuses>;
}

export function sendStrangers(plan: StrangersPlan): Strangers {
  const program = [bun, '--no-orphans', 'bench/attack/strangers-program.ts', JSON.stringify(plan)];
  const child = spawn('taskset', ['-c', String(CLIENT_CORE), ...program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  return {
    async stop() {
      child.stdin.end();
      return JSON.parse(await output);
    },
  };
}
