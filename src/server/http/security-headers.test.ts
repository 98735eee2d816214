import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { commonHeaders, pagePolicy } from './security-headers.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test("a page's policy names exactly its own inline scripts", () => {
  const html = `<script>one()</script><script type="module" async="">two()</script>
    <script src="/a.js"></script><script type="application/ld+json">{"a":1}</script>`;
  const scripts = pagePolicy(html)
    .split('; ')
    .find((part) => part.startsWith('script-src'));
  expect(scripts).toBe(`script-src 'self' ${hashOf('one()')} ${hashOf('two()')}`);
  expect(pagePolicy(html)).not.toContain('unsafe');
});

test('only an https site asks for https ever after', () => {
  expect(commonHeaders('https://a.example')['Strict-Transport-Security']).toBeDefined();
  expect(commonHeaders('http://localhost:3000')['Strict-Transport-Security']).toBeUndefined();
});
