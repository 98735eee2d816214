import { describe, expect, test } from 'bun:test';
import { BlockList } from 'node:net';
import { identifyClient } from './client-address.ts';

const trusted = new BlockList();
trusted.addAddress('10.0.0.1');
trusted.addAddress('10.0.0.2');

const headers = (values: Record<string, string> = {}) => new Headers(values);

describe('identifyClient', () => {
  test('is the socket when nobody stands between', () => {
    for (const address of ['203.0.113.9', '127.0.0.1', '::1']) {
      expect(identifyClient(address, headers(), trusted).address).toBe(address);
    }
    expect(identifyClient('::ffff:127.0.0.1', headers(), trusted).address).toBe('127.0.0.1');
  });

  test('does not believe a stranger about who he is', () => {
    const forged = headers({ 'x-forwarded-for': '127.0.0.1' });
    expect(identifyClient('203.0.113.9', forged, trusted).address).toBe('203.0.113.9');
  });

  test('believes trusted proxies, reading from the right', () => {
    const chain = headers({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.2' });
    expect(identifyClient('10.0.0.1', chain, trusted).address).toBe('203.0.113.9');
  });

  test('falls back to the socket when the header holds no address', () => {
    expect(identifyClient('10.0.0.1', headers({ 'x-forwarded-for': '<script>' }), trusted).address).toBe(
      '10.0.0.1',
    );
    expect(identifyClient('10.0.0.1', headers(), trusted).address).toBe('10.0.0.1');
  });
});
