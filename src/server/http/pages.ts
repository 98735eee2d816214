/** Renders pages with the React Router app. Pages are the same for everyone: they never see who asks. */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '../../web/page-services.ts';
import { DatabaseDown, statusOf } from '../errors.ts';
import { type Client, NOBODY } from './client-address.ts';
import type { PageServicesFor } from './page-services.ts';
import { policyFor } from './security-headers.ts';

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
    const visitorServices = services(visitor);
    let outage: DatabaseDown | null = null;
    context.set(pageServices, {
      ...visitorServices,
      reportError(error, failed) {
        if (error instanceof DatabaseDown) outage = error;
        visitorServices.reportError(error, failed);
      },
    });
    context.set(scriptMark, mark);
    const rendered = await withPolicy(await handle(request, context), mark);
    return outage ? asOutage(rendered, outage) : rendered;
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

/** The page that says that something went wrong, with the status of an outage instead of that of a bug. */
function asOutage({ body, headers }: Response, { code, details }: DatabaseDown): Response {
  headers.set('Retry-After', String(details.retryAfter));
  return new Response(body, { status: statusOf(code), headers });
}

async function withPolicy(rendered: Response, mark: string): Promise<Response> {
  const headers = new Headers(rendered.headers);
  // A page that says nothing of caching is kept by nobody.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(rendered.body, { status: rendered.status, headers });
  }
  const { html, policy } = policyFor(await rendered.text(), mark);
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status: rendered.status, headers });
}
