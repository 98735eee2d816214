/** `npm run demo`, with fewer days: a temporary site with sample content, shortly before a draw, with a public log. */
import { expect, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.mjs';
import type { Draw } from '../../src/contract/draws.ts';
import type { Today } from '../../src/contract/today.ts';
import { MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { readConfig } from '../../src/server/config.ts';

/** The default, 400, is tested in days-of-history.test.ts. */
const DAYS = 40;

test(
  'serves history, news, FAQs, an account and a draw within two minutes, and removes its files',
  async () => {
    // Its own temporary folder, to check that nothing is left in it.
    const temporary = mkdtempSync(join(tmpdir(), 'swarna-demo-test-'));
    const url = `http://localhost:${await findFreePort()}`;
    const env = { ...process.env, PORT: new URL(url).port, TMPDIR: temporary };
    const demo = spawn('node', ['scripts/demo.mjs', String(DAYS)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(demo, 'exit');
    try {
      let printed = '';
      for await (const text of demo.stdout) {
        printed += text;
        if (printed.includes(' audit ')) break;
      }
      const readText = async (path: string) => (await fetch(url + path)).text();
      const read = async <Body>(path: string) => JSON.parse(await readText(path)) as Body;
      const today = await read<Today>('/api/today');
      const noon = today.slots.find(({ slot }) => slot === '12:00');
      const untilDraw = Date.parse(noon?.drawAt ?? '') - Date.parse(today.time);
      expect(untilDraw).toBeLessThanOrEqual(20 * SECOND);
      expect(Date.parse(noon?.revealAt ?? '') - Date.parse(noon?.drawAt ?? '')).toBe(MINUTE);
      expect(untilDraw + MINUTE).toBeLessThan(2 * MINUTE);

      const csv = await readText('/api/draws.csv');
      const dates = new Set(csv.match(/^\d{4}-\d{2}-\d{2}/gm));
      // And today.
      expect(dates.size).toBe(DAYS + 1);
      expect((await read<{ items: Draw[] }>('/api/news')).items.length).toBeGreaterThan(3);
      expect((await read<{ items: Draw[] }>('/api/faqs')).items.length).toBeGreaterThan(3);

      const [, email, password] = /(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
      const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url },
        body: JSON.stringify({ email, password }),
      });
      expect(signIn.status).toBe(200);

      const [, BEACON] = /BEACON='(.*?)'/.exec(printed) ?? [];
      const { beacon } = readConfig({ BEACON });
      expect(await readText('/log/tile/entries/000')).toContain(`"${beacon?.chain.id}"`);
      const [, entries] = (await readText('/log/checkpoint')).split('\n');
      expect(Number(entries)).toBeGreaterThan(2 * DAYS * SLOTS.length);

      demo.kill('SIGTERM');
      await ended;
      expect(readdirSync(temporary).filter((name) => name.startsWith('swarna-demo-'))).toEqual([]);
      expect(fetch(url)).rejects.toThrow();
    } finally {
      demo.kill('SIGKILL');
      rmSync(temporary, { recursive: true, force: true });
    }
  },
  // Long for a slow machine: what must happen within two minutes is checked above.
  5 * MINUTE,
);
