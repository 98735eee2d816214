/** An installation at every point of its life, and copies of it that are served and audited. */
import { Database as Sqlite } from 'bun:sqlite';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditSite } from '../../src/cli/audit/audit-site.ts';
import type { Fetch } from '../../src/cli/audit/log-client.ts';
import type { Instant } from '../../src/core/ist-time.ts';
import type { ApiParts } from '../../src/server/api/api-env.ts';
import { createApi } from '../../src/server/api/create-api.ts';
import type { ApiBindings } from '../../src/server/http/handler.ts';
import { deriveLogKey } from '../../src/server/public-log/log-key.ts';
import { createLogReader } from '../../src/server/public-log/log-reader.ts';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { NO_CHANGES } from '../support/no-changes.ts';
import { rememberingCrypto } from '../support/remembering-crypto.ts';
import { createContext, type TestContext } from './services-context.ts';
import { STAGES, type Stage, signer } from './tampering-life.ts';

export const SECRET = 'a secret of the tests that is long enough';
const BASE_URL = 'http://results.example.org';
export const ORIGIN = 'results.example.org/log';

const folder = mkdtempSync(join(tmpdir(), 'swarna-tampering-'));

const newFile = (): string => join(folder, `${crypto.randomUUID()}.db`);

/** The installation as it was then. */
export interface Point {
  name: string;
  file: string;
  now: Instant;
  /** The checkpoint that an auditor has kept then. */
  checkpoint: string;
}

export function contextOf(database: Database, now: Instant, lives = 0): TestContext {
  const context = createContext(database, now);
  // Another life has other seeds, salts and ids.
  for (let count = 0; count < lives; count += 1) context.randomBytes(32);
  return { ...context, publicLog: { baseUrl: BASE_URL, beaconChain: signer.chain } };
}

/** Copies a database that may be in use. */
function snapshot(file: string): string {
  const copy = newFile();
  const sqlite = new Sqlite(file);
  sqlite.run('vacuum into ?', [copy]);
  sqlite.close();
  return copy;
}

/** Copies a database that nobody has opened since its snapshot. */
export function copyOf({ file }: Pick<Point, 'file'>): string {
  const copy = newFile();
  copyFileSync(file, copy);
  return copy;
}

const readNote = (database: Database, secret = SECRET): Promise<string> =>
  createLogReader(database, deriveLogKey(secret)).readCheckpoint();

export async function pointOf(name: string, file: string, database: Database, now: Instant): Promise<Point> {
  return { name, file: snapshot(file), now, checkpoint: await readNote(database) };
}

/** Lives from a stage on. Returns the points after each stage whose log is open. */
export async function live(
  file: string,
  { after, now, lives }: { after?: Stage; now: Instant; lives?: number },
): Promise<Point[]> {
  const database = await openDatabase({ kind: 'sqlite', file });
  const site = contextOf(database, now, lives);
  const points: Point[] = [];
  const stages = Object.entries(STAGES);
  const start = after === undefined ? 0 : stages.findIndex(([name]) => name === after) + 1;
  for (const [name, stage] of stages.slice(start)) {
    await stage(site);
    if (name !== 'beforeTheLog') points.push(await pointOf(name, file, database, site.clock.now()));
  }
  await database.close();
  return points;
}

export const liveFromTheStart = (): Promise<Point[]> => live(newFile(), { now: 0 });

interface Served {
  file: string;
  secret?: string;
}

export interface Routes {
  respond(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** The routes of the real API on a copy, without a server. */
export async function openRoutes({ file, secret = SECRET }: Served): Promise<Routes> {
  const database = await openDatabase({ kind: 'sqlite', file });
  const services = contextOf(database, 0);
  const logReader = createLogReader(database, deriveLogKey(secret));
  const results = createResultFinder({ database, live: NO_CHANGES });
  const api = createApi({ services, logReader, results } as Partial<ApiParts> as ApiParts);
  return {
    /** Answers errors that no route expects as the handler of the server does. */
    async respond(request) {
      try {
        return await api.handle(request, {} as ApiBindings);
      } catch {
        return new Response(null, { status: 500 });
      }
    },
    close: () => database.close(),
  };
}

interface AuditCall {
  url: string;
  now: Instant;
  remembered: string | null;
  fetch?: Fetch;
}

/** What the auditor finds, without pauses. */
export const audit = ({ remembered, ...call }: AuditCall) =>
  auditSite({
    ...call,
    rememberedNote: remembered,
    chains: new Map([[signer.chain.id, signer.chain]]),
    crypto: rememberingCrypto,
    report: () => {},
    pause: async () => {},
  });

/** An audit without a server between the auditor and the routes. */
export const auditRoutes = ({ respond }: Routes, call: Pick<AuditCall, 'now' | 'remembered'>) =>
  audit({ ...call, url: BASE_URL, fetch: (url) => respond(new Request(url)) });

const opened = new Map<string, Promise<Routes>>();

/** Routes on a copy of a database that only is read, opened once until `removeCopies` is called. */
export function routesOf({ file }: Pick<Point, 'file'>, secret = SECRET): Promise<Routes> {
  const key = `${file} ${secret}`;
  const routes = opened.get(key) ?? openRoutes({ file: copyOf({ file }), secret });
  opened.set(key, routes);
  return routes;
}

export async function removeCopies(): Promise<void> {
  for (const routes of opened.values()) await (await routes).close();
  opened.clear();
  rmSync(folder, { recursive: true, force: true });
}
