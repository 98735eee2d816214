/** The machine, its cores and the limits of its processes. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';

/** Servers share one core; what sends requests to them has the other, if there is one. */
export const SERVER_CORE = 0;
export const CLIENT_CORE = Math.min(1, availableParallelism() - 1);

const GIGABYTE = 1024 ** 3;

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / GIGABYTE);
  return `${model}, ${availableParallelism()} cores, ${memory} GB, Linux ${release()}, Bun ${Bun.version}`;
}

/** The open files that processes started here may have: what was wanted, or what the system allows. */
export function openFilesWithin(wanted: number): number {
  const [, hard] = /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === undefined ? wanted : Math.min(wanted, Number(hard));
}
