/** Creates requests that are valid for an operation and use rows that exist. */
import type { NewDraw } from '../../../src/contract/draws.ts';
import { ADMIN_CSV_HEADER, adminCsvLine } from '../../../src/core/csv.ts';
import type { Digits } from '../../../src/core/digits.ts';
import type { Random } from '../random.ts';
import type { KnownRow, KnownValues } from './known-values.ts';
import { type ApiDescription, listPathOf, type Operation, type Parameter } from './operations.ts';
import type { FuzzRequest, Json } from './request.ts';
import { validValue } from './valid-value.ts';

export interface CreatedRequest {
  request: FuzzRequest;
  /** The row in the path. */
  row: KnownRow | undefined;
}

const OPTIONAL_QUERY = 0.3;
const OPTIONAL_HEADER = 0.5;
const CURRENT_VERSION = 0.8;
const UNKNOWN_ROW = 'UNKNOWN';
/** Tiles are in no list; every log has this one. */
const FIRST_TILE: Record<string, string> = { level: '0', tile: '000.p/1' };

export function createRequest(
  operation: Operation,
  { schemas }: ApiDescription,
  known: KnownValues,
  random: Random,
): CreatedRequest {
  const row = known.pickRow(listPathOf(operation.path), random);
  const parameters = chooseParameters(operation, row);
  const query: [string, string][] = [];
  const headers: [string, string][] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === 'query' && random.chance(OPTIONAL_QUERY)) {
      query.push([parameter.name, queryValue(parameter)]);
    }
    if (parameter.in === 'header' && random.chance(OPTIONAL_HEADER)) {
      headers.push([parameter.name, headerValue(parameter)]);
    }
  }
  const { value, body } = createBody();
  if (operation.body) headers.push(['Content-Type', operation.body.contentType]);
  const request: FuzzRequest = {
    operation,
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ''),
    parameters,
    query,
    headers,
    value,
    body,
    framing: 'length',
    mutations: [],
    mayMissOperation: false,
  };
  return { request, row };

  function queryValue({ name, schema }: Parameter): string {
    if (name === 'cursor') return known.pickCursor(operation.path, random) ?? 'none';
    return String(validValue(schema, schemas, random));
  }

  function headerValue({ name, schema }: Parameter): string {
    const version = row?.fields['etag'];
    if (name === 'If-Match' && version && random.chance(CURRENT_VERSION)) return version;
    return String(validValue(schema, schemas, random)).replace(/[^\x20-\x7e]/g, '.');
  }

  function createBody(): { value: Json; body: Buffer | null } {
    if (!operation.body) return { value: null, body: null };
    const { contentType, schema } = operation.body;
    if (contentType === 'text/csv') return { value: null, body: Buffer.from(drawsAsCsv(schemas, random)) };
    const value = withoutMaintenance(validValue(schema, schemas, random));
    return { value, body: Buffer.from(JSON.stringify(value)) };
  }
}

function chooseParameters(operation: Operation, row: KnownRow | undefined): Record<string, string> {
  const chosen: Record<string, string> = { ...row?.parents };
  for (const { name, in: place } of operation.parameters) {
    if (place === 'path')
      chosen[name] ??= row?.fields[name] ?? row?.fields['id'] ?? FIRST_TILE[name] ?? UNKNOWN_ROW;
  }
  return chosen;
}

/** In maintenance mode the site would refuse all other requests. */
function withoutMaintenance(value: Json): Json {
  if (typeof value !== 'object' || value === null || !('maintenanceMode' in value)) return value;
  return { ...value, maintenanceMode: false };
}

const MOST_LINES = 5;

/** The only body that is not JSON: a CSV file with draws. */
function drawsAsCsv(schemas: ApiDescription['schemas'], random: Random): string {
  const lines = Array.from({ length: random.integer(1, MOST_LINES) }, () => {
    const draw = validValue({ $ref: '#/components/schemas/NewDraw' }, schemas, random) as NewDraw;
    const digits = [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5] as unknown as Digits;
    return adminCsvLine({ ...draw, digits, published: draw.published ?? false });
  });
  return [ADMIN_CSV_HEADER, ...lines, ''].join('\r\n');
}
