/** Sends requests, checks the responses, and records the values in them. */
import { type Connection, type HttpResponse, openConnection } from '../../support/http-connection.ts';
import type { Random } from '../random.ts';
import { mayCall } from './access.ts';
import type { Caller, FuzzSite } from './fuzz-site.ts';
import { isBroken } from './mutate-message.ts';
import { bytesOf, curlOf, type FuzzRequest, setHeader } from './request.ts';
import { isRefusedByBun, type ResponseRules } from './response-rules.ts';
import type { FuzzTally } from './tally.ts';

/** The limit for any response, even on a busy machine. */
const TIMEOUT = 20_000;
/** For incomplete requests, to which the server does not respond. */
const BROKEN_TIMEOUT = 300;

export interface Sender {
  /** Returns null without a response. */
  send(request: FuzzRequest, caller: Caller): Promise<HttpResponse | null>;
  close(): void;
}

export function createSender(site: FuzzSite, rules: ResponseRules, tally: FuzzTally): Sender {
  const { url } = site.server;
  const { host } = new URL(url);
  const connection: Connection = openConnection(url);

  function check(request: FuzzRequest, caller: Caller, response: HttpResponse | null): string[] {
    if (response && isRefusedByBun(request, response)) return [];
    if (isBroken(request)) return response && response.status >= 500 ? [`status ${response.status}`] : [];
    if (!response) return [`no response within ${TIMEOUT} ms`];
    const broken = rules(request, response);
    if (response.status >= 500) broken.push(`status ${response.status}`);
    if (isLeak(request, caller, response)) {
      tally.leaked += 1;
      broken.push('not for this caller');
    }
    return broken;
  }

  return {
    async send(request, caller) {
      withoutMaintenance(request);
      const response = await connection.exchange({
        bytes: bytesOf(request, host),
        isHead: request.method === 'HEAD',
        timeoutMs: isBroken(request) ? BROKEN_TIMEOUT : TIMEOUT,
      });
      // The rest of a body of the wrong length would be read as another request.
      if (isBroken(request)) connection.close();
      const isOurs = response !== null && !isRefusedByBun(request, response);
      tally.count(request, isOurs ? response.status : 0);
      for (const rule of check(request, caller, response)) {
        const text = response?.body.toString().slice(0, 300) ?? '';
        tally.addViolation(
          `${request.operation.name}: ${rule}`,
          `; request ${tally.done} on ${site.kind} as ${caller} returned ${response?.status} ${text}; ${curlOf(request, url)}`,
        );
      }
      if (response && response.status < 300 && !request.mayMissOperation) learn(site, request, response);
      return response;
    },
    close: () => connection.close(),
  };
}

/** Adds the headers of the caller, with a new client address each time, so that no rate limit applies. */
export function addCaller(request: FuzzRequest, caller: Caller, site: FuzzSite, random: Random): void {
  const cookie = site.cookies[caller];
  if (cookie) setHeader(request, 'Cookie', cookie);
  if (caller === 'crossSite') setHeader(request, 'Origin', 'https://elsewhere.example');
  else if (request.method !== 'GET') setHeader(request, 'Origin', site.server.url);
  const part = () => random.integer(1, 254);
  setHeader(request, 'X-Forwarded-For', `10.${part()}.${part()}.${part()}`);
}

/** A success without permission; if the operation is unknown, any success on a staff path. */
function isLeak(request: FuzzRequest, caller: Caller, { status }: HttpResponse): boolean {
  if (status < 200 || status >= 300) return false;
  if (!request.mayMissOperation) return !mayCall(request.operation, caller);
  const hasNoSession = !['admin', 'editor', 'spare', 'crossSite'].includes(caller);
  return hasNoSession && request.path.startsWith('/api/admin/') && request.method !== 'OPTIONS';
}

/** In maintenance mode the site would refuse all other requests. */
function withoutMaintenance(request: FuzzRequest): void {
  const text = request.body?.toString('latin1') ?? '';
  if (!/maintenanceMode"\s*:\s*true/.test(text)) return;
  request.body = Buffer.from(text.replace(/(maintenanceMode"\s*:\s*)true/g, '$1false'), 'latin1');
}

function learn(
  { known }: FuzzSite,
  { operation, parameters }: FuzzRequest,
  { headers, body }: HttpResponse,
): void {
  if (headers.get('Content-Type') !== 'application/json' || !/^\/api\/(?!auth)/.test(operation.path)) return;
  known.learn(operation.path, parameters, JSON.parse(body.toString()));
}
