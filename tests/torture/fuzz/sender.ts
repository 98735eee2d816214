/** Sends a request as somebody, checks the answer by all rules, and learns from it. */
import { type Connection, type HttpResponse, openConnection } from '../../support/http-connection.ts';
import type { Random } from '../random.ts';
import { mayCall } from './access.ts';
import { type AnswerRules, isRefusedByBun } from './answer-rules.ts';
import type { Caller, FuzzSite } from './fuzz-site.ts';
import { isBroken } from './mutate-message.ts';
import { bytesOf, curlOf, type FuzzRequest, setHeader } from './request.ts';
import type { Tally } from './tally.ts';

/** No answer may take longer, however busy the machine. */
const TIMEOUT = 20_000;
/** For requests that are never whole: the server waits for the rest, we do not. */
const BROKEN_TIMEOUT = 300;

export interface Sender {
  /** Null where no answer came. */
  send(request: FuzzRequest, caller: Caller): Promise<HttpResponse | null>;
  close(): void;
}

export function createSender(site: FuzzSite, rules: AnswerRules, tally: Tally): Sender {
  const { url } = site.server;
  const { host } = new URL(url);
  const connection: Connection = openConnection(url);

  function check(request: FuzzRequest, caller: Caller, answer: HttpResponse | null): string[] {
    if (answer && isRefusedByBun(request, answer)) return [];
    if (isBroken(request)) return answer && answer.status >= 500 ? [`status ${answer.status}`] : [];
    if (!answer) return [`no answer within ${TIMEOUT} ms`];
    const broken = rules(request, answer);
    if (answer.status >= 500) broken.push(`status ${answer.status}`);
    if (isLeak(request, caller, answer)) {
      tally.leaked += 1;
      broken.push('not for this caller');
    }
    return broken;
  }

  return {
    async send(request, caller) {
      keepOpen(request);
      const answer = await connection.exchange({
        bytes: bytesOf(request, host),
        isHead: request.method === 'HEAD',
        timeoutMs: isBroken(request) ? BROKEN_TIMEOUT : TIMEOUT,
      });
      // What follows a body of the wrong length would be read as another request.
      if (isBroken(request)) connection.close();
      const isOurs = answer !== null && !isRefusedByBun(request, answer);
      tally.count(request, isOurs ? answer.status : 0);
      for (const rule of check(request, caller, answer)) {
        const text = answer?.body.toString().slice(0, 300) ?? '';
        tally.addViolation(
          `${request.operation.name}: ${rule}`,
          `; request ${tally.done} on ${site.kind} as ${caller} returned ${answer?.status} ${text}; ${curlOf(request, url)}`,
        );
      }
      if (answer && answer.status < 300 && !request.isElsewhere) learn(site, request, answer);
      return answer;
    },
    close: () => connection.close(),
  };
}

/** Headers that say who sends the request, each time from another network, so that no limit is reached. */
export function addCaller(request: FuzzRequest, caller: Caller, site: FuzzSite, random: Random): void {
  const cookie = site.cookies[caller];
  if (cookie) setHeader(request, 'Cookie', cookie);
  if (caller === 'crossSite') setHeader(request, 'Origin', 'https://elsewhere.example');
  else if (request.method !== 'GET') setHeader(request, 'Origin', site.server.url);
  const part = () => random.integer(1, 254);
  setHeader(request, 'X-Forwarded-For', `10.${part()}.${part()}.${part()}`);
}

/** A success for somebody who may not call the operation, or, where the request leads elsewhere, anything of staff's. */
function isLeak(request: FuzzRequest, caller: Caller, { status }: HttpResponse): boolean {
  if (status < 200 || status >= 300) return false;
  if (!request.isElsewhere) return !mayCall(request.operation, caller);
  const isStranger = !['admin', 'editor', 'spare', 'crossSite'].includes(caller);
  return isStranger && request.path.startsWith('/api/admin/') && request.method !== 'OPTIONS';
}

/** A closed site would refuse all other requests. */
function keepOpen(request: FuzzRequest): void {
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
