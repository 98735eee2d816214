/** The servers that a worker shares between its tests: one with public content, one with staff. */
import { expect, request } from '@playwright/test';
import { SLOTS } from '../../src/core/slots.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { ACCOUNTS, PASSWORD, type Role, type Session, STAFF_SETTINGS, signIn } from './accounts.ts';
import type { HostedServer, Servers } from './servers.ts';
import { CLOCK_START, SITE_CONTENT } from './site-content.ts';

/** `public`: results, news and questions of `site-content.ts`. `staff`: one Admin, one Editor and today's drafts. */
export type SiteName = 'public' | 'staff';

export interface Site {
  server: HostedServer;
  dataDir: string;
  /** The storage state of each account after sign-in; empty for a site without accounts. */
  sessions: Partial<Record<Role, Session>>;
}

export interface SiteServers {
  /** Starts the site when a test of this worker needs it for the first time. */
  get(name: SiteName): Promise<Site>;
  stop(): Promise<void>;
}

/** Each browser sends its own client address, so that tests do not share rate limits. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1,::1', BACKUP_EVERY_HOURS: '0' };

async function startPublicSite(servers: Servers, dataDir: string): Promise<Site> {
  const env = { ...BEHIND_PROXY, DATA_DIR: dataDir, CLOCK_START };
  return { server: await servers.start(env, SITE_CONTENT), dataDir, sessions: {} };
}

async function startStaffSite(servers: Servers, dataDir: string): Promise<Site> {
  const server = await servers.start({
    ...BEHIND_PROXY,
    ...STAFF_SETTINGS,
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    PUSH_HOSTS: '127.0.0.1',
    DATA_DIR: dataDir,
  });
  const { url } = server;
  const admin = await signIn(url, ACCOUNTS.admin.email);
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { Origin: url },
    storageState: admin,
  });
  const created = await api.post('/api/admin/users', {
    data: { ...ACCOUNTS.editor, role: 'editor', password: PASSWORD },
  });
  if (created.status() !== 201) throw new Error(`No Editor: ${await created.text()}`);
  // The server creates today's drafts soon after its start.
  await expect
    .poll(async () => (await (await api.get('/api/admin/draws')).json()).items.length)
    .toBe(SLOTS.length);
  await api.dispose();
  return { server, dataDir, sessions: { admin, editor: await signIn(url, ACCOUNTS.editor.email) } };
}

const START = { public: startPublicSite, staff: startStaffSite };

export function shareSites(servers: Servers): SiteServers {
  const dataDirs: { remove(): void }[] = [];
  const sites = new Map<SiteName, Promise<Site>>();
  return {
    get(name) {
      const known = sites.get(name);
      if (known) return known;
      const dataDir = makeDataDir();
      dataDirs.push(dataDir);
      const site = START[name](servers, dataDir.path);
      sites.set(name, site);
      return site;
    },
    async stop() {
      const started = await Promise.allSettled(sites.values());
      await Promise.all(
        started.map((site) => (site.status === 'fulfilled' ? site.value.server.stop() : undefined)),
      );
      for (const dataDir of dataDirs) dataDir.remove();
    },
  };
}
