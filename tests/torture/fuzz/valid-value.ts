/** Generates values that a schema allows. */
import fc from 'fast-check';
import { addDays } from '../../../src/core/ist-time.ts';
import type { Random } from '../random.ts';
import type { ApiDescription, Schema } from './operations.ts';
import type { Json } from './request.ts';
import { generate } from './texts.ts';

type Schemas = ApiDescription['schemas'];

/** The maximum length of most texts. */
const USUAL_LENGTH = 40;
const AT_BOUND = 0.05;
const OPTIONAL = 0.5;
/** Few texts that match the pattern are points of the curve. */
const POINT = 'BAXRcByWpApoGPenV-Qdg0g7Zm04ZXy3o670-jcjtml99xYBQAgb3KPRI8A6SqttgirlPnpVoNMkivRMM8EhOTI';
const FIRST_DATE = '2001-01-01';
const DAYS = 12_000;
const MOST_INTEGER = 600;

const patterns = new Map<string, fc.Arbitrary<string>>();
const usualText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: USUAL_LENGTH });

export function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  const named = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!named) throw new Error(`the document has no ${schema.$ref}`);
  return named;
}

/** Throws for an unknown kind of schema, so that no field is left out unnoticed. */
export function validValue(given: Schema, schemas: Schemas, random: Random): Json {
  const schema = resolve(given, schemas);
  if (Array.isArray(schema.type)) {
    const type = random.pick(schema.type as [string, ...string[]]);
    return type === 'null' ? null : validValue({ ...schema, type }, schemas, random);
  }
  if (schema.enum) return random.pick(schema.enum as [string, ...string[]]);
  switch (schema.type) {
    case 'object':
      return validObject(schema, schemas, random);
    case 'array':
      // One item: a schema cannot express that they must differ.
      return [validValue(schema.items ?? {}, schemas, random)];
    case 'string':
      return validText(schema, random);
    case 'integer':
      return validInteger(schema, random);
    case 'boolean':
      return random.chance(0.5);
    default:
      throw new Error(`no values are generated for ${JSON.stringify(schema)}`);
  }
}

function validObject(schema: Schema, schemas: Schemas, random: Random): Json {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || random.chance(OPTIONAL),
  );
  return Object.fromEntries(fields.map(([name, field]) => [name, validValue(field, schemas, random)]));
}

function validText({ format, pattern, minLength = 0, maxLength }: Schema, random: Random): string {
  if (format === 'date') return addDays(FIRST_DATE, random.integer(0, DAYS));
  if (format === 'date-time') return `${addDays(FIRST_DATE, random.integer(0, DAYS))}T06:30:00.000Z`;
  if (format === 'email') return `f${random.integer(0, 0x7f_ff_ff_ff)}@example.org`;
  // Nobody listens there.
  if (format === 'uri') return `http://127.0.0.1:1/f${random.integer(0, MOST_INTEGER)}`;
  if (format !== undefined) throw new Error(`no values are generated for the format ${format}`);
  if (pattern?.startsWith('^B[A-P]')) return POINT;
  if (pattern !== undefined) return generate(arbitraryOf(pattern), random);
  if (maxLength !== undefined && random.chance(AT_BOUND)) return 'm'.repeat(maxLength);
  // Starts and ends with a letter, because trimmed characters do not count towards the length.
  const text = `a${plain(generate(usualText, random))}z`.slice(0, maxLength ?? USUAL_LENGTH);
  return text.toWellFormed().padEnd(minLength, 'p');
}

/** Control characters are refused, which a schema cannot express. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '');

function arbitraryOf(pattern: string): fc.Arbitrary<string> {
  const known = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  patterns.set(pattern, known);
  return known;
}

function validInteger({ minimum = 0, maximum = MOST_INTEGER }: Schema, random: Random): number {
  return random.chance(AT_BOUND) ? random.pick([minimum, maximum]) : random.integer(minimum, maximum);
}
