/** Copies of the project in which a run can change the source. */
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../../scripts/project.mjs';

const LEFT_OUT = new Set(['node_modules', 'data', 'test-results', '.git']);

/** The caller's TMPDIR is removed after the run. */
export function copyProject(): string {
  const tree = mkdtempSync(join(tmpdir(), 'tree-'));
  cpSync(root, tree, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}
