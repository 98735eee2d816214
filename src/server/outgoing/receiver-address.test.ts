import { describe, expect, test } from 'bun:test';
import { networkInterfaces } from 'node:os';
import { isPublicAddress, ReceiverRefused, receiverProblem, resolveReceiver } from './receiver-address.ts';

const PRIVATE = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.0.1', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1', '192.168.255.255'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255'],
  ...['240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  ...['0:0:0:0:0:ffff:c0a8:101', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1'],
  ...['64:ff9b:1::a00:1', '100::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:2::1'],
  ...['2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::1', '3fff::1', '3fff:fff::1', '5f00::1'],
  ...[
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ],
];

const PUBLIC = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255'],
  ...['128.0.0.1', '168.63.129.17', '169.253.255.255', '172.15.255.255', '172.32.0.1', '192.0.1.1'],
  ...['192.167.255.255', '192.169.0.1', '198.17.255.255', '198.20.0.1', '223.255.255.255'],
  ...[
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2400:cb00::1',
  ],
];

test.each(PRIVATE)('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['', 'localhost', '1.2.3', '1.2.3.4.5', '1.2.3.4/8', ':::'])('%p is no address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

describe('an address is refused when it is saved', () => {
  test.each([
    'https://localhost/',
    'https://LOCALHOST:8443/hook',
    'https://localhost./',
    'https://app.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/latest/meta-data',
    'https://[0:0:0:0:0:0:0:1]:8443/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1./',
  ])('%s is private', (url) => {
    expect(receiverProblem(url, 'public')).toContain('private network');
    expect(receiverProblem(url, 'any')).toBeNull();
  });

  test('http', () => {
    expect(receiverProblem('http://partner.example/', 'public')).toContain('https://');
    expect(receiverProblem('http://partner.example/', 'any')).toBeNull();
  });

  test.each([
    'https://partner.example/hooks?x=1',
    'https://8.8.8.8:8443/',
    'https://[2606:4700::1]/',
    'https://mylocalhost/',
  ])('%s is not', (url) => {
    expect(receiverProblem(url, 'public')).toBeNull();
  });

  test('an address of this machine, in any way of writing it', () => {
    const own = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address, family } of own) {
      const [withoutZone = ''] = address.split('%');
      const host = family === 'IPv6' ? `[${withoutZone}]` : address;
      expect(receiverProblem(`https://${host}/`, 'public')).toContain('private network');
    }
  });
});

describe('a name is refused after it was resolved', () => {
  const resolve = (url: string, allowed: 'public' | 'any') => resolveReceiver(new URL(url), allowed);

  const resolveTo = (...addresses: string[]) =>
    resolveReceiver(new URL('https://partner.example/'), 'public', async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['::1']],
    [['::ffff:169.254.169.254']],
    // One of several is enough: the connection could be made to any of them.
    [['8.8.8.8', '192.168.0.1']],
    [['2606:4700::1', 'fe80::1']],
  ])('to %p', async (addresses) => {
    const refusal = await resolveTo(...addresses).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ReceiverRefused);
    expect(String(refusal)).toContain('private network');
    for (const address of addresses) expect(String(refusal)).not.toContain(address);
  });

  test('not to public addresses', async () => {
    expect(await resolveTo('8.8.8.8', '2606:4700::1')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  test('not with private addresses allowed', async () => {
    expect((await resolve('http://localhost:1/', 'any')).length).toBeGreaterThan(0);
  });

  test('that does not exist', async () => {
    await expect(resolve('https://no-such-name.invalid/', 'any')).rejects.toThrow('cannot be resolved');
  });

  test('a literal address is returned as it is', async () => {
    expect(await resolve('https://8.8.8.8/', 'public')).toEqual([{ address: '8.8.8.8', family: 4 }]);
    expect(await resolve('https://[2606:4700::1]/', 'public')).toEqual([
      { address: '2606:4700::1', family: 6 },
    ]);
  });
});
