/** How much memory a process holds and how many files it has open, where the system tells (Linux). */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessSize {
  megabytes: number;
  openFiles: number;
}

export function measureProcess(pid: number): ProcessSize | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { megabytes: Number(kilobytes) / 1_024, openFiles: readdirSync(`/proc/${pid}/fd`).length };
}
