/** Calls of the admin API. A session that ended meanwhile is asked for again, and the call then made anew. */
import { ApiProblem, callServer, readJson } from '../../live/call-api.ts';

export interface CallOptions {
  body?: unknown;
  /** The row as it was when it was read: if someone has changed it since, the call is refused with a 412. */
  etag?: string;
  signal?: AbortSignal;
  /** Sent even if the page goes meanwhile. */
  keepalive?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Settles once somebody has signed in again; fails when they would rather not. */
export type SignInAgain = () => Promise<void>;

/** An answer with the version that its row had, for those that do not carry it inside. */
export interface Tagged<Answer> {
  answer: Answer;
  etag: string;
}

export interface AdminApi {
  getTagged<Answer>(path: string, options?: CallOptions): Promise<Tagged<Answer>>;
  get<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  post<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  put<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  patch<Answer>(path: string, options?: CallOptions): Promise<Answer>;
  delete(path: string, options?: CallOptions): Promise<void>;
}

export function createAdminApi(signInAgain: SignInAgain): AdminApi {
  async function signedIn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiProblem && error.problem.code === 'unauthenticated')) throw error;
      await signInAgain();
      return work();
    }
  }
  const call =
    (method: Method) =>
    <Answer>(path: string, options?: CallOptions) =>
      signedIn(() => send<Answer>(method, path, options));
  return {
    getTagged: (path, options) => signedIn(() => sendForTag(path, options)),
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

/** Without asking for anybody's session: for signing in itself. */
export async function send<Answer>(method: Method, path: string, options?: CallOptions): Promise<Answer> {
  const response = await exchange(method, path, options);
  return response.status === 204 ? (undefined as Answer) : readJson(response);
}

async function sendForTag<Answer>(path: string, options?: CallOptions): Promise<Tagged<Answer>> {
  const response = await exchange('GET', path, options);
  return { answer: await readJson<Answer>(response), etag: response.headers.get('ETag') ?? '' };
}

const exchange = (
  method: Method,
  path: string,
  { body, etag, signal, keepalive = false }: CallOptions = {},
): Promise<Response> =>
  callServer(path, {
    method,
    keepalive,
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
