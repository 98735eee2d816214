/** Checks the rules of .dependency-cruiser.mjs in a small generated project. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const project = mkdtempSync(join(tmpdir(), 'swarna-imports-'));
afterAll(() => rmSync(project, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** The files that the imports below refer to. */
const TARGETS = [
  'src/core/slots.ts',
  'src/contract/problem.ts',
  'src/server/log.ts',
  'src/server/auth/guards.ts',
  'src/server/live/broker.ts',
  'src/server/live/streams.ts',
  'src/server/public-log/beacon.ts',
  'src/server/services/publish.ts',
  'src/server/storage/draws-store.ts',
  'src/server/storage/public-reads.ts',
  'src/web/components/card.tsx',
  'src/web/public/home.tsx',
  'src/web/admin/panel.tsx',
  'src/web/utils.ts',
];

const ALLOWED: [path: string, text: string][] = [
  ['src/core/a.ts', "import './slots.ts';"],
  ['src/contract/a.ts', "import { z } from 'zod'; import { s } from '../core/slots.ts'; z(s);"],
  ['src/server/services/a.ts', "import { s } from '../storage/draws-store.ts'; s();"],
  ['src/server/services/a-type.ts', "import type { Log } from '../log.ts'; export type L = Log;"],
  ['src/server/storage/a.ts', "import { Database } from 'bun:sqlite'; using a = new Database(); a;"],
  ['src/server/api/a.ts', "import { p } from '../storage/public-reads.ts'; p();"],
  ...['services', 'automation', 'api', 'backup'].map((part): [string, string] => [
    `src/server/${part}/log.ts`,
    "import { b } from '../public-log/beacon.ts'; b();",
  ]),
  ['src/server/public-log/a.ts', "import '../../core/slots.ts';"],
  ['src/server/main.ts', "import { s } from './storage/draws-store.ts'; s();"],
  ['src/web/a.tsx', "import type { S } from '../server/services/publish.ts'; export type A = S;"],
  ['src/web/public/a.tsx', "import { Card } from '../components/card.tsx'; Card();"],
  ['src/core/a.test.ts', "import fc from 'fast-check'; fc();"],
];

const FORBIDDEN: [path: string, text: string, rule: string][] = [
  ['src/core/b.ts', "import '../contract/problem.ts';", 'core: forbidden import'],
  [
    'src/core/c.ts',
    "import type { P } from '../contract/problem.ts'; export type C = P;",
    'core: forbidden type import',
  ],
  ['src/core/d.ts', "import { z } from 'zod'; z();", 'core: forbidden package'],
  ['src/core/e.ts', "import { join } from 'node:path'; join();", 'core: forbidden package'],
  ['src/contract/b.ts', "import { Hono } from 'hono'; Hono();", 'contract: forbidden package'],
  [
    'src/server/services/b.ts',
    "import { s } from '../live/streams.ts'; s();",
    'server/services: forbidden import',
  ],
  [
    'src/server/services/d.ts',
    "import { b } from '../live/broker.ts'; b();",
    'server/services: forbidden import',
  ],
  ['src/server/services/c.ts', "import { l } from '../log.ts'; l();", 'server/services: forbidden import'],
  [
    'src/server/api/b.ts',
    "import { s } from '../storage/draws-store.ts'; s();",
    'server/api: forbidden import',
  ],
  [
    'src/server/storage/b.ts',
    "export const b = () => import('../live/broker.ts');",
    'server/storage: forbidden import',
  ],
  [
    'src/server/public-log/b.ts',
    "import { s } from '../services/publish.ts'; s();",
    'server/public-log: forbidden import',
  ],
  [
    'src/server/config.ts',
    "import { b } from './public-log/beacon.ts'; b();",
    'server/config: forbidden import',
  ],
  ['src/web/b.tsx', "import { s } from '../server/services/publish.ts'; s();", 'web: forbidden import'],
  ['src/web/c.tsx', "import { Home } from './public/home.tsx'; Home();", 'web: forbidden import'],
  ['src/web/d.tsx', "import { readFileSync } from 'node:fs'; readFileSync();", 'built-in module in a page'],
  ['src/web/e.tsx', "import { u } from './utils.ts'; u();", 'meaningless file name'],
  [
    'src/web/public/b.tsx',
    "import { Panel } from '../admin/panel.tsx'; Panel();",
    'web/public: forbidden import',
  ],
  [
    'src/web/admin/b.tsx',
    "import type { Home } from '../public/home.tsx'; export type B = Home;",
    'web/admin: forbidden type import',
  ],
  ['src/server/mail/b.tsx', "import '../../core/slots.ts';", '.tsx outside of web'],
  ['src/somewhere/b.ts', "import '../core/slots.ts';", 'file in no part'],
  ['src/server/api/c.ts', "import fc from 'fast-check'; fc();", 'development dependency in the product'],
  ['src/server/api/d.ts', "import { a } from './missing.ts'; a();", 'unresolved import'],
  ['src/server/live/b.ts', "import './c.ts';", 'cycle between files'],
];

interface Violation {
  from: string;
  rule: { name: string };
}

function findViolations(): Violation[] {
  for (const name of ['zod', 'hono', 'fast-check']) write(`node_modules/${name}/index.js`, '');
  write(
    'package.json',
    JSON.stringify({ dependencies: { hono: '1', zod: '1' }, devDependencies: { 'fast-check': '1' } }),
  );
  for (const path of TARGETS) write(path, 'export {};');
  for (const [path, text] of [...ALLOWED, ...FORBIDDEN]) write(path, text);
  write('src/server/live/c.ts', "import type { B } from './b.ts'; export type C = B;");
  write('src/web/admin/news/list.tsx', "import '../users/person.tsx';");
  write(
    'src/web/admin/users/list.tsx',
    "import type { Card } from '../news/card.tsx'; export type A = Card;",
  );
  write('src/web/admin/users/person.tsx', 'export {};');
  write('src/web/admin/news/card.tsx', 'export {};');
  const cruiser = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = resolve('.dependency-cruiser.mjs');
  const { stdout } = Bun.spawnSync(
    [process.execPath, '--bun', cruiser, 'src', '--config', config, '--output-type', 'json'],
    { cwd: project },
  );
  return JSON.parse(stdout.toString()).summary.violations;
}

describe('dependency-cruiser', () => {
  const violations = findViolations();
  const rulesBrokenBy = (path: string) =>
    violations.filter(({ from }) => from === path).map(({ rule }) => rule.name);

  test.each(ALLOWED)('allows in %s: %s', (path) => {
    expect(rulesBrokenBy(path)).toEqual([]);
  });

  test.each(FORBIDDEN)('reports in %s: %s', (path, _text, rule) => {
    expect(rulesBrokenBy(path)).toEqual([rule]);
  });

  test('reports folders that import each other, even if only types', () => {
    expect(rulesBrokenBy('src/web/admin/news')).toEqual(['cycle between folders']);
    expect(rulesBrokenBy('src/web/admin/users')).toEqual(['cycle between folders']);
  });
});
