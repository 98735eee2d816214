/** Renders pages with the React Router app. Pages are the same for everyone: they never see who asks. */
import {
  createRequestHandler,
  data,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '../../web/page-services.ts';
import { AppError, statusOf } from '../errors.ts';
import { type Client, NOBODY } from './client-address.ts';
import type { PageServicesFor } from './page-services.ts';
import { policyFor } from './security-headers.ts';

/** A database that is away is often back soon. The page of a closed site gets a longer time from its caller. */
const RETRY_AFTER_SECONDS = 2;

export interface Pages {
  /** The page at an address of ours: a path with its query. */
  show(address: string): Promise<Response>;
  /** What a page makes of the form that a visitor sent. */
  submit(path: string, form: Request, visitor: Client): Promise<Response>;
}

export interface PagesParts {
  services: PageServicesFor;
  baseUrl: string;
}

/** The build has its own copy of every module, so the keys to its context come out of it. */
export type PageBuild = ServerBuild & {
  entry: { module: { pageServices: RouterContext<PageServices>; scriptMark: RouterContext<string> } };
};

export function createPages(
  build: PageBuild,
  mode: 'production' | 'development',
  { services, baseUrl }: PagesParts,
): Pages {
  const handle = createRequestHandler(build, mode);
  const { pageServices, scriptMark } = build.entry.module;

  async function render(request: Request, visitor: Client): Promise<Response> {
    const mark = crypto.randomUUID();
    const context = new RouterContextProvider();
    context.set(pageServices, withRefusals(services(visitor)));
    context.set(scriptMark, mark);
    return withPolicy(await handle(request, context), mark);
  }

  return {
    show: (address) => render(new Request(baseUrl + address), NOBODY),
    submit: (path, { headers, body, signal }, visitor) =>
      render(
        new Request(baseUrl + path, {
          method: 'POST',
          headers: {
            'Content-Type': headers.get('Content-Type') ?? '',
            // The handler has refused forms from other sites; React Router wants to see our own origin.
            Origin: baseUrl,
          },
          body,
          signal,
          duplex: 'half',
        } as RequestInit),
        visitor,
      ),
  };
}

/** Any other error that a page's loader throws is a failure to React Router: only this form gets a status of its own. */
function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw data({ code: error.code }, { status: statusOf(error.code) });
}

/** Lets pages tell a database that is away from a fault of ours. */
const withRefusals = (services: PageServices): PageServices =>
  Object.fromEntries(
    Object.entries(services).map(([name, ask]) => [
      name,
      (...args: unknown[]) => {
        const answer = (ask as (...args: unknown[]) => unknown)(...args);
        return answer instanceof Promise ? answer.catch(refuse) : answer;
      },
    ]),
  ) as unknown as PageServices;

async function withPolicy(rendered: Response, mark: string): Promise<Response> {
  const headers = new Headers(rendered.headers);
  if (rendered.status === statusOf('database-down')) headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  // A page that says nothing of caching is kept by nobody.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(rendered.body, { status: rendered.status, headers });
  }
  const { html, policy } = policyFor(await rendered.text(), mark);
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status: rendered.status, headers });
}
