/** One question asked by strangers in both worlds while staff ask it too, and what that tells. */
import { PROBLEM_CONTENT_TYPE } from '../../../src/contract/problem.ts';
import { findSharedRoute } from '../../../src/server/http/shared-routes.ts';
import { type Connection, type HttpResponse, openConnection } from '../../support/http-connection.ts';
import type { Question } from './questions.ts';
import { findSecrets, holdsDigits, holdsDigitsOfOther, type WorldName } from './secrets.ts';
import type { TwoWorlds } from './two-servers.ts';
import type { World } from './world.ts';

interface Outcome {
  /** What is wrong, each in a sentence. */
  wrong: string[];
  /** Something that is not public reached a stranger. */
  hasLeaked: boolean;
  /** How many of staff's answers held digits of drafts: without any there would be nothing to leak. */
  staffSawDigits: number;
  /** The ETag that strangers got. */
  tag: string | null;
}

const ROLES = ['admin', 'editor'] as const;
type Role = (typeof ROLES)[number];

/** Who asks at the same time in each world. */
export interface Crowd {
  strangers: number;
  staff: readonly Role[];
  /** Staff's requests are sent before those of the strangers. */
  staffFirst: boolean;
}

export interface Prober {
  probe(question: Question, crowd: Crowd): Promise<Outcome>;
  close(): void;
}

/** In one world. */
export const MOST_STRANGERS = 2;
const TIMEOUT = 20_000;

interface Side {
  name: WorldName;
  world: World;
  strangers: Connection[];
  staff: Record<Role, Connection>;
}

export function createProber(worlds: TwoWorlds): Prober {
  const sides = (['first', 'second'] as const).map((name): Side => {
    const world = worlds[name];
    const open = () => openConnection(world.url);
    const strangers = Array.from({ length: MOST_STRANGERS }, open);
    return { name, world, strangers, staff: { admin: open(), editor: open() } };
  });

  const askAsStrangers = (question: Question, count: number) =>
    Promise.all(
      sides.flatMap(({ strangers }) =>
        strangers.slice(0, count).map((connection) => ask(connection, question)),
      ),
    );

  /** Only reads: a write of theirs would change a world. */
  const askAsStaff = (question: Question, roles: readonly Role[]) =>
    Promise.all(
      sides.flatMap(({ name, world, staff }) =>
        roles.map(async (role) => {
          const method = question.method === 'HEAD' ? 'HEAD' : 'GET';
          const headers = { ...question.headers, Cookie: world.cookies[role] };
          return { name, role, answer: await ask(staff[role], { ...question, method, headers }) };
        }),
      ),
    );

  return {
    async probe(question, crowd) {
      const early = crowd.staffFirst ? askAsStaff(question, crowd.staff) : null;
      const asking = askAsStrangers(question, crowd.strangers);
      const [staff, strangers] = await Promise.all([early ?? askAsStaff(question, crowd.staff), asking]);
      const [sample] = strangers;
      const secrets = strangers.flatMap((answer) => findSecrets(answer.body, question.target));
      const isDifferent = new Set(strangers.map(bytesOf)).size > 1;
      const wrong = secrets.map((secret) => `a stranger saw ${secret}`);
      if (isDifferent) wrong.push(`strangers saw different bytes: ${strangers.map(describe).join(' | ')}`);
      const failed = strangers.find(({ status }) => status >= 500);
      if (failed) wrong.push(`a stranger got ${failed.status}`);
      let staffSawDigits = 0;
      for (const { name, role, answer } of staff) {
        if (holdsDigits(answer.body, name, question.target)) staffSawDigits += 1;
        wrong.push(
          ...checkStaff(question, name, answer, sample).map(
            (text) => `${role} in the ${name} world: ${text}`,
          ),
        );
      }
      const hasLeaked = isDifferent || secrets.length > 0;
      return { wrong, hasLeaked, staffSawDigits, tag: sample?.headers.get('ETag') ?? null };
    },
    close() {
      for (const { strangers, staff } of sides) {
        for (const connection of [...strangers, staff.admin, staff.editor]) connection.close();
      }
    },
  };
}

async function ask(connection: Connection, { method, target, headers }: Question): Promise<HttpResponse> {
  const isWrite = ['POST', 'PUT', 'PATCH'].includes(method);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: results.example',
    ...(isWrite ? ['Content-Type: application/json', 'Content-Length: 2'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${isWrite ? '{}' : ''}`);
  const answer = await connection.exchange({ bytes, isHead: method === 'HEAD', timeoutMs: TIMEOUT });
  if (!answer) throw new Error(`no answer to ${method} ${target} within ${TIMEOUT} ms`);
  return withoutRequestId(answer);
}

const REQUEST_ID = /"requestId":"[^"]*",?/;

/** It is random: it differs from answer to answer, and any five digits can stand in it by chance. */
function withoutRequestId(answer: HttpResponse): HttpResponse {
  if (answer.headers.get('Content-Type') !== PROBLEM_CONTENT_TYPE) return answer;
  return { ...answer, body: Buffer.from(answer.body.toString('latin1').replace(REQUEST_ID, ''), 'latin1') };
}

/** Nothing of an answer is left out but the time of sending and the id of the request. */
function bytesOf({ status, headers, body }: HttpResponse): string {
  const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort();
  return JSON.stringify({ status, kept, body: body.toString('latin1') });
}

const SHOWN = 200;

const describe = (answer: HttpResponse): string => bytesOf(answer).slice(0, SHOWN);

function checkStaff(
  question: Question,
  name: WorldName,
  answer: HttpResponse,
  stranger: HttpResponse | undefined,
): string[] {
  const [path = ''] = question.target.split('?');
  const isRead = question.method === 'GET' || question.method === 'HEAD';
  const isShared = isRead && findSharedRoute(path) !== null;
  const isPrivate = /^\/api\/(admin|auth)\//.test(path);
  return [
    ...(holdsDigitsOfOther(answer.body, name, question.target) ? ['digits of the other world'] : []),
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(isPrivate && answer.headers.get('Cache-Control') !== 'no-store' ? ['may be kept by a cache'] : []),
    ...(isShared && stranger && bytesOf(answer) !== bytesOf(stranger) ? ['not what strangers get'] : []),
  ];
}
