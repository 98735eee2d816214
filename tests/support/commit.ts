/** The commit that is tested or measured. */
import { spawnSync } from 'node:child_process';
import { root } from '../../scripts/project.mjs';

/** A `+` means that the code differs from the commit; `unknown`: there is no repository. */
export function findCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short', 'HEAD');
  if (status !== 0) return 'unknown';
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs').stdout.trim() !== '';
  return stdout.trim() + (isChanged ? '+' : '');
}
