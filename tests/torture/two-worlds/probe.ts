/** Sends one request as visitors of both servers while staff send it too, and compares the responses. */
import { PROBLEM_CONTENT_TYPE } from '../../../src/contract/problem.ts';
import { findSharedRoute } from '../../../src/server/http/shared-routes.ts';
import { type Connection, type HttpResponse, openConnection } from '../../support/http-connection.ts';
import type { ProbeRequest } from './requests.ts';
import { findSecrets, holdsDigits, holdsDigitsOfOther, type WorldName } from './secrets.ts';
import type { TwoWorlds } from './two-servers.ts';
import type { World } from './world.ts';

interface Outcome {
  /** The broken rules. */
  wrong: string[];
  /** A visitor got something that is not public. */
  hasLeaked: boolean;
  /** How many responses to staff contained digits of drafts: without any there is nothing to leak. */
  staffSawDigits: number;
  /** The ETag of the response to visitors. */
  tag: string | null;
}

const ROLES = ['admin', 'editor'] as const;
type Role = (typeof ROLES)[number];

/** Who sends the request at the same time to each server. */
export interface Clients {
  visitors: number;
  staff: readonly Role[];
  /** Staff send their requests first. */
  staffFirst: boolean;
}

export interface Prober {
  probe(request: ProbeRequest, clients: Clients): Promise<Outcome>;
  close(): void;
}

/** Per server. */
export const MOST_VISITORS = 2;
const TIMEOUT = 20_000;

interface Side {
  name: WorldName;
  world: World;
  visitors: Connection[];
  staff: Record<Role, Connection>;
}

export function createProber(worlds: TwoWorlds): Prober {
  const sides = (['first', 'second'] as const).map((name): Side => {
    const world = worlds[name];
    const open = () => openConnection(world.url);
    const visitors = Array.from({ length: MOST_VISITORS }, open);
    return { name, world, visitors, staff: { admin: open(), editor: open() } };
  });

  const sendAsVisitors = (request: ProbeRequest, count: number) =>
    Promise.all(
      sides.flatMap(({ visitors }) =>
        visitors.slice(0, count).map((connection) => send(connection, request)),
      ),
    );

  /** Only reads, because a write would change the server. */
  const sendAsStaff = (request: ProbeRequest, roles: readonly Role[]) =>
    Promise.all(
      sides.flatMap(({ name, world, staff }) =>
        roles.map(async (role) => {
          const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
          const headers = { ...request.headers, Cookie: world.cookies[role] };
          return { name, role, response: await send(staff[role], { ...request, method, headers }) };
        }),
      ),
    );

  return {
    async probe(request, clients) {
      const early = clients.staffFirst ? sendAsStaff(request, clients.staff) : null;
      const sending = sendAsVisitors(request, clients.visitors);
      const [staff, visitors] = await Promise.all([early ?? sendAsStaff(request, clients.staff), sending]);
      const [sample] = visitors;
      const secrets = visitors.flatMap((response) => findSecrets(response.body, request.target));
      const isDifferent = new Set(visitors.map(bytesOf)).size > 1;
      const wrong = secrets.map((secret) => `a visitor saw ${secret}`);
      if (isDifferent) wrong.push(`visitors saw different bytes: ${visitors.map(describe).join(' | ')}`);
      const failed = visitors.find(({ status }) => status >= 500);
      if (failed) wrong.push(`a visitor got ${failed.status}`);
      let staffSawDigits = 0;
      for (const { name, role, response } of staff) {
        if (holdsDigits(response.body, name, request.target)) staffSawDigits += 1;
        wrong.push(
          ...checkStaff(request, name, response, sample).map(
            (text) => `${role} in the ${name} world: ${text}`,
          ),
        );
      }
      const hasLeaked = isDifferent || secrets.length > 0;
      return { wrong, hasLeaked, staffSawDigits, tag: sample?.headers.get('ETag') ?? null };
    },
    close() {
      for (const { visitors, staff } of sides) {
        for (const connection of [...visitors, staff.admin, staff.editor]) connection.close();
      }
    },
  };
}

async function send(
  connection: Connection,
  { method, target, headers }: ProbeRequest,
): Promise<HttpResponse> {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(method);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: results.example',
    ...(isWrite ? ['Content-Type: application/json', 'Content-Length: 2'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${isWrite ? '{}' : ''}`);
  const response = await connection.exchange({ bytes, isHead: method === 'HEAD', timeoutMs: TIMEOUT });
  if (!response) throw new Error(`no response to ${method} ${target} within ${TIMEOUT} ms`);
  return withoutRequestId(response);
}

const REQUEST_ID = /"requestId":"[^"]*",?/;

/** Removed because it is random: it always differs, and may contain any five digits. */
function withoutRequestId(response: HttpResponse): HttpResponse {
  if (response.headers.get('Content-Type') !== PROBLEM_CONTENT_TYPE) return response;
  return {
    ...response,
    body: Buffer.from(response.body.toString('latin1').replace(REQUEST_ID, ''), 'latin1'),
  };
}

/** The whole response without its date and request id. */
function bytesOf({ status, headers, body }: HttpResponse): string {
  const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort();
  return JSON.stringify({ status, kept }) + body.toString('latin1');
}

const SHOWN = 200;

const describe = (response: HttpResponse): string => bytesOf(response).slice(0, SHOWN);

function checkStaff(
  request: ProbeRequest,
  name: WorldName,
  response: HttpResponse,
  visitor: HttpResponse | undefined,
): string[] {
  const [path = ''] = request.target.split('?');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isShared = isRead && findSharedRoute(path) !== null;
  const isPrivate = /^\/api\/(admin|auth)\//.test(path);
  return [
    ...(holdsDigitsOfOther(response.body, name, request.target) ? ['digits of the other world'] : []),
    ...(response.status >= 500 ? [`status ${response.status}`] : []),
    ...(isPrivate && response.headers.get('Cache-Control') !== 'no-store' ? ['may be kept by a cache'] : []),
    ...(isShared && visitor && bytesOf(response) !== bytesOf(visitor) ? ['not what visitors get'] : []),
  ];
}
