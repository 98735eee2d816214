/** Mutations of method, path, headers and framing. */
import { gzipSync } from 'node:zlib';
import { spellingsOf } from '../../support/spellings.ts';
import type { Mutation } from './mutate-values.ts';
import { type FuzzRequest, setHeader } from './request.ts';
import { oddText } from './texts.ts';

const otherMethod: Mutation = (request, { random }) => {
  request.method = random.pick([
    'HEAD',
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'LOCK',
  ]);
  if (request.method === request.operation.method) return null;
  request.mayMissOperation = true;
  return `method ${request.method}`;
};

const otherSpelling: Mutation = (request, { random }) => {
  const { path } = request;
  request.path = random.pick([...spellingsOf(path), `${path}%00`, `http://elsewhere.example${path}`]);
  request.mayMissOperation = true;
  return 'another spelling of the path';
};

const otherPathValue: Mutation = (request, { random, known }) => {
  const value = random.chance(0.5) ? known.pickAny(random) : oddText(random).slice(0, 300);
  const names = Object.values(request.parameters);
  if (value === undefined || names.length === 0) return null;
  const old = random.pick(names as [string]);
  request.path = request.path.replace(old, encodeURIComponent(value.toWellFormed()));
  request.mayMissOperation = true;
  return 'the path names something else';
};

const CONTENT_TYPES: [string, ...string[]] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/csv',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json;',
  'APPLICATION/JSON',
  'application/jsonx',
  'application/problem+json',
  'application/json, text/csv',
  '*/*',
  '',
];

const otherContentType: Mutation = (request, { random }) => {
  if (!request.body) return null;
  setHeader(request, 'Content-Type', random.pick(CONTENT_TYPES));
  return 'another content type';
};

const otherEncoding: Mutation = (request, { random }) => {
  if (!request.body) return null;
  if (random.chance(0.5)) {
    request.body = Buffer.from(request.body.toString(), 'utf16le');
    return 'body in UTF-16';
  }
  request.body = gzipSync(request.body);
  setHeader(request, 'Content-Encoding', random.pick(['gzip', 'br', 'zstd', 'identity', 'x']));
  return 'compressed body';
};

const otherFraming: Mutation = (request, { random }) => {
  if (!request.body) return null;
  request.framing = random.pick(['chunked', 'chunked', 'chunked', 'too-short', 'both', 'too-long']);
  return 'another framing';
};

const COOKIE_NAME = 'swarna-chakra.session_token';

const HEADERS: [[name: string, value: string], ...[string, string][]] = [
  ['If-Match', '*'],
  ['If-Match', '"1", "2"'],
  ['If-Match', 'W/"1"'],
  ['If-Match', '"99999999999999999999"'],
  ['If-Match', ''],
  ['Idempotency-Key', 'short'],
  ['Idempotency-Key', 'k'.repeat(129)],
  ['Idempotency-Key', 'a key that everyone sends'],
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"x"'],
  ['If-Modified-Since', 'Sun, 15 Nov 2099 00:00:00 GMT'],
  ['Range', 'bytes=0-10'],
  ['Range', 'bytes=5-1,-0'],
  ['Accept', 'application/xml'],
  ['Accept', 'text/html'],
  ['Accept', ';q=x'],
  ['Accept-Encoding', 'gzip'],
  ['Accept-Encoding', 'br;q=0, gzip;q=0.1'],
  ['Accept-Encoding', 'zstd, br'],
  ['Accept-Encoding', 'identity;q=0, *;q=0'],
  ['Accept-Language', 'ml, *;q=0.1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Method', 'DELETE'],
  ['X-Original-URL', '/api/admin/users'],
  ['X-Rewrite-URL', '/api/admin/users'],
  ['X-Request-Id', 'a'.repeat(300)],
  ['Forwarded', 'for="[::1]";host=evil.example'],
  ['Authorization', 'Bearer x'],
  ['Authorization', 'Basic eDp4'],
  ['Last-Event-ID', 'x.1'],
  ['Last-Event-ID', '99999999999999999999'],
  ['Cookie', `${COOKIE_NAME}=`],
  ['Cookie', `${COOKIE_NAME}=a.b; ${COOKIE_NAME}=c.d`],
  ['Cookie', `${'a=b; '.repeat(500)}z=1`],
  ['Cookie', `${COOKIE_NAME}=%00%zz`],
  ['Origin', 'null'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Upgrade', 'websocket'],
  ['TE', 'trailers'],
  ['Expect', '100-continue'],
  ['Content-Language', 'ml'],
  ['Referer', 'https://elsewhere.example/'],
  ['User-Agent', ''],
  ['User-Agent', 'u'.repeat(4_000)],
];

const oddHeader: Mutation = (request, { random }) => {
  const [name, value] = random.pick(HEADERS);
  setHeader(request, name, value);
  return `${name}: ${value.slice(0, 40)}`;
};

export const MESSAGE_MUTATIONS: [Mutation, ...Mutation[]] = [
  otherMethod,
  otherSpelling,
  otherPathValue,
  otherPathValue,
  otherContentType,
  otherEncoding,
  otherFraming,
  oddHeader,
  oddHeader,
  oddHeader,
];

/** The request is never complete, so no response, or one without a body, is correct. */
export const isBroken = ({ framing }: FuzzRequest): boolean => framing !== 'length' && framing !== 'chunked';
