/** Copies of the project in which a run can change the source, and programs run in them. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../scripts/project.mjs';

const LEFT_OUT = new Set(['node_modules', 'data', 'test-results', '.git']);
/** Folders of benchmarks have packages of their own. */
const isCopied = (path: string): boolean => basename(path) !== 'node_modules';

/** The caller's TMPDIR is removed after the run. */
export function copyProject(): string {
  const tree = mkdtempSync(join(tmpdir(), 'tree-'));
  for (const name of readdirSync(root)) {
    if (!LEFT_OUT.has(name))
      cpSync(join(root, name), join(tree, name), { recursive: true, filter: isCopied });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

export type Ending = 'passed' | 'failed' | 'too slow';

/** Runs a program to its end, or to its deadline. */
export function runIn(
  tree: string,
  program: string,
  args: string[],
  deadline: number,
  env: Record<string, string> = {},
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: tree,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      detached: true,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      // With everything that it has started.
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }, deadline);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(isLate ? 'too slow' : code === 0 ? 'passed' : 'failed');
    });
  });
}

const BUILD = "import('./scripts/build.mjs').then(({ ensureBuilt }) => ensureBuilt())";
const BUILD_DEADLINE = 300_000;

export const buildPages = (tree: string): Promise<Ending> =>
  runIn(tree, 'node', ['-e', BUILD], BUILD_DEADLINE);
