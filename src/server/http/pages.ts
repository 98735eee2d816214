/** Rendering pages with the built React Router app. */
import { pathToFileURL } from 'node:url';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '../../web/page-services.ts';
import { pagePolicy } from './security-headers.ts';

export interface Pages {
  /** The page that a request asks for, or the one at a path of our own. */
  render(request: Request | string): Promise<Response>;
}

export interface PagesParts {
  /** The server build, as React Router left it. */
  buildFile: string;
  services: PageServices;
  baseUrl: string;
}

/** The build has its own copy of every module, so the key to the services comes out of it (stack trap 2). */
type PageBuild = ServerBuild & { entry: { module: { pageServices: RouterContext<PageServices> } } };

export async function loadPages({ buildFile, services, baseUrl }: PagesParts): Promise<Pages> {
  const build: PageBuild = await import(pathToFileURL(buildFile).href);
  const handle = createRequestHandler(build, 'production');
  return {
    async render(request) {
      const context = new RouterContextProvider();
      context.set(build.entry.module.pageServices, services);
      const rendered = await handle(atOwnAddress(request, baseUrl), context);
      return withPolicy(rendered);
    },
  };
}

/** Pages see the configured origin, never the Host header that a client chose. */
function atOwnAddress(request: Request | string, baseUrl: string): Request {
  if (typeof request === 'string') return new Request(baseUrl + request);
  const path = request.url.slice(request.url.indexOf('/', 'https://'.length));
  return new Request(baseUrl + path, request);
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
