import { describe, expect, test } from 'bun:test';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { identifyClient } from './client-address.ts';

const trusted = new BlockList();
trusted.addAddress('10.0.0.1');
trusted.addAddress('10.0.0.2');

const headers = (values: Record<string, string> = {}) => new Headers(values);

describe('identifyClient', () => {
  test('returns the socket address without a proxy', () => {
    for (const address of ['203.0.113.9', '127.0.0.1', '::1']) {
      expect(identifyClient(address, headers(), trusted).address).toBe(address);
    }
    expect(identifyClient('::ffff:127.0.0.1', headers(), trusted).address).toBe('127.0.0.1');
  });

  test('ignores X-Forwarded-For of an untrusted client', () => {
    const forged = headers({ 'x-forwarded-for': '127.0.0.1' });
    expect(identifyClient('203.0.113.9', forged, trusted).address).toBe('203.0.113.9');
  });

  test('reads X-Forwarded-For of trusted proxies from the right', () => {
    const chain = headers({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.2' });
    expect(identifyClient('10.0.0.1', chain, trusted).address).toBe('203.0.113.9');
  });

  test('returns the socket address if the header has no valid address', () => {
    expect(identifyClient('10.0.0.1', headers({ 'x-forwarded-for': '<script>' }), trusted).address).toBe(
      '10.0.0.1',
    );
    expect(identifyClient('10.0.0.1', headers(), trusted).address).toBe('10.0.0.1');
  });

  const forwardedFor = (value: string) =>
    identifyClient('10.0.0.1', headers({ 'x-forwarded-for': value }), trusted).address;

  test.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:DB8::1]', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['203.0.113.7, ', '203.0.113.7'],
    ['203.0.113.7,, ,10.0.0.2,', '203.0.113.7'],
    ['203.0.113.7, ::ffff:10.0.0.2, ::ffff:a00:2', '203.0.113.7'],
    ['  203.0.113.7\t', '203.0.113.7'],
    ['203.0.113.7, 10.0.0.2:8080', '203.0.113.7'],
    [',,,', '10.0.0.1'],
    ['6.6.6.6, unknown', '10.0.0.1'],
    ['6.6.6.6, 999.1.1.1', '10.0.0.1'],
  ])('reads %p', (value, address) => {
    expect(forwardedFor(value)).toBe(address);
  });

  test('reads several header lines as one list', () => {
    const lines = new Headers([
      ['x-forwarded-for', '6.6.6.6'],
      ['x-forwarded-for', '203.0.113.7'],
      ['x-forwarded-for', '10.0.0.2'],
    ]);
    expect(identifyClient('10.0.0.1', lines, trusted).address).toBe('203.0.113.7');
  });

  test('reads ten thousand hops', () => {
    expect(forwardedFor(`${'6.6.6.6, '.repeat(10_000)}203.0.113.7`)).toBe('203.0.113.7');
    expect(forwardedFor(`203.0.113.7${', 10.0.0.2'.repeat(10_000)}`)).toBe('203.0.113.7');
  });

  test('matches a proxy in every form of its address', () => {
    const proxies = new BlockList();
    proxies.addAddress('::ffff:10.0.0.7', 'ipv6');
    proxies.addSubnet('2001:db8:a::', 48, 'ipv6');
    proxies.addSubnet('10.9.0.0', 16);
    const chain = headers({ 'x-forwarded-for': '203.0.113.7' });
    for (const proxy of [
      '10.0.0.7',
      '::ffff:10.0.0.7',
      '::FFFF:a00:7',
      '2001:DB8:A:0::1',
      '::ffff:10.9.8.7',
    ]) {
      expect(identifyClient(proxy, chain, proxies).address, proxy).toBe('203.0.113.7');
    }
    expect(identifyClient('::ffff:10.8.0.1', chain, proxies).address).toBe('10.8.0.1');
  });

  test('returns the same network for all addresses of a /64', () => {
    const networks = ['2001:db8:1:2::1', '[2001:DB8:1:2:ffff::2]:443', '2001:0db8:0001:0002::3'].map(
      (value) => identifyClient('10.0.0.1', headers({ 'x-forwarded-for': value }), trusted).network,
    );
    expect(new Set(networks)).toEqual(new Set(['2001:db8:1:2::/64']));
  });

  test('never throws for any socket address and header', () => {
    expect(identifyClient('', headers(), trusted)).toMatchObject({ address: '', network: 'unknown' });
    fc.assert(
      fc.property(fc.string(), fc.stringMatching(/^[\x21-\x7e ,:[\]]*$/), (socket, value) => {
        const forwarded = headers({ 'x-forwarded-for': value });
        for (const address of [socket, '10.0.0.1']) {
          expect(identifyClient(address, forwarded, trusted).network).not.toBe('');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
