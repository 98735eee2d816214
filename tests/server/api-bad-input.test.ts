/** Unknown paths, wrong methods and unusable bodies over HTTP: a 4xx, and nothing is stored. */
import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { describeBadInput } from './bad-input-site.ts';

describeBadInput(({ site, refuse }) => {
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

  describe.each(WRITES)('%s %s', (...route) => {
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
