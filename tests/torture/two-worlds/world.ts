/** A server with a clock of the test and signed-in staff. */

import { instantOf } from '../../../src/core/ist-time.ts';
import { type Clock, systemTimers, type Timers } from '../../../src/server/clock.ts';
import { compose } from '../../../src/server/compose.ts';
import { readConfig } from '../../../src/server/config.ts';
import { takePort } from '../../../src/server/http/listen.ts';
import { builtSite } from '../../../src/server/http/site.ts';
import { createLog } from '../../../src/server/log.ts';
import { TODAY } from '../../server/api-seed.ts';

const BASE_URL = 'https://results.example';
/** After the first reveal. */
const NOW = instantOf(TODAY, '10:20');

export const ADMIN = { email: 'asha@staff.example', password: 'seven green parrots' };
export const EDITOR = { email: 'meera@staff.example', password: 'nine quiet boats', name: 'Hidden Meera' };

export interface World {
  url: string;
  /** The session cookies of an Admin and, if there is one, of an Editor. */
  cookies: { admin: string; editor: string };
  /** Sends a request as the Admin. */
  asAdmin(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** With timers that never run, automation creates no drafts. */
  timers?: Timers | undefined;
  /** Default: stopped after the first reveal. */
  clock?: Clock;
  env?: Record<string, string>;
  /** Gets every line of the log. Default: there is no log. */
  writeLog?: (line: string) => void;
}

export async function openWorld(dataDir: string, options: WorldOptions = {}): Promise<World> {
  const { timers = systemTimers, clock = { now: () => NOW }, env, writeLog } = options;
  const listener = takePort('127.0.0.1', 0);
  const app = await compose({
    config: readConfig({
      DATA_DIR: dataDir,
      BASE_URL,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
      BEACON: 'off',
      TRUST_PROXY: '127.0.0.1',
      ...env,
    }),
    clock,
    timers,
    log: createLog(writeLog ? 'debug' : 'silent', clock, writeLog ?? (() => {})),
    site: builtSite,
    baseUrl: BASE_URL,
  });
  listener.setHandler(app.handle);
  await app.start();
  const url = `http://127.0.0.1:${listener.port}`;
  let calls = 0;
  /** A new client address each time, because rate limits never expire with a stopped clock. */
  const nextAddress = () => `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`;
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: {
        Origin: BASE_URL,
        'Content-Type': 'application/json',
        'X-Forwarded-For': nextAddress(),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const signIn = async (account: { email: string; password: string }): Promise<string> => {
    const { email, password } = account;
    const response = await call('POST', '/api/auth/sign-in/email', { email, password });
    await response.body?.cancel();
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  };
  const cookies = { admin: await signIn(ADMIN), editor: await signIn(EDITOR) };
  return {
    url,
    cookies,
    asAdmin: (method, path, body) => call(method, path, body, { Cookie: cookies.admin }),
    async stop() {
      await Promise.all([app.endStreams(), listener.drain(1_000)]);
      await app.stop();
    },
  };
}
