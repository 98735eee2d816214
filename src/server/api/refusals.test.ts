import { describe, expect, test } from 'bun:test';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { errorResponse, refuseInvalid, refuseUnknownRoute } from './refusals.ts';

function thrownBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was refused');
}

describe('errorResponse', () => {
  test.each([
    [400, 'bad-json'],
    [413, 'too-large'],
    [415, 'wrong-content-type'],
  ] as const)("turns the framework's %d into a problem", async (status, code) => {
    const response = errorResponse(new HTTPException(status, { message: 'Not for the public' }));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, code });
  });

  test('throws an unexpected error again', () => {
    const bug = new TypeError('x is not a function');
    expect(() => errorResponse(bug)).toThrow(bug);
  });
});

describe('refuseInvalid', () => {
  const schema = z.object({
    slot: z.string({ error: 'Slot is required.' }),
    date: z.string({ error: 'Date is required.' }),
  });
  const refuse = (target: string, data: unknown) =>
    thrownBy(() => refuseInvalid({ target, data, ...schema.safeParse(data) } as never));

  test('lists an error for each field; the message is the first of them', () => {
    const { code, message, details } = refuse('json', {});
    expect([code, message]).toEqual(['invalid', 'Slot is required.']);
    expect(details.errors).toEqual({ slot: 'Slot is required.', date: 'Date is required.' });
  });

  test('reports a repeated query parameter as repeated, but a list in a body by its schema', () => {
    const data = { slot: 'a', date: ['a', 'b'] };
    expect(refuse('query', data).message).toBe('Give date only once.');
    expect(refuse('json', data).message).toBe('Date is required.');
  });

  test('lists at most 50 errors', () => {
    const list = z.array(z.literal('a'));
    const data = Array(10_000).fill('b');
    const { details } = thrownBy(() =>
      refuseInvalid({ target: 'json', data, ...list.safeParse(data) } as never),
    );
    expect(Object.keys(details.errors ?? {})).toHaveLength(50);
  });

  test('throws not-found for an invalid path parameter', () => {
    expect(refuse('param', {}).code).toBe('not-found');
  });

  test('accepts valid data', () => {
    expect(refuseInvalid({ target: 'json', success: true, data: {} })).toBeUndefined();
  });
});

test('throws not-found for an unknown path, and lists the methods of a known one', () => {
  expect(thrownBy(() => refuseUnknownRoute([])).code).toBe('not-found');
  const { code, details } = thrownBy(() => refuseUnknownRoute(['GET', 'DELETE']));
  expect([code, details.allow]).toEqual(['method-not-allowed', ['GET', 'HEAD', 'DELETE']]);
});
