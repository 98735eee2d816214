/** Mutations of the values in the body and the query. */
import type { Random } from '../random.ts';
import type { KnownValues } from './known-values.ts';
import type { ApiDescription, Schema } from './operations.ts';
import { type FuzzRequest, type Json, writeBody } from './request.ts';
import { oddText } from './texts.ts';
import { resolve } from './valid-value.ts';

export interface MutationSources {
  random: Random;
  known: KnownValues;
  schemas: ApiDescription['schemas'];
}

/** Changes the request; returns a description, or null if it does not apply. */
export type Mutation = (request: FuzzRequest, sources: MutationSources) => string | null;

type Fields = Record<string, Json>;

const isFields = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A random field of the body with its schema. */
function pickField(request: FuzzRequest, { random, schemas }: MutationSources): [string, Schema] | null {
  if (!request.operation.body || !isFields(request.value)) return null;
  const fields = Object.entries(resolve(request.operation.body.schema, schemas).properties ?? {});
  return fields.length > 0 ? random.pick(fields as [[string, Schema]]) : null;
}

const setField = (request: FuzzRequest, name: string, value: Json): void =>
  writeBody(request, { ...(request.value as Fields), [name]: value });

const OTHER_TYPES: [Json, ...Json[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 31) - 1,
  1e300,
  [],
  {},
  [[]],
  ['a'],
  { a: 1 },
];

const missingField: Mutation = (request, sources) => {
  const [name] = pickField(request, sources) ?? [];
  if (name === undefined) return null;
  const { [name]: _, ...others } = request.value as Fields;
  writeBody(request, others);
  return `without ${name}`;
};

const otherType: Mutation = (request, sources) => {
  const [name] = pickField(request, sources) ?? [];
  if (name === undefined) return null;
  setField(request, name, sources.random.pick(OTHER_TYPES));
  return `${name} of another type`;
};

const beyondBound: Mutation = (request, sources) => {
  const [name, schema] = pickField(request, sources) ?? [];
  if (name === undefined || schema === undefined) return null;
  const { minLength, maxLength, minimum, maximum } = schema;
  const values: Json[] = [
    ...(minLength === undefined ? [] : ['b'.repeat(minLength), 'b'.repeat(Math.max(0, minLength - 1))]),
    ...(maxLength === undefined ? [] : ['b'.repeat(maxLength), 'b'.repeat(maxLength + 1)]),
    // Each emoji is two code units: shows whether lengths are counted differently.
    ...(maxLength === undefined ? [] : ['😀'.repeat(Math.ceil(maxLength / 2))]),
    ...(minimum === undefined ? [] : [minimum, minimum - 1, minimum - 0.5]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1, maximum + 0.5]),
  ];
  if (values.length === 0) return null;
  setField(request, name, sources.random.pick(values as [Json]));
  return `${name} at or beyond a bound`;
};

const oddField: Mutation = (request, sources) => {
  const [name] = pickField(request, sources) ?? [];
  if (name === undefined) return null;
  setField(request, name, oddText(sources.random));
  return `${name} is an odd text`;
};

const otherName: Mutation = (request, sources) => {
  const [name] = pickField(request, sources) ?? [];
  const value = sources.known.pickAny(sources.random);
  if (name === undefined || value === undefined) return null;
  setField(request, name, value);
  return `${name} names something else`;
};

const unknownField: Mutation = (request, { random }) => {
  if (!isFields(request.value)) return null;
  const name = random.pick(['__proto__', 'constructor', 'id', 'etag', 'role', 'published', 'version', 'x']);
  const text = JSON.stringify(request.value);
  const value = random.pick(['{"admin":true}', '1', 'null', '"admin"', '[]']);
  request.body = Buffer.from(text === '{}' ? `{"${name}":${value}}` : `{"${name}":${value},${text.slice(1)}`);
  return `unknown field ${name}`;
};

const repeatedField: Mutation = (request, sources) => {
  const [name] = pickField(request, sources) ?? [];
  const text = JSON.stringify(request.value);
  if (name === undefined || text === '{}') return null;
  const value = JSON.stringify(sources.random.pick(OTHER_TYPES));
  request.body = Buffer.from(`{"${name}":${value},${text.slice(1)}`);
  return `${name} twice`;
};

const BODIES: [string, ...string[]] = [
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '[{}]',
  '{}',
  'hello',
  '{"a":1,}',
  "{'a':1}",
  '\u0000',
  '\ufeff{}',
  'NaN',
  '{"a":1e999}',
  '{"a":-0}',
  '{"\\ud800":"\\udfff"}',
  '['.repeat(30_000),
  '{"a":'.repeat(10_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
];

const otherBody: Mutation = (request, { random }) => {
  if (!request.operation.body) return null;
  request.body = Buffer.from(random.pick(BODIES));
  request.value = null;
  return 'another body';
};

const damagedBody: Mutation = (request, { random }) => {
  if (!request.body || request.body.length === 0) return null;
  const damaged = Buffer.from(request.body);
  const at = random.integer(0, damaged.length - 1);
  damaged[at] = random.integer(0, 255);
  request.body = random.chance(0.5) ? damaged : damaged.subarray(0, at);
  request.value = null;
  return `body damaged at byte ${at}`;
};

const bodyWhereNone: Mutation = (request, { random }) => {
  if (request.operation.body) return null;
  request.body = Buffer.from(random.pick(BODIES));
  return 'a body although the operation takes none';
};

const oddParameter: Mutation = (request, { random }) => {
  const names = request.operation.parameters.flatMap((one) => (one.in === 'query' ? [one.name] : []));
  const name = random.pick(['q', '__proto__', 'limit', 'cursor', ...names]);
  request.query.push([name, oddText(random).slice(0, 3_000)]);
  return `${name} is odd or repeated`;
};

const oddParameterName: Mutation = (request, { random }) => {
  request.query.push([oddText(random).slice(0, 3_000), oddText(random).slice(0, 100)]);
  return 'an unknown parameter';
};

const damagedCursor: Mutation = (request, { random, known }) => {
  const cursor = known.pickCursor(request.operation.path, random);
  if (!cursor || !request.operation.parameters.some(({ name }) => name === 'cursor')) return null;
  const json = Buffer.from(cursor, 'base64url').toString();
  const values = [
    json.replace(/\d/, '9'),
    json.replace(/"/, '"\\u0000'),
    json.replace('[', '[null,'),
    json.slice(0, -1),
    'null',
    '[1e300,"x"]',
    '{}',
    '[]',
    '""',
    '-1',
  ];
  const damaged = random.pick([
    cursor.slice(0, -1),
    `${cursor}A`,
    ...values.map((text) => Buffer.from(text).toString('base64url')),
  ]);
  request.query = [...request.query.filter(([name]) => name !== 'cursor'), ['cursor', damaged]];
  return 'a damaged cursor';
};

export const VALUE_MUTATIONS: [Mutation, ...Mutation[]] = [
  missingField,
  otherType,
  otherType,
  beyondBound,
  beyondBound,
  oddField,
  oddField,
  otherName,
  unknownField,
  repeatedField,
  otherBody,
  damagedBody,
  bodyWhereNone,
  oddParameter,
  oddParameter,
  oddParameterName,
  damagedCursor,
];
