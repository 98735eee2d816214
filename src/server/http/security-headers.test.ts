import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { allowFrames, commonHeaders, pagePolicy, policyFor } from './security-headers.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const MARK = 'mark-of-this-rendering';
const scriptSources = (policy: string) => policy.split('; ').find((part) => part.startsWith('script-src'));

test('allows exactly the inline scripts that were marked during rendering', () => {
  const { html, policy } = policyFor(
    `<script nonce="${MARK}">one()</script><script type="module" async="" nonce="${MARK}">two()</script>
    <script src="/a.js" nonce="${MARK}"></script><script type="application/ld+json">{"a":1}</script>
    <article><script>stolen()</script><script nonce="guess">guessed()</script></article>
    <link rel="preload" nonce="${MARK}"/>`,
    MARK,
  );
  expect(scriptSources(policy)).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')}`);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toContain(MARK);
  expect(html).toContain('<script>one()</script>');
});

test('allows exactly the inline styles that were marked during rendering', () => {
  const { html, policy } = policyFor(
    `<style nonce="${MARK}">a > b { color: red }</style><script nonce="${MARK}">one()</script>
    <article><style>stolen</style><style nonce="guess">guessed</style></article>`,
    MARK,
  );
  expect(policy).toContain(`; style-src 'self' ${hashOf('a > b { color: red }')}; `);
  expect(scriptSources(policy)).toBe(`script-src 'self' ${hashOf('one()')}`);
  expect(html).toContain('<style>a > b { color: red }</style>');
});

test('sets Strict-Transport-Security only for an https site', () => {
  expect(commonHeaders('https://a.example')['Strict-Transport-Security']).toBeDefined();
  expect(commonHeaders('http://localhost:3000')['Strict-Transport-Security']).toBeUndefined();
});

const headersAt = (path: string, type = 'text/html; charset=utf-8') => {
  const headers = new Headers({
    ...commonHeaders('https://a.example'),
    'Content-Security-Policy': pagePolicy(),
    'Content-Type': type,
  });
  allowFrames(headers, path);
  return {
    frames: headers.get('Content-Security-Policy')?.split('; ').at(-1),
    options: headers.get('X-Frame-Options'),
  };
};

test('only the pages at two exact paths may be framed, and only pages', () => {
  const allowed = { frames: 'frame-ancestors *', options: null };
  const refused = { frames: "frame-ancestors 'none'", options: 'DENY' };
  expect(headersAt('/embed')).toEqual(allowed);
  expect(headersAt('/ml/embed')).toEqual(allowed);
  for (const path of [
    '/',
    '/embed/',
    '/embed/code',
    '/embed.data',
    '/EMBED',
    '/ml/embed/',
    '//embed',
    '/board',
  ]) {
    expect(headersAt(path)).toEqual(refused);
  }
  expect(headersAt('/embed', 'application/problem+json')).toEqual(refused);
});
