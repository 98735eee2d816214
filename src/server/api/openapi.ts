/** Creates the OpenAPI document from the routes, and adds what all routes share. */
import { PRODUCT_NAME } from '../../core/branding.ts';
import { type ErrorCode, statusOf } from '../errors.ts';
import { type ApiDocument, type Method, type Operation, operationsOf } from './docs/document.ts';
import { refusals } from './route-parts.ts';
import { wholeApi } from './routes.ts';

/** The version of the API, not of the program: raised for changes that clients must know. */
const CONTRACT_VERSION = '1.0.0';

const SESSION = 'session';

export function describeApi(): ApiDocument {
  const document = wholeApi.routes.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT_NAME} API`,
      version: CONTRACT_VERSION,
      description: [
        'Results of five draws a day, news and help for everyone, and administration for staff.',
        'Dates and slots are Indian Standard Time, instants are ISO 8601 in UTC.',
        'Errors are `application/problem+json`; their `detail` is a text for people.',
      ].join(' '),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/' }],
  });
  document.components = {
    ...document.components,
    securitySchemes: {
      [SESSION]: {
        type: 'apiKey',
        in: 'cookie',
        name: 'swarna-chakra.session_token',
        description: 'Set by signing in; under https its name begins with `__Host-`.',
      },
    },
  };
  for (const { path, method, operation } of operationsOf(document)) {
    operation.operationId = operationIdOf(method, path);
    addSharedRefusals(operation, path, method);
    // Routes that need a session return 401 without one.
    operation.security = operation.responses?.['401'] && !isSigningIn(path) ? [{ [SESSION]: [] }] : [];
  }
  return document;
}

const isSigningIn = (path: string): boolean => /\/(sign-in|verify)/.test(path);

/** `get /api/draws/{drawNo}` becomes `getDrawsDrawNo`. */
function operationIdOf(method: Method, path: string): string {
  const words = path.replace('/api/', '').match(/[a-z0-9]+/gi) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function addSharedRefusals(operation: Operation, path: string, method: Method): void {
  const codes: ErrorCode[] = [];
  if (path.startsWith('/api/admin/')) codes.push('unauthenticated', 'forbidden');
  // Unknown fields are refused, also where no body is expected.
  if (path.startsWith('/api/admin/') && ['post', 'put', 'patch'].includes(method))
    codes.push('bad-json', 'invalid');
  if (method !== 'get' || path.startsWith('/api/auth/')) codes.push('cross-site');
  if (operation.requestBody) codes.push('bad-json', 'too-large', 'wrong-content-type');
  const own = Object.keys(operation.responses ?? {});
  const missing = codes.filter((code) => !own.includes(String(statusOf(code))));
  const schema = path.startsWith('/api/auth/') ? 'AccountProblem' : 'Problem';
  operation.responses = { ...operation.responses, ...problemResponses(schema, missing) };
}

/** Refers to the schema by name, because it is already in the document. */
function problemResponses(schema: string, codes: ErrorCode[]): Operation['responses'] {
  return Object.fromEntries(
    Object.entries<{ description: string }>(refusals(...codes)).map(([status, { description }]) => [
      status,
      {
        description,
        content: { 'application/problem+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
    ]),
  );
}
