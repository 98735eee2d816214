/** Tells what the server refused from what failed, and says either in words. */
import { ApiProblem } from '../../live/call-api.ts';

/** Whether the server understood and said no; anything else means that it failed or could not be reached. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.problem.status < 500;

export const isRefusedWith = (error: unknown, code: string): error is ApiProblem =>
  isRefusal(error) && error.problem.code === code;

/** The server's own words for a refusal; `unreachableText` where it failed or could not be reached. */
export const failureText = (error: unknown, unreachableText: string): string =>
  isRefusal(error) ? error.problem.detail : unreachableText + failureIdText(error);

/** By its id a failure can be found in the server's log; an outage or a restart needs none. */
function failureIdText(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'internal') return '';
  const { requestId } = error.problem;
  return requestId === undefined ? '' : ` (Request id: ${requestId})`;
}

export const withDetail = ({ problem }: ApiProblem, detail: string): ApiProblem =>
  new ApiProblem({ ...problem, detail });

/** Puts a refusal beside the field that it is about, where the server does not know the form. */
export function blameField(error: unknown, code: string, field: string): unknown {
  if (!isRefusedWith(error, code)) return error;
  return new ApiProblem({ ...error.problem, errors: { [field]: error.problem.detail } });
}
