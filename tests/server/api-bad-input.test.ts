/** Bad input over HTTP, on both databases: every case gets a 4xx with a readable text, and nothing is stored. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { problemSchema } from '../../src/contract/problem.ts';
import { INVALID_SLOT_TEXT } from '../../src/core/slots.ts';
import { CLOCK_START, newDraw } from './api-seed.ts';
import { type ApiSite, type Call, openApiSite, openApiSiteOnPostgres } from './api-site.ts';
import { INTERNALS } from './internals.ts';

const MESSAGE = { name: 'A', phone: '123456', email: 'a@example.org', message: 'Hello', consent: true };
const DRAW = newDraw('2026-05-01', '10:00', '12345');
const ARTICLE = { title: 'T', author: 'A', body: 'B' };
const FAQ = { question: 'Q', answer: 'A', order: 1 };
const SETTINGS = {
  autoPublish: true,
  publishDelay: 15,
  generateTime: '06:00',
  enableNotifications: false,
  maintenanceMode: false,
};

describe.each([
  ['sqlite', openApiSite],
  ['postgres', openApiSiteOnPostgres],
] as const)('on %s', (kind, openSite) => {
  let site: ApiSite;
  let stored: string;
  beforeAll(async () => {
    site = await openSite({ CLOCK_START, SIGNUP: 'closed' });
    // With all drafts created, automation adds nothing during the tests.
    await site.admin('POST', '/api/admin/drafts');
    stored = await readStored();
  });
  afterAll(() => site.stop());

  const LISTS = [
    'draws',
    'news',
    'faqs',
    'contacts',
    'users',
    'settings',
    'activity?type=draw',
    'activity?type=contact',
  ];

  /** Reads everything that bad input could have changed. */
  const readStored = async () =>
    (
      await Promise.all(LISTS.map(async (list) => (await site.admin('GET', `/api/admin/${list}`)).text()))
    ).join('\n');

  async function refuse(
    status: number,
    [method, path]: [string, string],
    call: Call = {},
  ): Promise<ReturnType<typeof problemSchema.parse>> {
    const response = await site.admin(method, path, call);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    const problem = problemSchema.parse(await response.json());
    expect(problem.status).toBe(status);
    expect(problem.detail).toMatch(/^\w.+\.$/s);
    expect(JSON.stringify(problem)).not.toMatch(INTERNALS);
    expect(await readStored()).toBe(stored);
    return problem;
  }

  describe('paths and methods', () => {
    test.each([
      '/api/nope',
      '/api/',
      '/api/draws/a/b',
      '/api/admin/nope',
      '/api/auth/nope',
      '/api/openapi.yaml',
    ])('404: %s', async (path) => void (await refuse(404, ['GET', path])));

    test.each([
      ['DELETE', '/api/draws', 'GET, HEAD'],
      ['POST', '/api/today', 'GET, HEAD'],
      ['GET', '/api/contact', 'POST'],
      ['PUT', '/api/admin/draws', 'GET, HEAD, POST'],
      ['GET', '/api/admin/draws/x/publish', 'POST'],
      ['PUT', '/api/admin/draws/x', 'GET, HEAD, PATCH, DELETE'],
      ['POST', '/api/admin/settings', 'GET, HEAD, PUT'],
      ['GET', '/api/auth/sign-in/email', 'POST'],
    ])('405: %s %s, with Allow: %s', async (method, path, allow) => {
      await refuse(405, [method, path]);
      expect((await site.admin(method, path)).headers.get('Allow')).toBe(allow);
    });
  });

  const WRITES: [string, string][] = [
    ['POST', '/api/contact'],
    ['POST', '/api/admin/draws'],
    ['PATCH', '/api/admin/draws/x'],
    ['POST', '/api/admin/news'],
    ['PATCH', '/api/admin/news/x'],
    ['POST', '/api/admin/faqs'],
    ['POST', '/api/admin/faqs/x/move'],
    ['PUT', '/api/admin/faqs/x/place'],
    ['POST', '/api/admin/users'],
    ['PATCH', '/api/admin/users/x'],
    ['PUT', '/api/admin/settings'],
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/auth/request-password-reset'],
  ];

  // Most of these never reach the database, so one route is enough on the second one.
  describe.each(kind === 'sqlite' ? WRITES : WRITES.slice(0, 1))('%s %s', (...route) => {
    const json = { 'Content-Type': 'application/json' };
    test.each(['{', '', 'hello', '{"a":1,}', '\u0000', '[1', '{"a"'])('400: %j', async (body) => {
      await refuse(400, route, { body, headers: json });
    });

    test.each(['null', '[]', '"text"', '5', 'true'])('422: %s is not an object', async (body) => {
      const { errors } = await refuse(422, route, { body, headers: json });
      expect(Object.keys(errors ?? {})).toEqual(['body']);
    });

    test('413: more than 64 KiB', async () => {
      await refuse(413, route, { body: JSON.stringify({ message: 'x'.repeat(64 * 1024) }) });
    });

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/csv',
    ])(
      '415: %s',
      async (type) => void (await refuse(415, route, { body: '{}', headers: { 'Content-Type': type } })),
    );
  });

  describe('large bodies', () => {
    /** Sends pieces of a body until a response comes, and returns its status and the number of pieces. */
    const sendInPieces = (
      header: string,
      piece: string,
      most: number,
    ): Promise<{ status: number; pieces: number }> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(new URL(site.server.url).port), '127.0.0.1');
        let pieces = 0;
        let isOver = false;
        const send = () => {
          while (!isOver && pieces < most) {
            pieces += 1;
            if (!socket.write(piece)) return void socket.once('drain', send);
          }
        };
        socket.once('data', (response) => {
          isOver = true;
          socket.destroy();
          resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(response.toString())?.[1]), pieces });
        });
        socket.once('error', reject);
        socket.write(
          `POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}\r\n\r\n`,
        );
        send();
      });

    test('413 before the end of a chunked body', async () => {
      const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
      const { status, pieces } = await sendInPieces('Transfer-Encoding: chunked', chunk, 4_000);
      expect(status).toBe(413);
      expect(pieces).toBeLessThan(4_000);
    });

    test.each([100_000, 10_000_000, 1_000_000_000])(
      '413 for a Content-Length of %d bytes, before the body',
      async (bytes) => {
        expect(await sendInPieces(`Content-Length: ${bytes}`, '', 0)).toEqual({ status: 413, pieces: 0 });
      },
    );
  });

  describe('forms', () => {
    test.each<[string, [string, string], object, string[]]>([
      ['an empty message', ['POST', '/api/contact'], {}, ['name', 'phone', 'email', 'message', 'consent']],
      ['no consent', ['POST', '/api/contact'], { ...MESSAGE, consent: false }, ['consent']],
      ['consent as text', ['POST', '/api/contact'], { ...MESSAGE, consent: 'true' }, ['consent']],
      ['an invalid e-mail address', ['POST', '/api/contact'], { ...MESSAGE, email: 'a@b' }, ['email']],
      ['an invalid phone number', ['POST', '/api/contact'], { ...MESSAGE, phone: 'call me' }, ['phone']],
      ['only spaces', ['POST', '/api/contact'], { ...MESSAGE, name: '  ' }, ['name']],
      [
        'a message that is too long',
        ['POST', '/api/contact'],
        { ...MESSAGE, message: 'x'.repeat(5_001) },
        ['message'],
      ],
      ['a null character', ['POST', '/api/contact'], { ...MESSAGE, message: 'a\u0000b' }, ['message']],
      [
        'an empty draw',
        ['POST', '/api/admin/draws'],
        {},
        ['slot', 'date', 'drawNo', 'digit1', 'digit2', 'digit3', 'digit4', 'digit5'],
      ],
      ['an invalid date', ['POST', '/api/admin/draws'], { ...DRAW, date: '2026-02-30' }, ['date']],
      ['two digits in one field', ['POST', '/api/admin/draws'], { ...DRAW, digit3: '12' }, ['digit3']],
      ['a digit as a number', ['POST', '/api/admin/draws'], { ...DRAW, digit3: 1 }, ['digit3']],
      ['a letter as a digit', ['POST', '/api/admin/draws'], { ...DRAW, digit3: 'x' }, ['digit3']],
      ['no digit', ['POST', '/api/admin/draws'], { ...DRAW, digit3: '' }, ['digit3']],
      ['a Malayalam digit', ['POST', '/api/admin/draws'], { ...DRAW, digit3: '൩' }, ['digit3']],
      ['a draw number with a comma', ['POST', '/api/admin/draws'], { ...DRAW, drawNo: 'SC,1' }, ['drawNo']],
      ['a draw number like a formula', ['POST', '/api/admin/draws'], { ...DRAW, drawNo: '=1+1' }, ['drawNo']],
      [
        'a draw number that begins with a hyphen',
        ['POST', '/api/admin/draws'],
        { ...DRAW, drawNo: '-SC1' },
        ['drawNo'],
      ],
      ['published as text', ['POST', '/api/admin/draws'], { ...DRAW, published: 'yes' }, ['published']],
      ['an empty article', ['POST', '/api/admin/news'], {}, ['title', 'author', 'body']],
      [
        'a title that is too long',
        ['POST', '/api/admin/news'],
        { ...ARTICLE, title: 'x'.repeat(201) },
        ['title'],
      ],
      ['an order below one', ['POST', '/api/admin/faqs'], { ...FAQ, order: 0 }, ['order']],
      ['an order that is not an integer', ['POST', '/api/admin/faqs'], { ...FAQ, order: 1.5 }, ['order']],
      ['a place before the first', ['PUT', '/api/admin/faqs/x/place'], { place: 0 }, ['place']],
      ['a move sideways', ['POST', '/api/admin/faqs/x/move'], { direction: 'left' }, ['direction']],
      ['an unknown role', ['POST', '/api/admin/users'], { email: 'x@example.org', role: 'owner' }, ['role']],
      [
        'a short password',
        ['POST', '/api/admin/users'],
        { email: 'x@example.org', role: 'editor', password: '12345' },
        ['password'],
      ],
      [
        'a common password',
        ['POST', '/api/admin/users'],
        { email: 'x@example.org', role: 'editor', password: 'password' },
        ['password'],
      ],
      [
        'a delay over an hour',
        ['PUT', '/api/admin/settings'],
        { ...SETTINGS, publishDelay: 61 },
        ['publishDelay'],
      ],
      [
        'a negative delay',
        ['PUT', '/api/admin/settings'],
        { ...SETTINGS, publishDelay: -1 },
        ['publishDelay'],
      ],
      [
        'an invalid time',
        ['PUT', '/api/admin/settings'],
        { ...SETTINGS, generateTime: '24:00' },
        ['generateTime'],
      ],
      [
        'missing settings',
        ['PUT', '/api/admin/settings'],
        { autoPublish: true },
        ['publishDelay', 'generateTime', 'enableNotifications', 'maintenanceMode'],
      ],
    ])('422: %s', async (_name, route, body, fields) => {
      const { detail, errors } = await refuse(422, route, { body });
      expect(Object.keys(errors ?? {})).toEqual(fields);
      expect(detail).toBe(Object.values(errors ?? {})[0] ?? '');
    });

    test.each([['11:00'], ['10:00:00'], [''], [' 10:00'], [10], [null], [['10:00']]])(
      '422: %p is not a slot, with the exact text',
      async (slot) => {
        const { detail, errors } = await refuse(422, ['POST', '/api/admin/draws'], {
          body: { ...DRAW, slot },
        });
        expect(detail).toBe('Invalid time slot. Must be one of: 10:00, 12:00, 14:00, 17:00, 19:00.');
        expect(errors).toEqual({ slot: INVALID_SLOT_TEXT });
      },
    );

    test('422: an invalid slot is reported before other errors', async () => {
      const { detail } = await refuse(422, ['POST', '/api/admin/draws'], { body: { slot: '11:00' } });
      expect(detail).toBe(INVALID_SLOT_TEXT);
    });
  });

  describe('queries', () => {
    test.each([
      ['date=2026-13-01', 'date'],
      ['date=yesterday', 'date'],
      ['month=2026-13', 'month'],
      ['month=2026-1', 'month'],
      ['slot=11:00', 'slot'],
      ['limit=0', 'limit'],
      ['limit=-5', 'limit'],
      ['limit=many', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=Infinity', 'limit'],
      ['cursor=!!!', 'cursor'],
      ['cursor=abc', 'cursor'],
      [`cursor=${Buffer.from('["2026-11-14","11:00"]').toString('base64url')}`, 'cursor'],
      ['endsWith=123456', 'endsWith'],
      ['endsWith=12a', 'endsWith'],
      [`q=${'x'.repeat(101)}`, 'q'],
      ['q=%00', 'q'],
      ['date=2026-11-14&date=2026-11-15', 'date'],
      ['q=a&q=b', 'q'],
    ])('422: %s', async (query, field) => {
      const paths = ['/api/draws', '/api/admin/draws'];
      if (!['limit', 'cursor'].includes(field)) paths.push('/api/draws.csv', '/api/admin/draws.csv');
      for (const path of paths) {
        const { errors } = await refuse(422, ['GET', `${path}?${query}`]);
        expect(Object.keys(errors ?? {})).toEqual([field]);
      }
    });

    test.each([
      '/api/admin/draws?status=secret',
      '/api/admin/activity?type=gossip',
      '/api/admin/activity?from=x',
      '/api/news?cursor=x',
      `/api/news?cursor=${Buffer.from('[1,"a\\u0000b"]').toString('base64url')}`,
      `/api/admin/faqs?cursor=${Buffer.from('[1e300,"x"]').toString('base64url')}`,
      `/api/admin/users?cursor=${Buffer.from('"\\u0000"').toString('base64url')}`,
      `/api/admin/backups?cursor=${Buffer.from('[1,2]').toString('base64url')}`,
      `/api/admin/activity?cursor=${Buffer.from('1.5').toString('base64url')}`,
    ])('422: %s', async (path) => void (await refuse(422, ['GET', path])));
  });

  test.each([
    ['PATCH', 'draws', { digit1: '1' }],
    ['DELETE', 'draws', undefined],
    ['PATCH', 'news', { title: 'x' }],
    ['DELETE', 'faqs', undefined],
    ['DELETE', 'contacts', undefined],
    ['PATCH', 'users', { role: 'editor' }],
  ] as const)('404: %s of an unknown id (%s)', async (method, what, body) => {
    for (const id of ['unknown', '%00', '%E0%A4%A', 'x'.repeat(500), "'%20or%20'1'='1"]) {
      await refuse(404, [method, `/api/admin/${what}/${id}`], { body });
    }
  });
});
