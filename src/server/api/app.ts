/** Creates the function that handles requests to the API. */
import type { Api } from '../http/handler.ts';
import type { ApiParts, Description } from './api-env.ts';
import { renderDocs } from './docs/page.ts';
import { describeApi } from './openapi.ts';
import { routes } from './routes.ts';

export function createApi(parts: ApiParts): Api {
  // Created on the first request: it would more than double the time that the server takes to start.
  let description: Promise<Description> | undefined;
  const describe = () => (description ??= writeDescription());
  return (request, bindings) =>
    routes.fetch(withoutEmptyParameters(request), { ...parts, ...bindings, describe });
}

async function writeDescription(): Promise<Description> {
  const document = describeApi();
  return { document, page: await renderDocs(document) };
}

const EMPTY_PARAMETER = /[?&][^=&]*=(?=&|$)/;

/** A form also sends its empty fields; they are treated as missing. */
function withoutEmptyParameters(request: Request): Request {
  if (!EMPTY_PARAMETER.test(request.url)) return request;
  const url = new URL(request.url);
  for (const [name, value] of [...url.searchParams]) if (value === '') url.searchParams.delete(name, value);
  return new Request(url, request);
}
