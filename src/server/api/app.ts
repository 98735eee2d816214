/** Creates the function that http calls for a request to the API. */
import type { Api } from '../http/handler.ts';
import type { ApiParts, Description } from './api-env.ts';
import { renderDocs } from './docs/page.ts';
import { describeApi } from './openapi.ts';
import { routes } from './routes.ts';

export function createApi(parts: ApiParts): Api {
  // Not before someone asks: it takes longer than all the rest of the start.
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

/** A form sends the fields that nobody filled in as well; here they count as not given. */
function withoutEmptyParameters(request: Request): Request {
  if (!EMPTY_PARAMETER.test(request.url)) return request;
  const url = new URL(request.url);
  for (const [name, value] of [...url.searchParams]) if (value === '') url.searchParams.delete(name, value);
  return new Request(url, request);
}
