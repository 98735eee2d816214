/** The import rules of docs/architecture.md. `npm run check` runs them over src, without its tests. */
import { Visitor } from '@swc/core/Visitor.js';

// dependency-cruiser cannot use TypeScript 7 (it has no API yet), and the syntax visitor of swc does not
// know `using`. Without this it stops at the first file that declares one.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) };
};

/** Everyone on the server may use the types of these; `compose.ts` passes in the objects. */
const PASSED_IN = ['server/clock', 'server/log', 'server/config', 'server/web-socket'];
const RULES = ['core', 'contract', 'server/errors', 'server/start-error'];
const STORING = [...RULES, 'server/storage'];
/** For parts that store files in DATA_DIR. */
const FILES = 'server/private-folder';

/** @typedef {{ values: string[], types?: string[], packages: string[] | 'any' }} Part */

/**
 * Parts that send messages.
 * @type {Part}
 */
const SENDING = {
  values: [...STORING, 'server/outgoing', 'server/periodic-task'],
  types: PASSED_IN,
  packages: 'any',
};

/**
 * Who may import what. A part is a folder or a single file below src; of two that match a file, the
 * longer name counts. A part may import itself. `types` are allowed in `import type` only.
 * @type {Record<string, Part>}
 */
const PARTS = {
  core: { values: [], packages: [] },
  contract: { values: ['core'], packages: ['zod'] },

  'server/errors': { values: ['core', 'contract'], packages: [] },
  'server/start-error': { values: [], packages: [] },
  'server/private-folder': { values: [], packages: 'any' },
  'server/loopback-hosts': { values: [], packages: [] },
  'server/load-once': { values: [], packages: [] },
  'server/work-queue': { values: ['server/errors'], packages: [] },
  'server/request-id': { values: [], packages: 'any' },
  'server/web-socket': { values: [], packages: [] },
  'server/clock': { values: ['core'], packages: [] },
  'server/log-format': { values: ['core', 'server/errors', 'server/start-error'], packages: [] },
  'server/log': {
    values: ['core', 'server/errors', 'server/log-format', 'server/request-id'],
    types: ['server/clock'],
    packages: 'any',
  },
  'server/beacon-setting': { values: ['core'], packages: 'any' },
  'server/config': {
    values: ['core', 'contract', 'server/beacon-setting', 'server/loopback-hosts', 'server/start-error'],
    types: ['server/log', 'server/storage/engines/database'],
    packages: 'any',
  },
  'server/periodic-task': { values: ['server/errors'], types: PASSED_IN, packages: [] },
  'server/start-message': { values: ['core'], types: PASSED_IN, packages: [] },
  'server/housekeeping': { values: ['core'], types: PASSED_IN, packages: [] },

  'server/public-log': { values: STORING, types: PASSED_IN, packages: 'any' },
  'server/storage': { values: [...RULES, FILES], types: PASSED_IN, packages: 'any' },
  'server/mail': {
    values: [...STORING, FILES, 'server/outgoing', 'server/periodic-task'],
    types: PASSED_IN,
    packages: 'any',
  },
  'server/outgoing': { values: ['core', 'server/errors'], types: ['server/storage'], packages: 'any' },
  'server/webhooks': SENDING,
  'server/push': SENDING,
  'server/backup': { values: [...STORING, FILES, 'server/public-log'], types: PASSED_IN, packages: 'any' },
  'server/live': { values: STORING, types: PASSED_IN, packages: 'any' },
  'server/statistics': { values: ['core'], types: ['contract'], packages: 'any' },
  'server/metrics': { values: STORING, types: PASSED_IN, packages: 'any' },

  'server/services': {
    values: [...STORING, 'server/public-log'],
    types: PASSED_IN,
    packages: 'any',
  },
  'server/automation': {
    values: [...STORING, 'server/public-log', 'server/services'],
    types: PASSED_IN,
    packages: 'any',
  },
  'server/alerts': {
    values: [...STORING, 'server/services', 'server/outgoing', 'server/periodic-task'],
    types: [...PASSED_IN, 'server/push'],
    packages: [],
  },
  'server/auth': {
    values: [
      ...STORING,
      FILES,
      'server/load-once',
      'server/loopback-hosts',
      'server/services',
      'server/work-queue',
    ],
    types: PASSED_IN,
    packages: 'any',
  },
  // Public reads need no service: that module returns published rows only.
  'server/api': {
    values: [
      ...RULES,
      'server/load-once',
      'server/public-log',
      'server/services',
      'server/auth',
      'server/http',
      'server/storage/public-reads',
    ],
    types: [
      ...PASSED_IN,
      'server/work-queue',
      'server/live',
      'server/backup',
      'server/statistics',
      'server/webhooks',
      'server/alerts',
    ],
    packages: 'any',
  },
  // The page build itself is loaded by a dynamic import of its path.
  'server/http': {
    values: [
      ...RULES,
      FILES,
      'server/load-once',
      'server/request-id',
      'server/services',
      'server/auth',
      'server/storage/public-reads',
      'server/work-queue',
    ],
    types: [...PASSED_IN, 'web/page-services'],
    packages: 'any',
  },

  'server/senders': { values: ['core', 'contract', 'server'], packages: 'any' },
  'server/compose': { values: ['core', 'contract', 'server'], types: ['web/page-services'], packages: 'any' },
  'server/server': { values: ['core', 'contract', 'server'], packages: 'any' },
  'server/run-server': { values: ['core', 'contract', 'server'], packages: 'any' },
  'server/main': { values: ['core', 'contract', 'server'], packages: 'any' },
  cli: { values: ['core', 'contract', 'server'], packages: 'any' },

  web: { values: ['core', 'contract'], types: ['server'], packages: 'any' },
  'web/public': { values: ['core', 'contract', 'web'], types: ['server'], packages: 'any' },
  'web/admin': { values: ['core', 'contract', 'web'], types: ['server'], packages: 'any' },
};

const names = Object.keys(PARTS);

/** @param {string} name */
const pathOf = (name) => `^src/${name}([.]ts$|/)`;
/** @param {string} name */
const partsBelow = (name) => names.filter((other) => other.startsWith(`${name}/`));
/** @param {string} name */
const filesOf = (name) => ({ path: pathOf(name), pathNot: partsBelow(name).map(pathOf) });

/**
 * `server` as a whole is no part, so it allows all of them; `web` is one, so it allows only its own files.
 * @param {string[]} allowed
 */
const pathsOf = (allowed) =>
  allowed.map((name) => {
    const below = names.includes(name) ? partsBelow(name) : [];
    return below.length === 0
      ? pathOf(name)
      : `^src/${name}/(?!(${below.map((part) => part.slice(name.length + 1)).join('|')})/)`;
  });

const partRules = Object.entries(PARTS).flatMap(([name, { values, types = [], packages }]) => {
  const from = filesOf(name);
  const own = pathsOf([name, ...values]);
  const rules = [
    {
      name: `${name}: forbidden import`,
      from,
      to: { path: '^src/', pathNot: own, dependencyTypesNot: ['type-only'] },
    },
    {
      name: `${name}: forbidden type import`,
      from,
      to: { path: '^src/', pathNot: [...own, ...pathsOf(types)], dependencyTypes: ['type-only'] },
    },
  ];
  if (packages === 'any') return rules;
  const to = { path: '^(?!src/)', pathNot: packages.map((allowed) => `node_modules/${allowed}/`) };
  return [...rules, { name: `${name}: forbidden package`, from, to }];
});

const forbidden = [
  ...partRules,
  {
    name: 'file in no part',
    from: { path: '^src/', pathNot: names.map(pathOf) },
    to: {},
  },
  {
    name: 'built-in module in a page',
    comment: 'Built-in modules of Bun and Node do not exist there.',
    from: { path: '^src/web/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'development dependency in the product',
    from: { path: '^src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'unresolved import',
    from: {},
    to: { couldNotResolve: true, pathNot: ['/[+]types/', '[?]url$'] },
  },
  {
    name: 'drawing library in a page',
    comment: 'Only loaders draw, so that browsers do not load the library.',
    from: { path: '^src/', pathNot: '^src/web/public/statistics/(heat-map|sum-chart)[.]ts$' },
    to: { path: 'node_modules/d3-' },
  },
  {
    name: 'drawing in a page',
    comment: 'Only loaders draw, so that browsers do not load the library.',
    from: { path: '^src/web/', pathNot: '/load-statistics[.]ts$' },
    to: {
      path: '^src/web/public/statistics/(heat-map|sum-chart)[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: '.tsx outside of web',
    from: { path: '[.]tsx$', pathNot: '^src/web/' },
    to: {},
  },
  {
    name: 'cycle between files',
    comment: 'Type imports count as well.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'cycle between folders',
    comment: 'Type imports count as well.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'meaningless file name',
    from: {},
    to: { path: '/(utils?|helpers?|common|misc|index)[./]', pathNot: 'node_modules/' },
  },
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    exclude: { path: '[.]test[.]tsx?$' },
    doNotFollow: { path: 'node_modules' },
    builtInModules: { add: ['bun', 'bun:sqlite'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['bun', 'import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
