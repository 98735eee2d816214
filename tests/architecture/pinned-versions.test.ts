/** Dependencies and actions have exact versions, and the lock file works with any registry. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';

const readManifest = (folder: string) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const manifest = readManifest('.');
const PACKAGES = ['.', 'bench/lighthouse'];

test.each(PACKAGES)('each dependency of %s has an exact version', (folder) => {
  const { dependencies, devDependencies, overrides } = readManifest(folder);
  const versions = { ...dependencies, ...devDependencies, ...overrides };
  const ranges = Object.entries<string>(versions).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
});

test.each(PACKAGES)('the lock file of %s names no registry', (folder) => {
  const lockFile = readFileSync(`${folder}/package-lock.json`, 'utf8');
  expect(lockFile).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
});

test.each(readdirSync('.github/workflows'))(
  '%s pins actions to a commit and has only read permission',
  (name) => {
    const workflow = readFileSync(`.github/workflows/${name}`, 'utf8');
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
    expect(Bun.YAML.parse(workflow)).toMatchObject({ permissions: { contents: 'read' } });
  },
);

test('Renovate does not exclude a version that is in use', () => {
  const { packageRules } = JSON.parse(readFileSync('renovate.json', 'utf8'));
  const installed = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
  const rules = packageRules.filter((rule: { allowedVersions?: string }) => rule.allowedVersions);
  expect(rules.length).toBeGreaterThan(0);
  for (const { matchPackageNames, allowedVersions } of rules) {
    const excluded = new RegExp(allowedVersions.slice(2, -1));
    for (const name of matchPackageNames) if (installed[name]) expect(installed[name]).not.toMatch(excluded);
  }
});
