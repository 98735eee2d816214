/** Calls of the admin API. A session that ended meanwhile is asked for again, and the call then made anew. */
import type { Problem } from '../../../contract/problem.ts';
import { ApiProblem } from '../../live/call-api.ts';

export interface CallOptions {
  body?: unknown;
  /** The row as it was when it was read: if someone has changed it since, the call is refused with a 412. */
  etag?: string;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Settles once somebody has signed in again; fails when they would rather not. */
export type SignInAgain = () => Promise<void>;

export interface AdminApi {
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  post<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  put<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  patch<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<void>;
}

export function createAdminApi(signInAgain: SignInAgain): AdminApi {
  const call =
    (method: Method) =>
    async <Answer>(path: string, options: CallOptions = {}): Promise<Answer> => {
      try {
        return await send<Answer>(method, path, options);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.problem.status !== 401) throw error;
        await signInAgain();
        return send<Answer>(method, path, options);
      }
    };
  return {
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

/** Without asking for anybody's session: for signing in itself. */
export async function send<Answer>(
  method: Method,
  path: string,
  { body, etag, signal }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && {
        'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
      }),
      ...(etag !== undefined && { 'If-Match': etag }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.status === 204) return undefined as Answer;
  if (response.ok) return (await response.json()) as Answer;
  if (response.headers.get('Content-Type')?.includes('problem+json')) {
    throw new ApiProblem((await response.json()) as Problem);
  }
  throw new Error(`${path} answered ${response.status}`);
}
