/** Calls of the public API from a page; what it refuses, and why, reaches the caller as an `ApiProblem`. */
import type { Problem } from '../../contract/problem.ts';

export class ApiProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Anything but an `ApiProblem` that is thrown here means that the server did not answer as it should. */
export async function callApi<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, body === undefined ? {} : postOf(body));
  if (response.ok) return (await response.json()) as Answer;
  if (response.headers.get('Content-Type')?.includes('problem+json'))
    throw new ApiProblem((await response.json()) as Problem);
  throw new Error(`${path} answered ${response.status}`);
}

const postOf = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
