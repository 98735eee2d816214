/** deploy/compose.yaml is consistent with the image, the server's settings and the files that it names. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.mjs';
import { readConfig } from '../../src/server/config.ts';
import { environmentOf, readStages } from '../support/dockerfile.ts';

interface Service {
  environment?: Record<string, string>;
  networks: { inside: { ipv4_address: string } };
  ports?: string[];
  volumes: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
}

const read = (path: string): string => readFileSync(inProject('deploy', path), 'utf8');
const text = read('compose.yaml');
const { services } = Bun.YAML.parse(text) as { services: Record<string, Service> };
const nodes = Object.entries(services).filter(([name]) => /^node\d+$/.test(name));
const nginx = services['nginx'] as Service;
const addressOf = ({ networks }: Service): string => networks.inside.ipv4_address;

/** Replaces variables as compose does: by the value of .env, or the default. */
const fillIn = (value: string, values: Record<string, string>): string =>
  value.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name, byDefault = '') => values[name] || byDefault);

test('only nginx can be reached from outside', () => {
  expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['nginx']);
});

test('nginx lists exactly the nodes, with the port of the image', () => {
  const [, final = []] = readStages(inProject('deploy/Dockerfile'));
  const port = environmentOf(final)['PORT'];
  const listed = [...read('compose-nginx/nodes.conf').matchAll(/^server (\S+) (backup)?/gm)];
  const expected = nodes.map(([, node]) => `${addressOf(node)}:${port}`);
  expect(expected).toHaveLength(2);
  const listedAs = (backup: string | undefined) =>
    listed.filter(([, , word]) => word === backup).map(([, address]) => address);
  expect(listedAs(undefined)).toEqual(expected);
  expect(listedAs('backup')).toEqual(expected);
});

test('the nodes trust nginx only, and use the database service', () => {
  for (const [, { environment }] of nodes) {
    expect(environment?.['TRUST_PROXY']).toBe(addressOf(nginx));
    expect(environment?.['DATABASE_URL']).toContain(`@${addressOf(services['postgres'] as Service)}:5432/`);
  }
});

test('each setting of the server is passed on, except those that do not apply', () => {
  const source = readFileSync(inProject('src/server/config.ts'), 'utf8');
  const settings = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name);
  expect(settings).toContain('DATABASE_URL');
  // The image sets the first three; the others are for tests and demos.
  const notHere = ['HOST', 'PORT', 'DATA_DIR', 'CLOCK_START', 'TEST_PASSWORD_COST'];
  for (const [, { environment = {} }] of nodes) {
    expect([...Object.keys(environment), ...notHere].sort()).toEqual(settings.sort());
  }
});

test('settings that are not in .env have the defaults of the server', () => {
  const required = {
    AUTH_SECRET: 'x'.repeat(32),
    BASE_URL: 'https://results.example.org',
    POSTGRES_PASSWORD: 'x',
  };
  for (const [, { environment = {} }] of nodes) {
    const filledIn = Object.entries(environment).map(([name, value]) => [name, fillIn(value, required)]);
    const passedOn = readConfig(Object.fromEntries(filledIn));
    const { database, trustedProxies } = passedOn;
    const expected = { ...readConfig({ ...required, LOG_FORMAT: 'json' }), database, trustedProxies };
    expect(passedOn).toEqual(expected);
  }
});

test('metrics can be scraped from the network of the containers', () => {
  for (const [, { environment = {} }] of nodes) {
    const [host = '', port = ''] = ['METRICS_HOST', 'METRICS_PORT'].map((name) =>
      fillIn(environment[name] ?? '', { METRICS_PORT: '9464' }),
    );
    expect(readConfig({ METRICS_HOST: host, METRICS_PORT: port }).metrics).toEqual({
      host: '0.0.0.0',
      port: 9464,
    });
  }
});

test('nodes and nginx are read-only without capabilities, and each node has its own data', () => {
  for (const service of [...nodes.map(([, node]) => node), nginx]) {
    expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
  }
  expect(new Set(nodes.flatMap(([, { volumes }]) => volumes)).size).toBe(nodes.length);
});

test('each file that is mounted exists', () => {
  const sources = nginx.volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((path) => path.startsWith('./'));
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((path) => !existsSync(join(inProject('deploy'), path)))).toEqual([]);
});

test('each variable is in .env.example, and a missing required one is named', () => {
  const example = read('.env.example');
  const variables = [...text.matchAll(/\$\{(\w+)(:\?[^}]+|:-[^}]*)?\}/g)];
  for (const [, name = '', rule = ''] of variables) {
    expect([name, /^:[?-]/.test(rule)]).toEqual([name, true]);
    expect([name, new RegExp(`^#?${name}=`, 'm').test(example)]).toEqual([name, true]);
    if (rule.startsWith(':?')) expect([name, rule]).toEqual([name, `:?set ${name} in .env`]);
  }
  // An example value would be a publicly known secret.
  expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
  expect(example).toMatch(/^AUTH_SECRET=$/m);
});
