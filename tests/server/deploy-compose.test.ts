/** The parts of deploy/compose.yaml agree with each other and with the files that they name. */
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.mjs';
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

test('only nginx can be reached from outside', () => {
  expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['nginx']);
});

test('nginx knows exactly the nodes, by the port of the image', () => {
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

test('the nodes trust nginx alone, and use the database that is there', () => {
  for (const [, { environment }] of nodes) {
    expect(environment?.['TRUST_PROXY']).toBe(addressOf(nginx));
    expect(environment?.['DATABASE_URL']).toContain(`@${addressOf(services['postgres'] as Service)}:5432/`);
  }
});

test('nodes and nginx can write only what they must, and each node has its own data', () => {
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

test('each value that must be set is asked for by name and explained in .env.example', () => {
  const example = read('.env.example');
  const variables = [...text.matchAll(/\$\{(\w+)(:\?[^}]+|:-[^}]*)?\}/g)];
  for (const [, name = '', rule = ''] of variables) {
    expect([name, /^:[?-]/.test(rule)]).toEqual([name, true]);
    expect([name, new RegExp(`^#?${name}=`, 'm').test(example)]).toEqual([name, true]);
    if (rule.startsWith(':?')) expect([name, rule]).toEqual([name, `:?set ${name} in .env`]);
  }
  // A secret that everybody can read here would be none.
  expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
  expect(example).toMatch(/^AUTH_SECRET=$/m);
});
