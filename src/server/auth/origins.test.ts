import { expect, test } from 'bun:test';
import { isCrossSite, ownOrigins } from './origins.ts';

test('a public site has one origin, a local one has three', () => {
  expect([...ownOrigins('https://results.example.org')]).toEqual(['https://results.example.org']);
  expect([...ownOrigins('http://localhost:3000')]).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]);
  expect(ownOrigins('http://127.0.0.1').has('http://localhost')).toBe(true);
});

test.each([
  [{}, false],
  [{ Origin: 'https://results.example.org' }, false],
  [{ Origin: 'https://results.example.org', 'Sec-Fetch-Site': 'same-origin' }, false],
  [{ Origin: 'http://results.example.org' }, true],
  [{ Origin: 'https://results.example.org:8443' }, true],
  [{ Origin: 'https://results.example.org.evil.example' }, true],
  [{ Origin: 'null' }, true],
  [{ 'Sec-Fetch-Site': 'cross-site' }, true],
  [{ Origin: 'https://results.example.org', 'Sec-Fetch-Site': 'cross-site' }, true],
])('isCrossSite for %p returns %p', (headers: Record<string, string>, foreign) => {
  expect(isCrossSite(new Headers(headers), ownOrigins('https://results.example.org'))).toBe(foreign);
});
