/** A field that a call of the panel does not know: 422 with its name, on every route that writes. */
import { expect, test } from 'bun:test';
import { wholeApi } from '../../src/server/api/routes.ts';
import { create, newDraw } from './api-seed.ts';
import { openApiSite, routeNames } from './api-site.ts';
import { describeBadInput } from './bad-input-site.ts';

/** Takes a CSV file instead of fields. */
const FILES = ['POST /api/admin/draws/import'];
const WRITING = routeNames(wholeApi.routes.routes).filter(
  (route) => /^(POST|PUT|PATCH) \/api\/admin\//.test(route) && !FILES.includes(route),
);

describeBadInput(({ site, refuse }) => {
  test.each(WRITING)('%s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const call = { body: '{ "colour": "red", "constructor": {}, "etag": "1" }' };
    const { errors } = await refuse(422, [method, path.replace(/:\w+/g, 'UNKNOWN')], call);
    for (const name of ['colour', 'constructor', 'etag']) {
      expect(Object.entries(errors ?? {})).toContainEqual([name, `The field "${name}" is not known.`]);
    }
    const anonymous = await site.anonymous(method, path.replace(/:\w+/g, 'UNKNOWN'), call);
    expect(anonymous.status).toBe(401);
  });
});

test('a route without a body accepts none but an empty one', async () => {
  const site = await openApiSite();
  const hold = (path: string, body?: string) => site.admin('POST', path, { body });
  const { id } = await create(site, 'draws', newDraw('2026-05-01', '10:00', '12345', false));
  const path = `/api/admin/draws/${id}/hold`;
  for (const [body, status] of [
    ['{ "a"', 400],
    ['[{ "a": 1 }]', 422],
    ['"text"', 422],
    ['{}', 200],
    ['', 200],
  ] as const) {
    expect([body, (await hold(path, body)).status]).toEqual([body, status]);
  }
  await site.stop();
});

test('a change with an unknown field beside known ones changes nothing, and without it is made', async () => {
  const site = await openApiSite();
  const { id } = await create(site, 'draws', newDraw('2026-05-01', '10:00', '12345', false));
  const change = (body: object) => site.admin('PATCH', `/api/admin/draws/${id}`, { body });
  const refused = await change({ digit1: '9', digit6: '1' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: 'The field "digit6" is not known.',
    errors: { digit6: 'The field "digit6" is not known.' },
  });
  expect(await (await site.admin('GET', `/api/admin/draws/${id}`)).json()).toMatchObject({ digit1: '1' });
  expect((await change({ digit1: '9' })).status).toBe(200);
  await site.stop();
});
