/** A site with content, in a process of its own on the core of the servers. */
import { CLOCK_START, SITE_CONTENT, TODAY } from '../tests/e2e/site-content.ts';
import { seedIdOf, seedNumberOf } from '../tests/server/storage-seed.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { ADMIN, post, signIn } from '../tests/support/node-requests.ts';
import { type SiteContent, seedSite } from '../tests/support/seed-site.ts';
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts';
import { openFilesWithin, SERVER_CORE } from './machine.ts';

/** A draft of the day, which staff publish and withdraw. */
const PLAN = SITE_CONTENT.draws.find(({ date, slot }) => date === TODAY && slot === '17:00');
if (!PLAN || PLAN.published) throw new Error('the content has no draft');
export const DRAFT = { id: seedIdOf(PLAN), drawNo: seedNumberOf(PLAN), digits: PLAN.digits };

/** Enough for as many streams as the server allows. */
const OPEN_FILES = 30_000;

export const SETTINGS = {
  // Half past two in the afternoon in India: no draw begins while the site runs.
  CLOCK_START,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BACKUP_EVERY_HOURS: '0',
  TRUST_PROXY: '127.0.0.1',
};

export interface BenchSite extends ServerProcess, AsyncDisposable {
  publish: Call;
  withdraw: Call;
  /** Sends the request of staff and throws if it is refused. */
  send(call: Call): Promise<void>;
}

/** A request of staff, which a client in another process can send as well. */
export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export const startSite = (content: Partial<SiteContent> = SITE_CONTENT): Promise<BenchSite> =>
  startPrepared({}, (dataDir) => seedSite(dataDir, content));

/** A server whose content is in another database. */
export const startNode = (settings: Record<string, string>): Promise<BenchSite> =>
  startPrepared(settings, async () => {});

async function startPrepared(
  settings: Record<string, string>,
  prepare: (dataDir: string) => Promise<void>,
): Promise<BenchSite> {
  const dataDir = makeDataDir();
  await prepare(dataDir.path);
  const server = await startServerProcess(
    { ...SETTINGS, ...settings, DATA_DIR: dataDir.path },
    { core: SERVER_CORE, openFiles: openFilesWithin(OPEN_FILES) },
  );
  const session = await signIn(server);
  const headers = { 'Content-Type': 'application/json', Origin: server.url, ...session };
  const callTo = (action: string): Call => ({
    url: `${server.url}/api/admin/draws/${DRAFT.id}/${action}`,
    headers,
    body: '{}',
  });
  return {
    ...server,
    publish: callTo('publish'),
    withdraw: callTo('unpublish'),
    async send({ url }) {
      const response = await post(server, new URL(url).pathname, {}, session);
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      dataDir.remove();
    },
  };
}
