/** Processor time and memory of a process and its children (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of the times in /proc, which Linux fixes for all programs. */
const TICKS_PER_SECOND = 100;
const KILOBYTE = 1024;
const MEGABYTE = 1_000_000;
const NANOSECONDS = 1_000_000;

const read = (pid: number, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

function withChildren(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

const sumOver = (pid: number, figure: (pid: number) => number): number =>
  withChildren(pid).reduce((sum, process) => sum + figure(process), 0);

/** The fields of the status line after the name, which may contain spaces. */
const statusOf = (pid: number): number[] =>
  read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);

export const parentOf = (pid: number): number => statusOf(pid)[1] ?? Number.NaN;

/** In seconds, of user and system together, with the children that have ended. */
export const processorTimeOf = (pid: number): number =>
  sumOver(pid, (process) => {
    const ticks = statusOf(process)
      .slice(11, 15)
      .reduce((sum, time) => sum + time, 0);
    return ticks / TICKS_PER_SECOND;
  });

/** Of each thread, in milliseconds since its start. */
const threadTimesOf = (pid: number): Map<string, number> =>
  new Map(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [time] = read(pid, `task/${thread}/schedstat`).split(' ');
      return [thread, Number(time) / NANOSECONDS];
    }),
  );

/**
 * In milliseconds, of all threads of the process: more precise than `processorTimeOf`. What a thread used that ended
 * during the work is missing.
 */
export async function processorTimeDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = threadTimesOf(pid);
  await work();
  const times = [...threadTimesOf(pid)].map(([thread, time]) => time - (before.get(thread) ?? 0));
  return times.reduce((sum, time) => sum + time, 0);
}

function fieldOf(pid: number, file: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(pid, file)) ?? [];
  return (Number(kilobytes) * KILOBYTE) / MEGABYTE;
}

/** Resident memory in megabytes. */
export const residentOf = (pid: number): number =>
  sumOver(pid, (process) => fieldOf(process, 'status', 'VmRSS'));

/** Resident memory in megabytes; pages that several processes share count in part. */
export const proportionalOf = (pid: number): number =>
  sumOver(pid, (process) => fieldOf(process, 'smaps_rollup', 'Pss'));
