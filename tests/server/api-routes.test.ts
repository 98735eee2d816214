/** Every route of the API, called by every kind of client. A new route without an entry in route-access.ts fails. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ChangedTable, ROLE_FOR_TABLE } from '../../src/contract/live.ts';
import { wholeApi } from '../../src/server/api/routes.ts';
import { type ApiSite, openApiSite, routeNames } from './api-site.ts';
import { ADMINS, EVERYONE, LAST, STAFF } from './route-access.ts';

test('the lists name every route of the router, each once', () => {
  expect([...EVERYONE, ...STAFF, ...ADMINS, ...LAST].sort()).toEqual(routeNames(wholeApi.routes.routes));
});

test('a live stream tells of a table to those who may read it', () => {
  const listOf: Record<ChangedTable, string> = {
    draws: 'draws',
    news_posts: 'news',
    faqs: 'faqs',
    contact_messages: 'contacts',
    settings: 'settings',
    users: 'users',
    activity: 'activity',
    backups: 'backups',
    webhooks: 'webhooks',
  };
  for (const [table, role] of Object.entries(ROLE_FOR_TABLE)) {
    const routes = role === 'admin' ? ADMINS : STAFF;
    expect(routes).toContain(`GET /api/admin/${listOf[table as ChangedTable]}`);
  }
});

describe('called by every kind of client', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await openApiSite();
  });
  afterAll(() => site.stop());

  type Client = 'anonymous' | 'editor' | 'admin' | 'disabled' | 'foreign';
  const CLIENTS: Client[] = ['anonymous', 'editor', 'admin', 'disabled', 'foreign'];

  /** Sends unknown ids and empty bodies, so that a request that passes the guards changes nothing. */
  async function attempt(who: Client, route: string): Promise<Response> {
    const [method = '', path = ''] = route.split(' ');
    const response = await site[who](
      method,
      path.replace(/:\w+/g, 'UNKNOWN'),
      method === 'GET' ? {} : { body: {} },
    );
    await response.body?.cancel();
    return response;
  }

  /** `in` if the guards accept the client, whatever status the route then returns. */
  async function outcomesOf(route: string): Promise<Record<Client, number | 'in'>> {
    const outcomes: Partial<Record<Client, number | 'in'>> = {};
    for (const who of CLIENTS) {
      const { status } = await attempt(who, route);
      expect(status).toBeLessThan(500);
      outcomes[who] = status === 401 || status === 403 ? status : 'in';
    }
    return outcomes as Record<Client, number | 'in'>;
  }

  /** Public routes can be read from any origin; the others accept no other origin. */
  const outcomeOfForeign = (route: string): number | 'in' =>
    /^GET \/(log|api\/(?!admin|auth))/.test(route) ? 'in' : 403;

  test.each(EVERYONE)('%s: everyone', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 'in',
      editor: 'in',
      admin: 'in',
      disabled: 'in',
      foreign: outcomeOfForeign(route),
    });
  });

  test.each(STAFF)('%s: staff', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 401,
      editor: 'in',
      admin: 'in',
      disabled: 401,
      foreign: outcomeOfForeign(route),
    });
  });

  test.each(ADMINS)('%s: Admins', async (route) => {
    expect(await outcomesOf(route)).toEqual({
      anonymous: 401,
      editor: 403,
      admin: 'in',
      disabled: 401,
      foreign: outcomeOfForeign(route),
    });
  });

  test.each([...STAFF, ...ADMINS])('%s is not cached and not readable from another origin', async (route) => {
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

  test('a write with Sec-Fetch-Site: cross-site gets 403 even without an Origin', async () => {
    const response = await site.admin('POST', '/api/admin/drafts', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(response.status).toBe(403);
  });
});
