/** Renders pages with React Router. They are the same for everyone: the request of the client is not passed on. */
import { setImmediate } from 'node:timers/promises';
import {
  createRequestHandler,
  data,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { PageServices } from '../../web/page-services.ts';
import { AppError, statusOf } from '../errors.ts';
import { type Client, NO_CLIENT } from './client-address.ts';
import type { PageServicesFor } from './page-services.ts';
import { policyFor } from './security-headers.ts';

/** For database outages, which are often short. `maintenanceResponse` sets a longer time. */
const RETRY_AFTER_SECONDS = 2;

export interface Pages {
  /** Renders the page at an address: a path with its query. */
  show(address: string): Promise<Response>;
  /** Runs the action of a page with the form of a visitor. */
  submit(path: string, form: Form, visitor: Client): Promise<Response>;
}

interface Form {
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | null;
}

export interface PagesParts {
  services: PageServicesFor;
  baseUrl: string;
}

/** The build has its own copy of every module, so the context keys are taken from the build. */
export type PageBuild = ServerBuild & {
  entry: {
    module: {
      pageServices: RouterContext<PageServices>;
      scriptNonce: RouterContext<string>;
      withUsedRules: (html: string, nonce: string) => string;
    };
  };
};

export function createPages(
  build: PageBuild,
  mode: 'production' | 'development',
  { services, baseUrl }: PagesParts,
): Pages {
  const handle = createRequestHandler(build, mode);
  const { pageServices, scriptNonce, withUsedRules } = build.entry.module;

  async function render(request: Request, visitor: Client): Promise<Response> {
    const nonce = crypto.randomUUID();
    const context = new RouterContextProvider();
    context.set(pageServices, withErrorStatus(services(visitor)));
    context.set(scriptNonce, nonce);
    return finish(await handle(request, context), (html) =>
      policyFor(withLateScripts(withUsedRules(html, nonce)), nonce),
    );
  }

  return {
    show: (address) => render(new Request(baseUrl + address), NO_CLIENT),
    submit: (path, { headers, body }, visitor) =>
      render(
        new Request(baseUrl + path, {
          method: 'POST',
          headers: {
            'Content-Type': headers.get('Content-Type') ?? '',
            // React Router requires our own origin; the handler has refused forms from other sites.
            Origin: baseUrl,
          },
          body,
        }),
        visitor,
      ),
  };
}

/** React Router returns 500 for every other error of a loader: only `data` sets the status. */
function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw data({ code: error.code }, { status: statusOf(error.code) });
}

/** Lets pages distinguish a database outage from a bug. */
const withErrorStatus = (services: PageServices): PageServices =>
  Object.fromEntries(
    Object.entries(services).map(([name, call]) => [
      name,
      (...args: unknown[]) => {
        const result = (call as (...args: unknown[]) => unknown)(...args);
        return result instanceof Promise ? result.catch(refuse) : result;
      },
    ]),
  ) as unknown as PageServices;

/** Nothing on the first paint needs a script: the HTML itself and the fonts are to arrive before them. */
const withLateScripts = (html: string): string =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

async function finish(
  rendered: Response,
  complete: (html: string) => { html: string; policy: string },
): Promise<Response> {
  const headers = new Headers(rendered.headers);
  if (rendered.status === statusOf('database-down')) headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  // Pages are not cached unless they set `Cache-Control`.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(rendered.body, { status: rendered.status, headers });
  }
  const marked = await rendered.text();
  // Lets other events run after React.
  await setImmediate();
  const { html, policy } = complete(marked);
  headers.set('Content-Security-Policy', policy);
  return new Response(html, { status: rendered.status, headers });
}
