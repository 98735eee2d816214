/** Calls about one draw: where it is gone, that is what is said. */
import { ApiProblem } from '../../../live/call-api.ts';

const GONE = 'Someone else has deleted this draw meanwhile.';

export async function aboutDraw<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.problem.status === 404;
    throw isGone ? new ApiProblem({ ...error.problem, detail: GONE }) : error;
  }
}
