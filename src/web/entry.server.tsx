/** Renders a page to complete HTML. It must be the same for every request with the same data, because it is cached. */
import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { usedRulesMark } from './document-styles.tsx';
import { createRefetchState, RefetchStateProvider } from './live/refetch.ts';
import { pageServices } from './page-services.ts';
import { ScriptNonce, scriptNonce } from './script-nonce.ts';
import publicRules from './styles/public.css?inline&rules';
import { type StylePart, usedRules } from './styles/used-rules.ts';

/** The server reads these from the build: if it imported the modules itself, it would get other keys. */
export { pageServices, scriptNonce };

/** Puts the rules that a page uses in their place. */
export const withUsedRules = (html: string, nonce: string): string =>
  html.replace(usedRulesMark(nonce), () => usedRules(publicRules as StylePart[], html));

/** Failures are never cached, whatever headers the page sets. */
function forbidCachingOfFailures(status: number, headers: Headers): void {
  if (status >= 400) headers.set('Cache-Control', 'no-store');
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // The server sends a page of its own, which is the same at all addresses.
  if (status === 404) return new Response(null, { status, headers });
  let finalStatus = status;
  const nonce = loadContext.get(scriptNonce);
  // Lets other events run between the loaders and React.
  await new Promise((resolve) => setImmediate(resolve));
  const html = await renderToReadableStream(
    <ScriptNonce value={nonce}>
      <RefetchStateProvider value={createRefetchState()}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RefetchStateProvider>
    </ScriptNonce>,
    {
      nonce: nonce,
      // Everything is in its place in the HTML, and not moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        finalStatus = 500;
        loadContext.get(pageServices).reportError(error, request);
      },
    },
  );
  await html.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  forbidCachingOfFailures(finalStatus, headers);
  return new Response(html, { status: finalStatus, headers });
}

/** The same for loader data, which the browser fetches when it navigates. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  forbidCachingOfFailures(response.status, response.headers);
  return response;
};

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who has navigated away is not a failure.
  if (!request.signal.aborted) context.get(pageServices).reportError(error, request);
};
