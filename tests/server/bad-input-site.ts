/** A server for tests of bad input: every refused request is checked, and none of them may change anything. */
import { expect, test } from 'bun:test';
import { type Problem, problemSchema } from '../../src/contract/problem.ts';
import { CLOCK_START } from './api-seed.ts';
import { type ApiSite, type Call, describeOnSite } from './api-site.ts';
import { INTERNALS } from './internals.ts';

export interface BadInputSite {
  site: ApiSite;
  /** Sends a request as Admin, and checks its status and problem. */
  refuse(status: number, route: [method: string, path: string], call?: Call): Promise<Problem>;
}

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
const readStored = async ({ admin }: ApiSite): Promise<string> =>
  (await Promise.all(LISTS.map(async (list) => (await admin('GET', `/api/admin/${list}`)).text()))).join(
    '\n',
  );

/**
 * Runs the tests with a server that they share, and then checks that they have stored nothing. Bad input is refused
 * before it reaches the database, so one engine is enough.
 */
export function describeBadInput(tests: (site: BadInputSite) => void): void {
  let stored = '';
  const prepare = async (site: ApiSite): Promise<void> => {
    // With all drafts created, automation adds nothing during the tests.
    await site.admin('POST', '/api/admin/drafts');
    stored = await readStored(site);
  };
  describeOnSite({ env: { CLOCK_START, SIGNUP: 'closed' }, prepare }, (site) => {
    const refuse: BadInputSite['refuse'] = async (status, [method, path], call = {}) => {
      const response = await site.admin(method, path, call);
      expect(response.status).toBe(status);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      const problem = problemSchema.parse(await response.json());
      expect(problem.status).toBe(status);
      expect(problem.detail).toMatch(/^\w.+\.$/s);
      expect(JSON.stringify(problem)).not.toMatch(INTERNALS);
      return problem;
    };
    tests({ site, refuse });

    test('none of these requests has stored anything', async () => {
      expect(await readStored(site)).toBe(stored);
    });
  });
}
