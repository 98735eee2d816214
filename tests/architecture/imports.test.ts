/** Who may import whom, and the other rules of docs/architecture.md that a machine can hold. */
import { expect, test } from 'bun:test';
import {
  findBadNames,
  findCycles,
  findImportBreaches,
  findOutsiders,
  findSenders,
  type ImportTable,
  MAKES_FOLDERS,
  READS_ENVIRONMENT,
  READS_TIME,
} from './rules.ts';
import { readSourceFiles } from './source-files.ts';

/** Types of these are known in the whole server; the things themselves are handed in by compose. */
const HANDED_IN = ['server/clock', 'server/log', 'server/config'];
const RULES = ['core', 'contract', 'server/errors', 'server/start-error'];
/** The parts that keep files in DATA_DIR. */
const FILES = ['server/private-folder'];

/** A part may always import itself. */
const MAY_IMPORT: ImportTable = {
  core: { values: [], packages: [] },
  contract: { values: ['core'], packages: ['zod'] },

  'server/errors': { values: ['core', 'contract'], packages: [] },
  'server/start-error': { values: [], packages: [] },
  'server/private-folder': { values: [], packages: 'any' },
  'server/request-id': { values: [], packages: 'any' },
  'server/clock': { values: ['core'], packages: [] },
  'server/log-format': { values: ['core', 'server/errors', 'server/start-error'], packages: [] },
  'server/log': {
    values: ['core', 'server/errors', 'server/log-format', 'server/request-id'],
    types: ['server/clock', 'server/config'],
    packages: 'any',
  },
  'server/config': {
    values: ['core', 'contract', 'server/start-error'],
    types: ['server/log', 'server/storage/engines/database'],
    packages: 'any',
  },
  'server/housekeeping': { values: ['core'], types: HANDED_IN, packages: [] },

  'server/storage': { values: [...RULES, ...FILES], types: HANDED_IN, packages: 'any' },
  'server/mail': { values: [...RULES, ...FILES, 'server/storage'], types: HANDED_IN, packages: 'any' },
  'server/backup': { values: [...RULES, ...FILES, 'server/storage'], types: HANDED_IN, packages: 'any' },
  'server/live': { values: [...RULES, 'server/storage'], types: HANDED_IN, packages: 'any' },

  'server/metrics': { values: [...RULES, 'server/storage'], types: HANDED_IN, packages: 'any' },

  'server/services': {
    values: [...RULES, 'server/storage', 'server/live/broker'],
    types: HANDED_IN,
    packages: 'any',
  },
  'server/automation': {
    values: [...RULES, 'server/storage', 'server/live/broker', 'server/services'],
    types: HANDED_IN,
    packages: 'any',
  },
  'server/auth': {
    values: [...RULES, ...FILES, 'server/storage', 'server/services'],
    types: HANDED_IN,
    packages: 'any',
  },
  // What the public reads has no service of its own: that module can return nothing but published rows.
  'server/api': {
    values: [...RULES, 'server/services', 'server/auth', 'server/http', 'server/storage/public-reads'],
    types: [...HANDED_IN, 'server/live', 'server/backup'],
    packages: 'any',
  },
  // Of the pages only the type of what they ask for; the build itself comes by a dynamic import.
  'server/http': {
    values: [...RULES, 'server/request-id', 'server/services', 'server/auth', 'server/storage/public-reads'],
    types: [...HANDED_IN, 'web/page-services'],
    packages: 'any',
  },

  'server/compose': {
    values: ['core', 'contract', 'server/*'],
    types: ['web/page-services'],
    packages: 'any',
  },
  'server/main': { values: ['core', 'contract', 'server/*'], packages: 'any' },
  cli: { values: ['core', 'contract', 'server/*'], packages: 'any' },

  web: { values: ['core', 'contract'], types: ['server/*'], packages: 'any' },
  'web/public': { values: ['core', 'contract', 'web'], types: ['server/*'], packages: 'any' },
  'web/admin': { values: ['core', 'contract', 'web'], types: ['server/*'], packages: 'any' },
};

const files = readSourceFiles('src');

test('the walk sees the source', () => {
  const values = files.find(({ path }) => path === 'src/contract/values.ts');
  expect(values?.imports).toContainEqual({ to: 'src/core/slots.ts', typeOnly: false });
  const apiEnv = files.find(({ path }) => path === 'src/server/api/api-env.ts');
  expect(apiEnv?.imports).toContainEqual({ to: 'src/server/live/live.ts', typeOnly: true });
});

test('nobody imports what the table does not allow', () => {
  expect(findImportBreaches(MAY_IMPORT, files)).toEqual([]);
});

test('no circles', () => {
  expect(findCycles(files)).toEqual([]);
});

test('every file name says what is inside', () => {
  expect(findBadNames(files.map(({ path }) => path))).toEqual([]);
});

test('only the clock reads the time', () => {
  expect(findOutsiders(files, READS_TIME, 'src/server/clock.ts')).toEqual([]);
});

test('only one file of the page sends requests, so that all of them fail in the same way', () => {
  expect(findSenders(files, 'src/web/live/call-api.ts')).toEqual([]);
});

test('only one function makes folders, so that all of them are private', () => {
  expect(findOutsiders(files, MAKES_FOLDERS, 'src/server/private-folder.ts')).toEqual([]);
});

test('only the config reads the environment', () => {
  expect(findOutsiders(files, READS_ENVIRONMENT, 'src/server/config.ts')).toEqual([]);
});
