/** Proof that each rule of the house can be broken: made-up source, and the breach it must find. */
import { describe, expect, test } from 'bun:test';
import {
  findBadNames,
  findCycles,
  findImportBreaches,
  findOutsiders,
  findSenders,
  type ImportTable,
  READS_ENVIRONMENT,
  READS_TIME,
} from './rules.ts';
import { readImports, type SourceFile } from './source-files.ts';

const file = (path: string, text: string): SourceFile => ({ path, text, imports: readImports(path, text) });

describe('reading imports', () => {
  const read = (text: string) => readImports('src/server/api/draws.ts', text);

  test('tells types from values, in every way of writing', () => {
    expect(
      read(`
        import { a } from './near.ts';
        import {
          b,
          type C,
        } from '../services/publish.ts';
        import type { D } from '../../core/slots.ts';
        export { e } from './shown.ts';
        export type { F } from './type.ts';
        export * from './all.ts';
        import 'side-effect';
        import g, * as h from 'zod';
        const i = await import('./later.ts');
        let j: import('./named.ts').Thing;
        import('./then.ts').then(a);
        console.log(a, b, g, h, i);
      `),
    ).toEqual([
      { to: 'src/server/api/near.ts', typeOnly: false },
      { to: 'src/server/services/publish.ts', typeOnly: false },
      { to: 'src/core/slots.ts', typeOnly: true },
      { to: 'src/server/api/shown.ts', typeOnly: false },
      { to: 'src/server/api/type.ts', typeOnly: true },
      { to: 'src/server/api/all.ts', typeOnly: false },
      { to: 'side-effect', typeOnly: false },
      { to: 'zod', typeOnly: false },
      { to: 'src/server/api/later.ts', typeOnly: false },
      { to: 'src/server/api/named.ts', typeOnly: true },
      { to: 'src/server/api/then.ts', typeOnly: false },
    ]);
  });

  test('fails rather than overlook one', () => {
    expect(() => read("/* a */ import { a } from './hidden.ts'; a();")).toThrow('overlooked');
  });
});

describe('the import table', () => {
  const table: ImportTable = {
    core: { values: [], packages: [] },
    contract: { values: ['core'], packages: ['zod'] },
    server: { values: ['core'], packages: 'any' },
    'server/live': { values: ['server/storage'], packages: 'any' },
    'server/storage': { values: ['core'], packages: 'any' },
    'server/services': { values: ['server/live/broker'], types: ['server/storage'], packages: 'any' },
    web: { values: ['core'], types: ['server/*'], packages: 'any' },
    'web/public': { values: ['web'], packages: 'any' },
    'web/admin': { values: ['web'], packages: 'any' },
  };
  const breaches = (path: string, text: string) => findImportBreaches(table, [file(path, text)]);

  test.each([
    ['src/core/a.ts', "import './b.ts';"],
    ['src/contract/a.ts', "import { z } from 'zod'; import { s } from '../core/s.ts'; z(s);"],
    ['src/server/services/a.ts', "import { b } from '../live/broker.ts'; b();"],
    ['src/server/services/a.ts', "import type { S } from '../storage/draws.ts';"],
    ['src/server/storage/a.ts', "import { Database } from 'bun:sqlite'; Database;"],
    ['src/web/a.tsx', "import type { S } from '../server/services/a.ts';"],
    ['src/web/public/a.tsx', "import { Card } from '../components/card.tsx'; Card();"],
    ['src/core/a.test.ts', "import fc from 'fast-check'; fc();"],
  ])('lets %s pass: %s', (path, text) => {
    expect(breaches(path, text)).toEqual([]);
  });

  test.each([
    ['src/core/a.ts', "import '../contract/b.ts';"],
    ['src/core/a.ts', "import type { B } from '../contract/b.ts';"],
    ['src/core/a.ts', "import { z } from 'zod'; z();"],
    ['src/contract/a.ts', "import { Hono } from 'hono'; Hono();"],
    ['src/server/services/a.ts', "import { s } from '../live/event-stream.ts'; s();"],
    ['src/server/services/a.ts', "import { s } from '../storage/draws.ts'; s();"],
    ['src/server/storage/a.ts', "const b = await import('../live/broker.ts'); b();"],
    ['src/web/a.tsx', "import { s } from '../server/services/a.ts'; s();"],
    ['src/web/a.tsx', "import { type S } from '../server/services/a.ts';"],
    ['src/web/a.tsx', "import { readFileSync } from 'node:fs'; readFileSync();"],
    ['src/web/a.tsx', "import { Home } from './public/home.tsx'; Home();"],
    ['src/web/public/a.tsx', "import { Panel } from '../admin/panel.tsx'; Panel();"],
    ['src/web/admin/a.tsx', "import type { Card } from '../public/card.tsx';"],
    ['src/somewhere/a.ts', ''],
  ])('stops %s: %s', (path, text) => {
    expect(breaches(path, text)).toHaveLength(1);
  });
});

describe('circles', () => {
  const a = file('src/core/a.ts', "import './b.ts';");
  const b = file('src/core/b.ts', "import './c.ts';");

  test('are found, once each', () => {
    const c = file('src/core/c.ts', "import './a.ts';");
    expect(findCycles([a, b, c])).toEqual([
      'src/core/a.ts -> src/core/b.ts -> src/core/c.ts -> src/core/a.ts',
    ]);
  });

  test('of types are none, nor are two ways to one file', () => {
    const c = file('src/core/c.ts', "import type { A } from './a.ts';");
    const d = file('src/core/d.ts', "import './b.ts'; import './c.ts';");
    expect(findCycles([a, b, c, d])).toEqual([]);
  });
});

test.each([
  'src/core/card.tsx',
  'src/core/utils.ts',
  'src/web/helpers.tsx',
  'src/server/common.ts',
  'src/server/misc.test.ts',
  'src/contract/index.ts',
  'src/web/components/DrawCard.tsx',
])('%s is a bad name', (path) => {
  expect(findBadNames([path])).toHaveLength(1);
});

test.each(['src/web/entry.server.tsx', 'src/core/ist-time.ts', 'src/core/ist-time.test.ts'])(
  '%s is a good name',
  (path) => {
    expect(findBadNames([path])).toEqual([]);
  },
);

describe('readers of the time and the environment', () => {
  const outsiders = (pattern: RegExp, path: string, text: string) =>
    findOutsiders([file(path, text)], pattern, 'src/server/clock.ts');

  test.each(['Date.now()', 'new Date()', 'Date()', 'const now = Date.now;'])('%s reads the time', (text) => {
    expect(outsiders(READS_TIME, 'src/core/a.ts', text)).toEqual(['src/core/a.ts']);
    expect(outsiders(READS_TIME, 'src/server/clock.ts', text)).toEqual([]);
    expect(outsiders(READS_TIME, 'src/core/a.test.ts', text)).toEqual([]);
    expect(outsiders(READS_TIME, 'src/core/a.ts', `/** ${text} */\n// ${text}`)).toEqual([]);
  });

  test('a given instant does not', () => {
    expect(outsiders(READS_TIME, 'src/core/a.ts', 'new Date(instant).toISOString()')).toEqual([]);
  });

  test.each(['process.env.PORT', "Bun.env['PORT']", 'import.meta.env.DEV'])(
    '%s reads the environment',
    (text) => {
      expect(outsiders(READS_ENVIRONMENT, 'src/server/a.ts', text)).toEqual(['src/server/a.ts']);
    },
  );
});

describe('senders of requests', () => {
  const senders = (path: string, text: string) => findSenders([file(path, text)], 'src/web/live/call-api.ts');

  test.each(["await fetch('/api/today')", 'window.fetch', 'new XMLHttpRequest()', 'navigator.sendBeacon(a)'])(
    '%s sends one',
    (text) => {
      expect(senders('src/web/a.ts', text)).toEqual(['src/web/a.ts']);
      expect(senders('src/web/live/call-api.ts', text)).toEqual([]);
      expect(senders('src/server/a.ts', text)).toEqual([]);
    },
  );

  test.each(['void refetch()', 'pages.fetch()', '// fetch(a)'])('%s does not', (text) => {
    expect(senders('src/web/a.ts', text)).toEqual([]);
  });
});
