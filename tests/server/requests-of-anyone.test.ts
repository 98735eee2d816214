/** Requests that anyone may send take turns by network, before their bodies are parsed. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { problemSchema } from '../../src/contract/problem.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

setDefaultTimeout(30_000);

/** More than may wait for one network. */
const REQUESTS = 250;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => server.stop());

const send = (address: string, [method, path]: readonly [string, string], body?: string) =>
  fetch(server.url + path, {
    method,
    headers: {
      Origin: server.url,
      'X-Forwarded-For': address,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });

const CALLS = [
  ['DELETE', '/api/push'],
  ['POST', '/api/contact'],
  ['POST', '/api/auth/reset-password'],
  ['GET', '/api/auth/get-session'],
] as const;

test.each(CALLS)(
  '%s %s: too many of one network are refused, those of another one are not',
  async (method, path) => {
    const call = [method, path] as const;
    const body = method === 'GET' ? undefined : '{}';
    const ofOne = Array.from({ length: REQUESTS }, () => send('198.51.100.1', call, body));
    const ofOther = await send('203.0.113.1', call, body);
    const refused = (await Promise.all(ofOne)).filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) {
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(problemSchema.parse(await response.json()).code).toBe('busy');
    }
    expect(ofOther.status).not.toBe(503);
  },
);
