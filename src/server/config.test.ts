import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { QUICKNET } from '../core/public-log/beacon-chain.ts';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const KEY = `8f${'3a'.repeat(95)}`;

describe('readConfig', () => {
  test('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('./data'),
      database: { kind: 'sqlite', file: resolve('./data/swarna-chakra.db') },
      baseUrl: null,
      signup: 'first',
      firstAdmin: null,
      smtpUrl: null,
      clockStart: null,
      passwordCost: 'full',
      backupEveryHours: 6,
      officialSiteUrl: null,
      logLevel: 'info',
    });
  });

  test('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', BASE_URL: ' ' })).toMatchObject({ port: 3000, baseUrl: null });
  });

  test('reads the settings from the environment', () => {
    const config = readConfig({
      PORT: '8080',
      BASE_URL: 'https://results.example/',
      DATABASE_URL: 'postgres://u:p@db/results',
      AUTH_SECRET: SECRET,
      ADMIN_EMAIL: 'a@example.org',
      ADMIN_PASSWORD: 'correct horse',
      CLOCK_START: '2026-11-15T04:29:50Z',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      PUSH_HOSTS: '127.0.0.1, Push.Example',
    });
    expect(config).toMatchObject({
      port: 8080,
      database: { kind: 'postgres', url: 'postgres://u:p@db/results' },
      baseUrl: 'https://results.example',
      firstAdmin: { email: 'a@example.org', password: 'correct horse' },
      clockStart: Date.UTC(2026, 10, 15, 4, 29, 50),
      pushHosts: ['127.0.0.1', 'push.example'],
    });
    expect(config.trustedProxies.check('10.1.2.3')).toBe(true);
    expect(config.trustedProxies.check('11.1.2.3')).toBe(false);
    expect(config.trustedProxies.check('::1', 'ipv6')).toBe(true);
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '3.5'],
    ['DATABASE_URL', 'mysql://db'],
    ['BASE_URL', 'results.example'],
    ['BASE_URL', 'https://results.example/path'],
    ['SIGNUP', 'maybe'],
    ['ADMIN_EMAIL', 'nobody'],
    ['AUTH_SECRET', 'short'],
    ['SMTP_URL', 'http://mail'],
    ['TRUST_PROXY', 'the-proxy'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '127.0.0.1/'],
    ['TRUST_PROXY', '::1/'],
    ['TRUST_PROXY', '10.0.0.0/8/24'],
    ['TRUST_PROXY', '10.0.0.0/0x8'],
    ['TRUST_PROXY', '10.0.0.0/1e1'],
    ['CLOCK_START', 'tomorrow'],
    ['TEST_PASSWORD_COST', 'low'],
    ['BACKUP_EVERY_HOURS', '-1'],
    ['WEBHOOK_PRIVATE_ADDRESSES', 'yes'],
    ['PUSH_HOSTS', 'push.example:8443'],
    ['PUSH_HOSTS', 'https://push.example'],
    ['PUSH_HOSTS', 'push.example/a'],
    ['PUSH_HOSTS', '*.push.example'],
    ['PUSH_HOSTS', 'a.example b.example'],
    ['PUSH_HOSTS', 'a.example,,b.example'],
    ['PUSH_HOSTS', 'user@push.example'],
    ['BEACON', 'drand'],
    ['BEACON', 'Quicknet'],
    ['BEACON', 'https://relay.example'],
    ['BEACON', `https://relay.example#${KEY}#1700000000`],
    ['BEACON', `https://relay.example#${KEY}#1700000000#3#`],
    ['BEACON', `relay.example#${KEY}#1700000000#3`],
    ['BEACON', `ftp://relay.example#${KEY}#1700000000#3`],
    ['BEACON', `https://a.example,https://b.example#${KEY}#1700000000#3`],
    ['BEACON', `https://relay.example#${KEY.slice(2)}#1700000000#3`],
    ['BEACON', `https://relay.example#${KEY}00#1700000000#3`],
    ['BEACON', `https://relay.example#${KEY.replace('a', 'g')}#1700000000#3`],
    ['BEACON', `https://relay.example#${KEY}#-1#3`],
    ['BEACON', `https://relay.example#${KEY}##3`],
    ['BEACON', `https://relay.example#${KEY}#1700000000000#3`],
    ['BEACON', `https://relay.example#${KEY}#1700000000#0`],
    ['BEACON', `https://relay.example#${KEY}#1700000000#2.5`],
    ['BEACON_URLS', 'relay.example'],
    ['BEACON_URLS', 'https://a.example,ftp://b.example'],
    ['BEACON_URLS', 'https://a.example https://b.example'],
    ['BEACON_URLS', 'https://relay.example/?key=1'],
    ['BEACON_URLS', 'https://relay.example/#a'],
    ['BEACON_URLS', 'https://user:word@relay.example'],
    ['BEACON_URLS', ', ,'],
    ['OFFICIAL_SITE_URL', 'javascript:alert(1)'],
    ['CONTACT_EMAIL', 'x'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_PORT', 'many'],
    ['METRICS_PORT', '70000'],
  ])('%s=%s throws a StartError of one line with the name and not the value', (name, value) => {
    const refusal = expect(() => readConfig({ [name]: value }));
    refusal.toThrow(StartError);
    try {
      readConfig({ [name]: value });
    } catch (error) {
      const line = String((error as Error).message);
      expect(line).toStartWith(`${name} must be `);
      expect(line.split('\n')).toHaveLength(1);
      expect(line).not.toContain(value);
    }
  });

  describe('BEACON', () => {
    const DRAND = [
      'https://api.drand.sh',
      'https://api2.drand.sh',
      'https://api3.drand.sh',
      'https://drand.cloudflare.com',
    ];
    const BEACON = `http://127.0.0.1:8080/beacon/#${KEY}#0#30`;
    const chain = {
      id: createHash('sha256').update(Buffer.from(KEY, 'hex')).digest('hex'),
      publicKey: KEY,
      genesis: 0,
      period: 30,
    };

    test.each([{}, { BEACON: 'quicknet' }])(
      'is quicknet with the public relays of drand: %j',
      (environment) => {
        expect(readConfig(environment).beacon).toEqual({ chain: QUICKNET, relays: DRAND });
      },
    );

    test('off is none, with and without BEACON_URLS', () => {
      expect(readConfig({ BEACON: 'off' }).beacon).toBeNull();
      expect(readConfig({ BEACON: 'off', BEACON_URLS: 'https://relay.example' }).beacon).toBeNull();
    });

    test("may be a chain of one's own, named by the hash of its key", () => {
      expect(readConfig({ BEACON }).beacon).toEqual({ chain, relays: ['http://127.0.0.1:8080/beacon'] });
    });

    test('accepts a key in upper case and stores it in lower case', () => {
      expect(readConfig({ BEACON: BEACON.replace(KEY, KEY.toUpperCase()) })).toEqual(readConfig({ BEACON }));
    });

    test('BEACON_URLS replaces the relays, without slashes at their end', () => {
      const BEACON_URLS = ' https://a.example/ ,http://b.example:8080/drand//,';
      const relays = ['https://a.example', 'http://b.example:8080/drand'];
      expect(readConfig({ BEACON_URLS }).beacon).toEqual({ chain: QUICKNET, relays });
      expect(readConfig({ BEACON, BEACON_URLS }).beacon).toEqual({ chain, relays });
    });
  });

  test('reports every invalid setting on a line of its own', () => {
    expect(() => readConfig({ PORT: 'abc', SIGNUP: 'maybe' })).toThrow(/^PORT .*\nSIGNUP .*$/);
  });

  test.each([
    {},
    { BASE_URL: 'http://localhost:3000' },
    { BASE_URL: 'https://127.0.0.1' },
    { BASE_URL: 'http://[::1]:80' },
  ])('TEST_PASSWORD_COST is accepted with a local BASE_URL: %j', (environment) => {
    const { passwordCost } = readConfig({ ...environment, TEST_PASSWORD_COST: 'minimal' });
    expect(passwordCost).toBe('minimal');
  });

  test.each([
    'https://results.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://192.0.2.1',
    'http://[2001:db8::1]',
  ])('TEST_PASSWORD_COST is refused with BASE_URL %s', (BASE_URL) => {
    const read = () => readConfig({ BASE_URL, TEST_PASSWORD_COST: 'minimal' });
    expect(read).toThrow(StartError);
    expect(read).toThrow(/^TEST_PASSWORD_COST [^\n]*public BASE_URL\.$/);
  });

  test('throws when only one of two dependent settings is set', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://db' })).toThrow(/AUTH_SECRET is required/);
    expect(() => readConfig({ ADMIN_EMAIL: 'a@example.org' })).toThrow(/must be set together/);
    expect(() => readConfig({ ADMIN_PASSWORD: 'correct horse' })).toThrow(/must be set together/);
  });
});
