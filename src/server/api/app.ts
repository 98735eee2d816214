/** The API as http calls it: the routes, with the parts that they act on. */
import type { Api } from '../http/handler.ts';
import type { ApiParts } from './api-env.ts';
import { routes } from './routes.ts';

export const createApi =
  (parts: ApiParts): Api =>
  (request, bindings) =>
    routes.fetch(request, { ...parts, ...bindings });
