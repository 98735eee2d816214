/** Every route of the API, tried by everyone. A new route without an entry in route-access.ts fails. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routes } from '../../src/server/api/routes.ts';
import { type ApiSite, openApiSite, routeNames } from './api-site.ts';
import { ADMINS, EVERYONE, LAST, STAFF } from './route-access.ts';

test('the lists name every route of the router, each once', () => {
  expect([...EVERYONE, ...STAFF, ...ADMINS, ...LAST].sort()).toEqual(routeNames(routes.routes));
});

describe('tried by everyone', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await openApiSite();
  });
  afterAll(() => site.stop());

  type Who = 'anonymous' | 'editor' | 'admin' | 'disabled' | 'foreign';
  const PEOPLE: Who[] = ['anonymous', 'editor', 'admin', 'disabled', 'foreign'];

  /** With names that exist nowhere and bodies that say nothing: past the guards nothing comes of it. */
  async function attempt(who: Who, route: string): Promise<Response> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await site[who](
      method,
      path.replace(/:\w+/g, 'UNKNOWN'),
      method === 'GET' ? {} : { body: {} },
    );
    await answer.body?.cancel();
    return answer;
  }

  /** `in` where the guards let somebody pass, whatever the route itself then says. */
  async function outcomesOf(route: string): Promise<Record<Who, number | 'in'>> {
    const outcomes: Partial<Record<Who, number | 'in'>> = {};
    for (const who of PEOPLE) {
      const { status } = await attempt(who, route);
      expect(status).toBeLessThan(500);
      outcomes[who] = status === 401 || status === 403 ? status : 'in';
    }
    return outcomes as Record<Who, number | 'in'>;
  }

  /** What is public may be read from any site; nothing else may be read or written from another. */
  const foreignMay = (route: string): number | 'in' =>
    /^GET \/api\/(?!admin|auth)/.test(route) ? 'in' : 403;

  test.each(EVERYONE)('%s: everyone', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 'in',
      editor: 'in',
      admin: 'in',
      disabled: 'in',
      foreign: foreignMay(route),
    });
  });

  test.each(STAFF)('%s: staff', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 401,
      editor: 'in',
      admin: 'in',
      disabled: 401,
      foreign: foreignMay(route),
    });
  });

  test.each(ADMINS)('%s: Admins', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 401,
      editor: 403,
      admin: 'in',
      disabled: 401,
      foreign: foreignMay(route),
    });
  });

  test.each([...STAFF, ...ADMINS])('%s is kept by no cache and shown to no other site', async (route) => {
    for (const who of ['anonymous', 'admin'] as const) {
      const { headers } = await attempt(who, route);
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
      if (who === 'admin') expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });

  test.each(LAST)('%s: everyone', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 'in',
      editor: 'in',
      admin: 'in',
      disabled: 'in',
      foreign: 403,
    });
  });

  test('a write that a browser calls cross-site is refused even without an origin', async () => {
    const answer = await site.admin('POST', '/api/admin/drafts', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
  });
});
