/** Browser tests of time-dependent and live behaviour: each starts its own site and controls its time. */
import type { Locator, Page } from '@playwright/test';
import { QUICKNET } from '../../src/core/public-log/beacon-chain.ts';
import type { Slot } from '../../src/core/slots.ts';
import { slotLabel } from '../../src/core/slots.ts';
import { makeDataDir } from '../support/data-dir.ts';
import type { SiteContent } from '../support/seed-site.ts';
import { ACCOUNTS, PASSWORD, STAFF_SETTINGS } from './accounts.ts';
import { test as base, expect } from './fixtures.ts';
import { attachConditions } from './page-condition.ts';
import type { Servers } from './servers.ts';
import { BEHIND_PROXY } from './site-servers.ts';

export const TODAY = '2026-11-15';

/** A value of BEACON: nothing listens there. */
export const UNREACHABLE_BEACON = `http://127.0.0.1:9#${QUICKNET.publicKey}#${QUICKNET.genesis}#${QUICKNET.period}`;

export interface SitePlan extends Partial<SiteContent> {
  /** The time in IST at which its clock starts. */
  clock: string;
  /** The value of BEACON, or `local` for a beacon of the test; off by default. */
  beacon?: string;
}

export interface LiveSite {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Suspends the process: connections stay open, without responses. */
  freeze(): void;
  unfreeze(): void;
  /** Starts it again at the same address with the same data, its clock at the given time. */
  restart(clock: string, date?: string): Promise<void>;
  /** Moves the time of the server, and of a page opened with a clock, forward to this time in IST. */
  moveTo(page: Page, time: string, date?: string): Promise<void>;
  /** Moves only the time of the server: an open page adopts it. */
  moveServerTo(time: string): Promise<void>;
  /** Calls the API as an Admin. */
  asStaff<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body>;
}

const instantAt = (time: string, date = TODAY): Date => new Date(`${date}T${time}+05:30`);

async function openSite(
  servers: Servers,
  { clock, beacon = 'off', ...content }: SitePlan,
): Promise<LiveSite & { remove(): void }> {
  const dataDir = makeDataDir();
  const start = (time: string, more: Record<string, string>, own?: Partial<SiteContent>) =>
    servers.start(
      {
        ...BEHIND_PROXY,
        ...STAFF_SETTINGS,
        DATA_DIR: dataDir.path,
        BEACON: beacon,
        WEBHOOK_PRIVATE_ADDRESSES: 'allow',
        PUSH_HOSTS: '127.0.0.1',
        CLOCK_START: instantAt(time).toISOString(),
        ...more,
      },
      own,
    );
  let server = await start(clock, {}, content);
  const { url } = server;

  const call = (method: string, path: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  let session: Promise<string> | undefined;
  async function signIn(): Promise<string> {
    const account = { email: ACCOUNTS.admin.email, password: PASSWORD };
    const response = await call('POST', '/api/auth/sign-in/email', account);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    return cookies.join('; ');
  }

  /** How long it is until this time, in milliseconds. */
  async function millisecondsUntil(time: string, date?: string): Promise<number> {
    const { time: now } = (await (await call('GET', '/api/health', undefined)).json()) as { time: string };
    return Math.max(0, instantAt(time, date).getTime() - Date.parse(now));
  }

  return {
    url,
    dataDir: dataDir.path,
    stop: async () => void (await server.stop()),
    freeze: () => server.freeze(),
    unfreeze: () => server.unfreeze(),
    async restart(time, date) {
      server = await start(time, {
        PORT: new URL(url).port,
        CLOCK_START: instantAt(time, date).toISOString(),
      });
    },
    async moveTo(page, time, date) {
      const milliseconds = await millisecondsUntil(time, date);
      // The page first: it would adopt the later time of the server, and then move past it.
      await page.clock.runFor(milliseconds);
      await server.moveTime(milliseconds);
    },
    moveServerTo: async (time) => server.moveTime(await millisecondsUntil(time)),
    async asStaff(method, path, body) {
      session ??= signIn();
      const response = await call(method, path, body, await session);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.status === 204 ? undefined : await response.json();
    },
    remove: dataDir.remove,
  };
}

export const test = base.extend<{ startSite: (plan: SitePlan) => Promise<LiveSite> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern.
  baseURL: async ({}, use) => use(undefined),

  startSite: async ({ context, servers }, use, testInfo) => {
    const sites: Awaited<ReturnType<typeof openSite>>[] = [];
    await use(async (plan) => {
      const site = await openSite(servers, plan);
      sites.push(site);
      return site;
    });
    await attachConditions(context, testInfo);
    // A page that is still open after its site stops would report errors.
    for (const page of context.pages()) await page.close();
    for (const site of sites) {
      await site.stop();
      site.remove();
    }
  },
});

/** The card of a draw time on the home page. */
export const cardOf = (page: Page, slot: Slot): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: slotLabel(slot) }) });

/** Expects the face of a card, by its name in the page. */
export const expectFace = (card: Locator, face: string): Promise<void> =>
  expect(card).toHaveAttribute('data-face', face);

export { expect };
