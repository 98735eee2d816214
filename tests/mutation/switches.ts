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
  /** Whether each process writes the ids of the switches that it reaches to `REACHED`. */
  isRecording: boolean;
}

export const setSwitch = (tree: string, state: SwitchState): void =>
  writeFileSync(join(tree, STATE), JSON.stringify(state));

/** Runs in every process of the tests: the tests themselves, servers, workers, and pages on the server and in browsers. */
const runtimeOf = (tree: string): string => `
const fs = globalThis.process?.getBuiltinModule?.('node:fs');
const state = fs
  ? JSON.parse(fs.readFileSync(${JSON.stringify(join(tree, STATE))}, 'utf8'))
  : (globalThis.__mutantState ?? { active: 0 });
const record = fs
  ? (id) => fs.appendFileSync(${JSON.stringify(join(tree, REACHED))}, id + '\\n')
  : (id) => globalThis.__mutantReached?.(id);
const reached = new Set();
globalThis.__mutant ??= (id) => {
  if (state.isRecording && !reached.has(id)) {
    reached.add(id);
    record(id);
  }
  return id === state.active;
};
export {};
`;

/** Gives the state to every page, and records what pages reach together with the file of the running test. */
const fixturesOf = (tree: string): string => `
import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test as base } from '@playwright/test';

const state = JSON.parse(readFileSync(${JSON.stringify(join(tree, STATE))}, 'utf8'));
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await context.addInitScript((value) => (globalThis.__mutantState = value), state);
        if (state.isRecording) {
          await context.exposeBinding('__mutantReached', (_source, id) => {
            const file = relative(${JSON.stringify(tree)}, base.info().file);
            appendFileSync(${JSON.stringify(join(tree, REACHED))}, file + ' ' + id + '\\n');
          });
        }
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});
`;

const FIXTURES = 'tests/e2e/fixtures.ts';
const BASE_IMPORT = "import { test as base, expect } from '@playwright/test';";

export function installSwitches(tree: string, mutants: readonly Mutant[]): void {
  writeFileSync(join(tree, RUNTIME), runtimeOf(tree));
  for (const [path, own] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const file = join(tree, path);
    const depth = path.split('/').length - 2;
    const runtime = `${'../'.repeat(depth)}mutant-switch.ts`;
    writeFileSync(file, `import '${runtime}';\n${withSwitches(readFileSync(file, 'utf8'), own)}`);
  }
  writeFileSync(join(tree, 'tests/e2e/mutant-fixtures.ts'), fixturesOf(tree));
  const fixtures = readFileSync(join(tree, FIXTURES), 'utf8');
  if (!fixtures.includes(BASE_IMPORT)) throw new Error(`${FIXTURES} does not import Playwright as expected.`);
  const replaced =
    "import { expect } from '@playwright/test';\nimport { test as base } from './mutant-fixtures.ts';";
  writeFileSync(join(tree, FIXTURES), fixtures.replace(BASE_IMPORT, replaced));
}

export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const text = new MagicString(source);
  // Outer mutants first: later insertions at the same position are nested inside.
  const outerFirst = [...mutants].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { id, kind, start, end, replacement } of outerFirst) {
    const isActive = `globalThis.__mutant?.(${id})`;
    if (kind === 'statement') text.appendLeft(start, `{if (!${isActive}) {`).prependRight(end, '}}');
    else text.appendLeft(start, `(${isActive} ? (${replacement}) : (`).prependRight(end, '))');
  }
  return text.toString();
}
