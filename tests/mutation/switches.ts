/**
 * Puts all mutants of a run into the source at once, each behind a switch, so that one copy of the project serves for
 * every trial: `globalThis.__mutant(7)` returns true only while mutant 7 is tried.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MagicString from 'magic-string';
import type { Mutant } from './mutants.ts';

const RUNTIME = 'src/mutant-switch.ts';
const STATE = 'mutant-state.json';
export const REACHED = 'reached-mutants.txt';

export interface SwitchState {
  /** The mutant that is tried; 0: none. */
  active: number;
  /** Whether the ids of all switches that a process comes past are written to `REACHED`. */
  isRecording: boolean;
}

export const setSwitch = (tree: string, state: SwitchState): void =>
  writeFileSync(join(tree, STATE), JSON.stringify(state));

/** Runs in every process of the tests: the tests themselves, servers, workers, and pages rendered on the server. */
const runtimeOf = (tree: string): string => `
const fs = globalThis.process?.getBuiltinModule?.('node:fs');
const state = fs ? JSON.parse(fs.readFileSync(${JSON.stringify(join(tree, STATE))}, 'utf8')) : { active: 0 };
const reached = new Set();
globalThis.__mutant ??= (id) => {
  if (state.isRecording && !reached.has(id)) {
    reached.add(id);
    fs.appendFileSync(${JSON.stringify(join(tree, REACHED))}, id + '\\n');
  }
  return id === state.active;
};
export {};
`;

export function installSwitches(tree: string, mutants: readonly Mutant[]): void {
  writeFileSync(join(tree, RUNTIME), runtimeOf(tree));
  for (const [path, own] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const file = join(tree, path);
    const depth = path.split('/').length - 2;
    const runtime = depth === 0 ? './mutant-switch.ts' : `${'../'.repeat(depth)}mutant-switch.ts`;
    writeFileSync(file, `import '${runtime}';\n${withSwitches(readFileSync(file, 'utf8'), own)}`);
  }
}

export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const text = new MagicString(source);
  // Outer ones first: what is put at the same place later comes further inside.
  const outerFirst = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { id, kind, start, end, replacement } of outerFirst) {
    const isActive = `globalThis.__mutant?.(${id})`;
    if (kind === 'statement') text.appendLeft(start, `{if (!${isActive}) {`).prependRight(end, '}}');
    else text.appendLeft(start, `(${isActive} ? (${replacement}) : (`).prependRight(end, '))');
  }
  return text.toString();
}
