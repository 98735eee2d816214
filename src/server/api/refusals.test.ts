import { describe, expect, test } from 'bun:test';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { answerError, refuseInvalid, refuseUnknown } from './refusals.ts';

function thrownBy(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was refused');
}

describe('answering errors', () => {
  test.each([
    [400, 'bad-json'],
    [413, 'too-large'],
    [415, 'wrong-content-type'],
  ] as const)("the framework's %d is ours", async (status, code) => {
    const answer = answerError(new HTTPException(status, { message: 'Not for the public' }));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ status, code });
  });

  test('a bug is passed on, not answered', () => {
    const bug = new TypeError('x is not a function');
    expect(() => answerError(bug)).toThrow(bug);
  });
});

describe('refusing what does not fit its schema', () => {
  const schema = z.object({
    slot: z.string({ error: 'Slot is required.' }),
    date: z.string({ error: 'Date is required.' }),
  });
  const refuse = (target: string, data: unknown) =>
    thrownBy(() => refuseInvalid({ target, data, ...schema.safeParse(data) } as never));

  test('names each field, and speaks of the first', () => {
    const { code, message, details } = refuse('json', {});
    expect([code, message]).toEqual(['invalid', 'Slot is required.']);
    expect(details.errors).toEqual({ slot: 'Slot is required.', date: 'Date is required.' });
  });

  test('says of a repeated parameter that it is one, but of a list in a body what the schema says', () => {
    const data = { slot: 'a', date: ['a', 'b'] };
    expect(refuse('query', data).message).toBe('Give date only once.');
    expect(refuse('json', data).message).toBe('Date is required.');
  });

  test('takes a name that no row can have for a row that is not there', () => {
    expect(refuse('param', {}).code).toBe('not-found');
  });

  test('lets pass what fits', () => {
    expect(refuseInvalid({ target: 'json', success: true, data: {} })).toBeUndefined();
  });
});

test('an unknown path is not found; a known one names its methods', () => {
  expect(thrownBy(() => refuseUnknown([])).code).toBe('not-found');
  const { code, details } = thrownBy(() => refuseUnknown(['GET', 'DELETE']));
  expect([code, details.allow]).toEqual(['method-not-allowed', ['GET', 'HEAD', 'DELETE']]);
});
