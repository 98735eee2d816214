/** Calls of the API from a page. Distinguishes a refusal from a server that cannot be reached. */
import type { Problem } from '../../contract/problem.ts';
import { NoResponse } from './request-deadline.ts';

/** A problem that the page found itself has no request id. */
export type KnownProblem = Omit<Problem, 'requestId'> & Partial<Pick<Problem, 'requestId'>>;

/** A problem that the server returned. */
export class ApiProblem extends Error {
  readonly problem: KnownProblem;

  constructor(problem: KnownProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Handled like a server that cannot be reached: the cure is the same, to try again later. */
export const DATABASE_DOWN = 'database-down';

/** Throws an `ApiProblem` or, where the server or its database cannot be reached, `NoResponse`. */
export async function callServer(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  const isProblem = response.headers.get('Content-Type')?.includes('problem+json');
  const problem = isProblem ? await readJson<Problem>(response) : null;
  if (problem?.code === DATABASE_DOWN) throw new NoResponse(path);
  if (problem) throw new ApiProblem(problem);
  throw new Error(`${path} returned ${response.status}`);
}

/** Throws `NoResponse` when the connection breaks off within the body. */
export async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch (error) {
    throw new NoResponse(response.url, error);
  }
}

export const callApi = async <Answer>(path: string): Promise<Answer> => readJson(await callServer(path));
