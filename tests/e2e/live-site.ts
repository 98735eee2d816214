/** Browser tests of what happens by itself: sites of their own, each with a clock that stands just before it. */
import type { Locator, Page } from '@playwright/test';
import type { Slot } from '../../src/core/slots.ts';
import { slotLabel } from '../../src/core/slots.ts';
import { type SiteContent, seedSite } from '../support/seed-site.ts';
import { makeDataDir, type RunningServer, startServer } from '../support/server.ts';
import { test as base, expect } from './fixtures.ts';

export const TODAY = '2026-11-15';
const STAFF = { email: 'asha@example.org', password: 'seven green parrots' };

export interface SitePlan extends Partial<SiteContent> {
  /** The time in IST at which its clock starts. */
  clock: string;
}

export interface LiveSite {
  url: string;
  stop(): Promise<void>;
  /** Lets its server do nothing at all until it is told to go on. */
  freeze(): void;
  unfreeze(): void;
  /** Starts it anew at the same address with the same data, its clock at the given time. */
  restart(clock: string): Promise<void>;
  /** What staff do, through the API. */
  asStaff<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** `12:00:30` on the day of the tests, as an instant. */
const instantAt = (time: string): string => new Date(`${TODAY}T${time}+05:30`).toISOString();

async function openSite({ clock, ...content }: SitePlan): Promise<LiveSite & { remove(): void }> {
  const dataDir = makeDataDir();
  seedSite(dataDir.path, content);
  const start = (time: string, port = '0') =>
    startServer({
      DATA_DIR: dataDir.path,
      PORT: port,
      CLOCK_START: instantAt(time),
      BACKUP_EVERY_HOURS: '0',
      ADMIN_EMAIL: STAFF.email,
      ADMIN_PASSWORD: STAFF.password,
    });
  let server: RunningServer = await start(clock);
  const { url } = server;
  const call = (method: string, path: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url,
    stop: async () => void (await server.stop()),
    freeze: () => server.freeze(),
    unfreeze: () => server.unfreeze(),
    async restart(time) {
      server = await start(time, new URL(url).port);
    },
    async asStaff(method, path, body) {
      const signedIn = await call('POST', '/api/auth/sign-in/email', STAFF);
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const answer = await call(method, path, body, cookie);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : await answer.json();
    },
    remove: dataDir.remove,
  };
}

export const test = base.extend<{ site: (plan: SitePlan) => Promise<LiveSite> }>({
  // Each test has a site of its own instead of the worker's.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  baseURL: async ({}, use) => use(undefined),

  site: async ({ context }, use) => {
    const sites: Awaited<ReturnType<typeof openSite>>[] = [];
    await use(async (plan) => {
      const site = await openSite(plan);
      sites.push(site);
      return site;
    });
    // A page that outlived its site would complain that it is gone.
    for (const page of context.pages()) await page.close();
    for (const site of sites) {
      await site.stop();
      site.remove();
    }
  },
});

/** The card of a draw, and its face: what it shows, by its name. */
export const cardOf = (page: Page, slot: Slot): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: slotLabel(slot) }) });

export const expectFace = (card: Locator, face: string, timeout = 30_000): Promise<void> =>
  expect(card).toHaveAttribute('data-face', face, { timeout });

export { expect };
