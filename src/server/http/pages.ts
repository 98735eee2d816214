/** Rendering pages with the React Router app. */
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '../../web/page-services.ts';
import type { Client } from './client-address.ts';
import type { PageServicesFor } from './page-services.ts';
import { pagePolicy } from './security-headers.ts';

export interface Pages {
  /** The page that a visitor's request asks for. */
  render(request: Request, visitor: Client): Promise<Response>;
  /** The page at a path of our own. */
  renderPath(path: string): Promise<Response>;
}

export interface PagesParts {
  services: PageServicesFor;
  baseUrl: string;
}

/** The build has its own copy of every module, so the key to the services comes out of it (stack trap 2). */
export type PageBuild = ServerBuild & { entry: { module: { pageServices: RouterContext<PageServices> } } };

export function createPages(
  build: PageBuild,
  mode: 'production' | 'development',
  { services, baseUrl }: PagesParts,
): Pages {
  const handle = createRequestHandler(build, mode);
  async function renderFor(visitor: { network: string }, request: Request): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(build.entry.module.pageServices, services(visitor));
    return withPolicy(await handle(request, context));
  }
  return {
    render: (request, visitor) => renderFor(visitor, atOwnAddress(request, baseUrl)),
    renderPath: (path) => renderFor({ network: '' }, new Request(baseUrl + path)),
  };
}

/** Pages see the configured origin, never the Host header that a client chose. */
function atOwnAddress(request: Request, baseUrl: string): Request {
  const path = request.url.slice(request.url.indexOf('/', 'https://'.length));
  const own = new Request(baseUrl + path, request);
  // A form sent from one of our pages is ours by whatever name the site was reached; the browser vouches for it.
  if (request.headers.get('Sec-Fetch-Site') === 'same-origin') own.headers.set('Origin', baseUrl);
  return own;
}

async function withPolicy(rendered: Response): Promise<Response> {
  const headers = new Headers(rendered.headers);
  // A page that says nothing of caching is nobody's but the asker's.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(rendered.body, { status: rendered.status, headers });
  }
  const html = await rendered.text();
  headers.set('Content-Security-Policy', pagePolicy(html));
  return new Response(html, { status: rendered.status, headers });
}
