/** The OpenAPI document, which `write-openapi.ts` generates from the routes. */
import { join } from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';

export const DOCUMENT_FILE = join(import.meta.dir, '../../../../docs/openapi.json');

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type PathItem = NonNullable<ApiDocument['paths']>[string];
export type Operation = NonNullable<PathItem['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

export const readDocument = (): Promise<ApiDocument> => Bun.file(DOCUMENT_FILE).json();

export function* operationsOf(
  document: ApiDocument,
): Generator<{ path: string; method: Method; operation: Operation }> {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) yield { path, method, operation };
    }
  }
}
