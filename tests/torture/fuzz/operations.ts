/** Reads the operations of the API and their schemas from the OpenAPI document. */
import { operationsOf } from '../../../src/server/api/docs/document.ts';
import { describeApi } from '../../../src/server/api/openapi.ts';

/** The part of JSON Schema that our requests use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: (string | number | boolean)[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export interface Operation {
  /** `POST /api/admin/draws/{id}/publish` */
  name: string;
  method: string;
  /** The path with its parameters in braces. */
  path: string;
  parameters: Parameter[];
  body: { contentType: string; schema: Schema } | null;
  /** The schemas by status and content type. */
  responses: Map<number, Map<string, object>>;
}

interface Described {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

export interface ApiDescription {
  operations: Operation[];
  schemas: Record<string, Schema>;
}

export function readDescription(): ApiDescription {
  const document = describeApi();
  const operations = [...operationsOf(document)].map(({ path, method, operation }) =>
    readOperation(method.toUpperCase(), path, JSON.parse(JSON.stringify(operation))),
  );
  return { operations, schemas: JSON.parse(JSON.stringify(document.components?.schemas ?? {})) };
}

function readOperation(method: string, path: string, described: Described): Operation {
  const [content] = Object.entries(described.requestBody?.content ?? {});
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: described.parameters ?? [],
    body: content ? { contentType: content[0], schema: content[1].schema } : null,
    responses: new Map(
      Object.entries(described.responses).map(([status, response]) => [
        Number(status),
        new Map(Object.entries(response.content ?? {}).map(([type, { schema }]) => [type, schema])),
      ]),
    ),
  };
}

/** The path of the list: `/api/admin/draws` for `/api/admin/draws/{id}/publish`. Proofs are those of draws. */
export function listPathOf(path: string): string {
  if (path.startsWith('/api/proof/')) return '/api/draws';
  const at = path.lastIndexOf('/{');
  return at < 0 ? path : path.slice(0, at);
}
