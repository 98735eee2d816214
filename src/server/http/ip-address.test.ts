import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { networkOf, normalizeAddress, wideNetworkOf } from './ip-address.ts';

describe('normalizeAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:DB8::', '2001:db8::'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['::ffff:0.0.0.0', '0.0.0.0'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['::1', '::1'],
  ])('returns %s as %s', (text, address) => {
    expect(normalizeAddress(text)).toBe(address);
  });

  test.each([
    '',
    'nonsense',
    '203.0.113',
    '203.0.113.07',
    '1::2::3',
    '203.0.113.7:80',
    '[::1]',
    'fe80::1%',
    '::1/64',
  ])('returns null for %p', (text) => {
    expect(normalizeAddress(text)).toBeNull();
  });
});

describe('networkOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8::', '2001:db8:0:0::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:0db8:0000::0009', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('returns for %s the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('returns one network for all text that is not an address', () => {
    const networks = ['', 'nonsense', 'Nonsense', '1.2.3', '::1/64', '9'.repeat(100_000)].map(networkOf);
    expect(new Set(networks)).toEqual(new Set(['unknown']));
  });

  test('returns the same network for every spelling of an address and for all of its /64', () => {
    const anyGroup = fc.oneof(fc.constant(0), fc.nat({ max: 0xffff }));
    const anyGroups = (length: number) => fc.array(anyGroup, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(anyGroups(4), anyGroups(4), anyGroups(4), (prefix, host, neighbour) => {
        fc.pre(prefix.some((group) => group > 0));
        const long = [...prefix, ...host].map((group) => group.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        const near = [...prefix, ...neighbour].map((group) => group.toString(16)).join(':');
        const expected = `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
        for (const text of [long, long.toUpperCase(), short, `${short}%1`, near]) {
          expect(networkOf(text)).toBe(expected);
          const [first, second, third] = prefix.map((group) => group.toString(16));
          expect(wideNetworkOf(text)).toBe(`${first}:${second}:${third}::/48`);
        }
      }),
    );
  });

  test('never throws', () => {
    const anyText = fc.oneof(fc.string(), fc.ipV6(), fc.stringMatching(/^[\da-fA-F:.%[\]/]{0,40}$/));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(networkOf(text)).toBeString();
      }),
      { numRuns: 2_000 },
    );
  });
});
