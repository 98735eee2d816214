import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { callServer, readJson } from './call-api.ts';
import { isNoResponse, NoResponse, REQUEST_DEADLINE, setRequestDeadline } from './request-deadline.ts';

/** A server whose response depends on the path. */
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => {
    switch (new URL(url).pathname) {
      case '/silent':
        return new Promise<Response>(() => {});
      case '/breaks-off':
        return new Response(new ReadableStream({ start: (body) => body.enqueue('{"half":') }));
      case '/database':
        return Response.json(
          { code: 'database-down', detail: 'The database does not respond.' },
          { status: 503, headers: { 'Content-Type': 'application/problem+json' } },
        );
      default:
        return Response.json({ time: 1 });
    }
  },
});
server.unref();
const at = (path: string) => new URL(path, server.url).href;

const browserFetch = globalThis.fetch;
beforeEach(() => {
  jest.useFakeTimers();
  setRequestDeadline(globalThis);
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = browserFetch;
});

/** The error of a rejected promise. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a request without a response fails at the deadline', async () => {
  const failure = failureOf(fetch(at('/silent')));
  jest.advanceTimersByTime(REQUEST_DEADLINE - 1);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  jest.advanceTimersByTime(1);
  expect(await failure).toBeInstanceOf(NoResponse);
});

test('a request that asks for none has no deadline', async () => {
  const controller = new AbortController();
  const failure = failureOf(fetch(at('/silent'), { hasNoDeadline: true, signal: controller.signal }));
  jest.advanceTimersByTime(2 * REQUEST_DEADLINE);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  controller.abort();
});

test('a response that is cut off fails at the deadline', async () => {
  const response = await callServer(at('/breaks-off'));
  const failure = failureOf(readJson(response));
  jest.advanceTimersByTime(REQUEST_DEADLINE);
  expect(isNoResponse(await failure)).toBe(true);
});

test('an unreachable server and an unreachable database fail the same way', async () => {
  expect(await failureOf(callServer('http://127.0.0.1:1/'))).toBeInstanceOf(NoResponse);
  expect(await failureOf(callServer(at('/database')))).toBeInstanceOf(NoResponse);
});

test('a cancelled request fails with the reason of its caller', async () => {
  const controller = new AbortController();
  const failure = failureOf(fetch(at('/silent'), { signal: controller.signal }));
  const reason = new Error('No longer wanted');
  controller.abort(reason);
  expect(await failure).toBe(reason);
});

test('a response in time is returned unchanged', async () => {
  const response = await callServer(at('/'));
  jest.advanceTimersByTime(REQUEST_DEADLINE / 2);
  expect(await readJson<{ time: number }>(response)).toEqual({ time: 1 });
});
