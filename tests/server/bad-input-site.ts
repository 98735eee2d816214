/** A server for tests of bad input: every refused request is checked, and must not change anything. */
import { expect } from 'bun:test';
import { type Problem, problemSchema } from '../../src/contract/problem.ts';
import { CLOCK_START } from './api-seed.ts';
import type { ApiSite, Call } from './api-site.ts';
import { INTERNALS } from './internals.ts';

export interface BadInputSite {
  site: ApiSite;
  /** Sends a request as Admin, checks its status and problem, and that nothing is stored. */
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

export async function openBadInputSite(
  open: (env: Record<string, string>) => Promise<ApiSite>,
): Promise<BadInputSite> {
  const site = await open({ CLOCK_START, SIGNUP: 'closed' });
  // With all drafts created, automation adds nothing during the tests.
  await site.admin('POST', '/api/admin/drafts');
  /** Reads everything that bad input could have changed. */
  const readStored = async () =>
    (
      await Promise.all(LISTS.map(async (list) => (await site.admin('GET', `/api/admin/${list}`)).text()))
    ).join('\n');
  const stored = await readStored();
  return {
    site,
    async refuse(status, [method, path], call = {}) {
      const response = await site.admin(method, path, call);
      expect(response.status).toBe(status);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      const problem = problemSchema.parse(await response.json());
      expect(problem.status).toBe(status);
      expect(problem.detail).toMatch(/^\w.+\.$/s);
      expect(JSON.stringify(problem)).not.toMatch(INTERNALS);
      expect(await readStored()).toBe(stored);
      return problem;
    },
  };
}
