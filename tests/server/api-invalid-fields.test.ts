/** Invalid fields and query parameters over HTTP: 422 with an error for each field, and nothing is stored. */
import { describe, expect, test } from 'bun:test';
import { INVALID_SLOT_TEXT } from '../../src/core/slots.ts';
import { newDraw } from './api-seed.ts';
import { describeBadInput } from './bad-input-site.ts';

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
  publishGenerated: true,
  approval: 'off',
};

describeBadInput(({ refuse }) => {
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
});
