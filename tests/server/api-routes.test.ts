/** Every route of the API with who may call it, tried by everyone. A new route without an entry here fails. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routes } from '../../src/server/api/routes.ts';
import { type ApiSite, openApiSite, routeNames } from './api-site.ts';

const EVERYONE = [
  'GET /api/health',
  'GET /api/ready',
  'GET /api/today',
  'GET /api/draws',
  'GET /api/draws.csv',
  'GET /api/draws/:drawNo',
  'GET /api/news',
  'GET /api/news/:id',
  'GET /api/faqs',
  'POST /api/contact',
  'GET /api/live',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/docs.css',
  'GET /api/docs/try-it.js',
  'GET /api/auth/policy',
  'GET /api/auth/get-session',
  'POST /api/auth/sign-up/email',
  'POST /api/auth/sign-in/email',
  'POST /api/auth/two-factor/verify-totp',
  'POST /api/auth/two-factor/verify-backup-code',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/reset-password',
];

const STAFF = [
  'GET /api/admin/me',
  'GET /api/admin/dashboard',
  'GET /api/admin/draws',
  'GET /api/admin/draws.csv',
  'POST /api/admin/draws',
  'POST /api/admin/draws/import',
  'GET /api/admin/draws/:id',
  'PATCH /api/admin/draws/:id',
  'DELETE /api/admin/draws/:id',
  'POST /api/admin/draws/:id/publish',
  'POST /api/admin/draws/:id/unpublish',
  'POST /api/admin/drafts',
  'GET /api/admin/news',
  'POST /api/admin/news',
  'GET /api/admin/news/:id',
  'PATCH /api/admin/news/:id',
  'DELETE /api/admin/news/:id',
  'GET /api/admin/faqs',
  'POST /api/admin/faqs',
  'GET /api/admin/faqs/:id',
  'PATCH /api/admin/faqs/:id',
  'DELETE /api/admin/faqs/:id',
  'POST /api/admin/faqs/:id/move',
  'PUT /api/admin/faqs/:id/place',
  'GET /api/admin/contacts',
  'DELETE /api/admin/contacts/:id',
  'GET /api/admin/activity',
  'GET /api/admin/activity.csv',
  'GET /api/admin/activity/users',
  'GET /api/admin/live',
  'POST /api/auth/change-password',
  'POST /api/auth/two-factor/enable',
  'POST /api/auth/two-factor/disable',
  'POST /api/auth/two-factor/generate-backup-codes',
  'GET /api/auth/list-sessions',
  'POST /api/auth/revoke-session',
  'POST /api/auth/revoke-other-sessions',
];

const ADMINS = [
  'GET /api/admin/users',
  'POST /api/admin/users',
  'GET /api/admin/users/:id',
  'PATCH /api/admin/users/:id',
  'DELETE /api/admin/users/:id',
  'POST /api/admin/users/:id/invite',
  'POST /api/admin/users/:id/reset-two-factor',
  'GET /api/admin/users/:id/sessions',
  'DELETE /api/admin/users/:id/sessions',
  'DELETE /api/admin/users/:id/sessions/:sessionId',
  'GET /api/admin/settings',
  'PUT /api/admin/settings',
  'GET /api/admin/backups',
  'POST /api/admin/backups',
];

/** Open to all, but it ends the session of whoever calls it: so it comes last. */
const LAST = ['POST /api/auth/sign-out'];

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
