/** Compares the memory and the open files of the nodes with earlier values (Linux only). */
import { readdirSync, readFileSync } from 'node:fs';
import { SECOND } from '../../../src/core/ist-time.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import type { StreamTally } from './stream-site.ts';

interface ProcessSize {
  megabytes: number;
  openFiles: number;
}

/** One entry per node; null: unknown on this platform. */
export type Sizes = readonly (ProcessSize | null)[];

const CLOSED_WITHIN = 30 * SECOND;
/** More growth than this counts as a leak. */
const MORE_MEGABYTES = 150;
const MORE_FILES = 50;

export const measureAll = (servers: readonly ServerProcess[]): Sizes =>
  servers.map(({ pid }) => measureProcess(pid));

function measureProcess(pid: number): ProcessSize | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { megabytes: Number(kilobytes) / 1_024, openFiles: readdirSync(`/proc/${pid}/fd`).length };
}

export function compareSizes(tally: StreamTally, before: Sizes, now: Sizes, when: string): void {
  for (const [index, size] of now.entries()) {
    const former = before[index];
    if (!size || !former) continue;
    if (
      size.megabytes > 1.5 * former.megabytes + MORE_MEGABYTES ||
      size.openFiles > former.openFiles + MORE_FILES
    )
      tally.violate(`node ${index + 1} grew ${when}: ${JSON.stringify({ former, size })}`);
  }
}

/** Checks only files, because a process may not return freed memory to the system. */
export async function expectFilesClosed(
  { servers, tally }: { servers: readonly ServerProcess[]; tally: StreamTally },
  before: Sizes,
): Promise<void> {
  const deadline = performance.now() + CLOSED_WITHIN;
  const excess = () =>
    measureAll(servers).map((size, index) => (size ? size.openFiles - (before[index]?.openFiles ?? 0) : 0));
  while (Math.max(...excess()) > MORE_FILES && performance.now() < deadline) await Bun.sleep(100);
  for (const [index, files] of excess().entries())
    if (files > MORE_FILES)
      tally.violate(`node ${index + 1} has ${files} more files open after all streams were closed`);
}
