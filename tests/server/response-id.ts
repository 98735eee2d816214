/** The id of a response. */
import { expect } from 'bun:test';
import { problemSchema } from '../../src/contract/problem.ts';

export const TOKEN = /^[A-Za-z0-9._-]{8,64}$/;

const PROBLEM = 'application/problem+json';

/** Returns the id of a response, and checks that a problem has it in its body. */
export async function idOf(response: Response): Promise<string> {
  const id = response.headers.get('X-Request-Id') ?? '';
  expect(id).toMatch(TOKEN);
  const type = response.headers.get('Content-Type');
  if (type === PROBLEM) expect(problemSchema.parse(await response.json()).requestId).toBe(id);
  else await response.body?.cancel();
  return id;
}
