/** Renders a page to complete HTML. Nothing in it may differ between two requests for the same data: it is cached. */
import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { pageServices } from './page-services.ts';
import { ScriptMark, scriptMark } from './script-mark.ts';

/** The server reads these keys back from the build: copies that it imported itself would be other keys. */
export { pageServices, scriptMark };

/** What went wrong is kept by nobody, whatever the page says of itself. */
function forbidKeepingFailures(status: number, headers: Headers): void {
  if (status >= 400) headers.set('Cache-Control', 'no-store');
}

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  let finalStatus = status;
  const mark = loadContext.get(scriptMark);
  const html = await renderToReadableStream(
    <ScriptMark value={mark}>
      <ServerRouter context={routerContext} url={request.url} nonce={mark} />
    </ScriptMark>,
    {
      nonce: mark,
      onError(error) {
        finalStatus = 500;
        loadContext.get(pageServices).reportError(error, request);
      },
    },
  );
  await html.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  forbidKeepingFailures(finalStatus, headers);
  return new Response(html, { status: finalStatus, headers });
}

/** The same rule for the data alone, which the browser asks for when it moves from page to page. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  forbidKeepingFailures(response.status, response.headers);
  return response;
};

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who has gone on to another page is no failure.
  if (!request.signal.aborted) context.get(pageServices).reportError(error, request);
};
