/** The rules for every response: those of the OpenAPI document, and those of all routes. */
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { PROBLEM_CONTENT_TYPE } from '../../../src/contract/problem.ts';
import { INTERNALS } from '../../server/internals.ts';
import type { HttpResponse } from '../../support/http-connection.ts';
import type { ApiDescription, Operation } from './operations.ts';
import { type FuzzRequest, targetOf } from './request.ts';

export type ResponseRules = (request: FuzzRequest, response: HttpResponse) => string[];

type Check = (value: unknown) => string | null;

const DOCUMENT = 'api';

export function createResponseRules({ operations, schemas }: ApiDescription): ResponseRules {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: DOCUMENT, components: { schemas: forbidUnknownFields(schemas) } });

  function compile(schema: object): Check {
    const text = JSON.stringify(forbidUnknownFields(schema)).replaceAll('"#/', `"${DOCUMENT}#/`);
    const validate = ajv.compile(JSON.parse(text));
    return (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
  }

  const checkProblem = compile({ $ref: '#/components/schemas/Problem' });
  const checkAccountProblem = compile({ $ref: '#/components/schemas/AccountProblem' });
  const checks = new Map(operations.map((operation) => [operation.name, compileSuccesses(operation)]));

  /** Refusals are all checked as problems. */
  function compileSuccesses({ responses }: Operation): Map<string, Check> {
    return new Map(
      [...responses].flatMap(([status, contents]) =>
        status < 300
          ? [...contents].map(([type, schema]) => [`${status} ${type}`, compile(schema)] as const)
          : [],
      ),
    );
  }

  function checkRefusal(request: FuzzRequest, { status, headers, body }: HttpResponse): string[] {
    const type = headers.get('Content-Type');
    if (type !== PROBLEM_CONTENT_TYPE) return [`a refusal has the content type ${type}`];
    if (request.method === 'HEAD') return [];
    const text = body.toString();
    const problem = parse(text);
    const wrong = (isAccount(request.path) ? checkAccountProblem : checkProblem)(problem);
    if (wrong) return [`not a problem: ${wrong}`];
    const { status: problemStatus, requestId } = problem as { status: number; requestId?: string };
    return [
      ...(problemStatus === status ? [] : [`the problem has status ${problemStatus}`]),
      ...(INTERNALS.test(text) ? ['the problem contains internals'] : []),
      ...(requestId !== headers.get('X-Request-Id')
        ? [`requestId ${requestId} is not X-Request-Id ${headers.get('X-Request-Id')}`]
        : []),
    ];
  }

  function checkSuccess(
    { operation, method }: FuzzRequest,
    { status, headers, body }: HttpResponse,
  ): string[] {
    const contents = operation.responses.get(status);
    if (!contents || contents.size === 0) return body.length === 0 ? [] : ['a body where none is declared'];
    const type = headers.get('Content-Type')?.split(';')[0] ?? '';
    const check = checks.get(operation.name)?.get(`${status} ${type}`);
    if (!check) return [`the content type ${type} is not declared`];
    if (type !== 'application/json' || method === 'HEAD') return [];
    const wrong = check(parse(body.toString()));
    return wrong ? [`not as declared: ${wrong}`] : [];
  }

  return (request, response) => {
    const { status, headers } = response;
    const { operation, mayMissOperation } = request;
    const broken = headers.has('X-Request-Id') ? [] : ['no X-Request-Id'];
    const wasNotModified = status === 304 && request.headers.some(([name]) => name === 'If-None-Match');
    const isUnwantedBody = status === 413 && operation.body === null && request.body !== null;
    if (!mayMissOperation && !wasNotModified && !isUnwantedBody && !operation.responses.has(status)) {
      broken.push(`the status ${status} is not declared`);
    }
    if (!mayMissOperation && isPrivate(operation.path) && headers.get('Cache-Control') !== 'no-store') {
      broken.push(`private, but Cache-Control is ${headers.get('Cache-Control')}`);
    }
    if (status >= 400 && isApi(request.path)) broken.push(...checkRefusal(request, response));
    if (status < 300 && !mayMissOperation) broken.push(...checkSuccess(request, response));
    return broken;
  };
}

/**
 * Bun rejects a head of more than 16 KiB, a target that is not a path, and bytes after the declared length of a body,
 * before our code sees the request.
 */
export function isRefusedByBun(request: FuzzRequest, { status, headers, body }: HttpResponse): boolean {
  if (body.length > 0 || headers.has('X-Request-Id')) return false;
  const target = targetOf(request);
  const isLargeHead = target.length + JSON.stringify(request.headers).length > 12_000;
  return (
    (status === 431 && isLargeHead) ||
    (status === 400 && !target.startsWith('/')) ||
    (status === 505 && request.framing === 'too-short')
  );
}

const isApi = (path: string): boolean => path.startsWith('/api/');

const isAccount = (path: string): boolean => path.startsWith('/api/auth/');

const isPrivate = (path: string): boolean => /^\/api\/(admin|auth)\//.test(path);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fields that the document does not declare must not be sent. */
function forbidUnknownFields<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(forbidUnknownFields) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.entries(schema).map(([name, value]) => [name, forbidUnknownFields(value)]);
  const isClosed = 'properties' in schema && 'type' in schema && !('additionalProperties' in schema);
  return Object.fromEntries([...inner, ...(isClosed ? [['additionalProperties', false]] : [])]);
}
