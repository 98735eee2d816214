/**
 * Calls of the admin API. When the session has ended, a call waits until the person has signed in again and is then
 * repeated. After they left, every call throws: nothing is sent in the name of the next user.
 */
import { ApiProblem, callServer, readJson } from '../../api/call-api.ts';

export interface CallOptions {
  body?: unknown;
  /** Sent as `If-Match`: the server refuses the call with a 412 if someone has changed the row since. */
  etag?: string;
  /** A repeated call with the same key creates nothing and returns the existing row. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** For work that may take minutes. */
  hasNoDeadline?: boolean;
  /** Sent even if the page is closed meanwhile. */
  keepalive?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The time during which one person uses the panel, from signing in to signing out. */
export interface UserSession {
  isOver(): boolean;
  /** The session has ended, and the person has not signed in again yet. */
  isInterrupted(): boolean;
  /** Resolves once they have signed in again; rejects when they leave instead. */
  signInAgain(): Promise<void>;
}

/** A response with its `ETag`, for rows that do not contain it. */
export interface Tagged<Answer> {
  answer: Answer;
  etag: string;
}

export interface AdminApi {
  getTagged<Answer>(path: string, options?: CallOptions): Promise<Tagged<Answer>>;
  putTagged<Answer>(path: string, options?: CallOptions): Promise<Tagged<Answer>>;
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  post<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  put<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  patch<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<void>;
}

export function createAdminApi(userSession: UserSession): AdminApi {
  async function signedIn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    // Another person may have signed in in another tab: the call would go out in their name.
    if (userSession.isInterrupted()) await userSession.signInAgain();
    refuseIfOver();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiProblem && error.problem.code === 'unauthenticated')) throw error;
      refuseIfOver();
      await userSession.signInAgain();
      return work();
    }
  }
  function refuseIfOver(): void {
    if (userSession.isOver()) throw new Error('The user has signed out.');
  }
  const call =
    (method: Method) =>
    <Answer>(path: string, options?: CallOptions) =>
      signedIn(() => send<Answer>(method, path, options));
  return {
    getTagged: (path, options) => signedIn(() => sendForTag('GET', path, options)),
    putTagged: (path, options) => signedIn(() => sendForTag('PUT', path, options)),
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: (path, options) => call('DELETE')<void>(path, options).catch(explainKept),
  };
}

/** The server's text for a 412 is about saving, not about deleting. */
function explainKept(error: unknown): never {
  if (!(error instanceof ApiProblem && error.problem.code === 'stale')) throw error;
  const detail = 'Someone else has changed this meanwhile. It was not deleted.';
  throw new ApiProblem({ ...error.problem, detail });
}

/** A call that needs no session, as for signing in. */
export async function send<Answer>(method: Method, path: string, options?: CallOptions): Promise<Answer> {
  const response = await exchange(method, path, options);
  return response.status === 204 ? (undefined as Answer) : readJson(response);
}

async function sendForTag<Answer>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<Tagged<Answer>> {
  const response = await exchange(method, path, options);
  return { answer: await readJson<Answer>(response), etag: response.headers.get('ETag') ?? '' };
}

const exchange = (
  method: Method,
  path: string,
  { body, etag, idempotencyKey, signal, hasNoDeadline = false, keepalive = false }: CallOptions = {},
): Promise<Response> =>
  callServer(path, {
    method,
    keepalive,
    hasNoDeadline,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && {
        'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json',
      }),
      ...(etag !== undefined && { 'If-Match': etag }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
