/** Distinguishes what the server refused from what failed, with a text for either. */
import { ApiProblem } from '../../api/call-api.ts';

/** Any other error means that the server failed or could not be reached. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.problem.status < 500;

export const isRefusedWith = (error: unknown, code: string): error is ApiProblem =>
  isRefusal(error) && error.problem.code === code;

/** The server's own text for a refusal; otherwise `unreachableText`. */
export const failureText = (error: unknown, unreachableText: string): string =>
  isRefusal(error) ? error.problem.detail : unreachableText + failureIdText(error);

/** The id finds a failure in the server's log; an outage or a restart is not logged by request. */
function failureIdText(error: unknown): string {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'internal') return '';
  const { requestId } = error.problem;
  return requestId === undefined ? '' : ` (Request id: ${requestId})`;
}

export const withDetail = ({ problem }: ApiProblem, detail: string): ApiProblem =>
  new ApiProblem({ ...problem, detail });

/** Shows a refusal with that code at a field, for calls in which the server names no fields. */
export function asFieldError(error: unknown, code: string, field: string): unknown {
  if (!isRefusedWith(error, code)) return error;
  return new ApiProblem({ ...error.problem, errors: { [field]: error.problem.detail } });
}
