import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { commonHeaders, policyFor } from './security-headers.ts';

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

test('sets Strict-Transport-Security only for an https site', () => {
  expect(commonHeaders('https://a.example')['Strict-Transport-Security']).toBeDefined();
  expect(commonHeaders('http://localhost:3000')['Strict-Transport-Security']).toBeUndefined();
});
