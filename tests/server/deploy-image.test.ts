/** The content of the image is enough to run a node as a user that can write only its data. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.mjs';
import { inProject } from '../../scripts/project.mjs';
import { type ImageFolder, makeImageFolder } from '../support/image-folder.ts';

setDefaultTimeout(300_000);

/** `TEST_IMAGE=full` also runs npm and the build of the pages, as Docker does. */
const reuse = process.env['TEST_IMAGE'] !== 'full';

let image: ImageFolder;
let node: ChildProcess;
let output = '';
const cleanups: (() => unknown)[] = [];
let url: string;
let env: Record<string, string>;

const asUser = () => (process.getuid?.() === 0 ? { uid: image.user, gid: image.user } : {});
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const checkHealth = (): number | null => {
  const [program = '', ...args] = image.healthcheck;
  return spawnSync(program, args, { cwd: image.site, env, ...asUser() }).status;
};

describe.skipIf(process.platform !== 'linux')('the image', () => {
  let before: string[];

  beforeAll(async () => {
    image = makeImageFolder({ reuse });
    cleanups.push(image.remove);
    before = filesOf(image.site);
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    env = { ...image.env, HOST: '127.0.0.1', PORT: String(port), BACKUP_EVERY_HOURS: '0', BEACON: 'off' };
    // Only programs of the image are found.
    env['PATH'] = join(image.site, 'bin');
    const [program = '', ...args] = image.command;
    node = spawn(join(image.site, 'bin', program), args, { cwd: image.site, env, ...asUser() });
    const gone = once(node, 'exit');
    cleanups.push(async () => {
      node.kill('SIGKILL');
      await gone;
    });
    for (const stream of [node.stdout, node.stderr]) stream?.on('data', (text) => (output += text));
    const deadline = Date.now() + 20_000;
    while (!output.includes('"listening"')) {
      if (node.exitCode !== null || Date.now() > deadline) throw new Error(`it does not listen:\n${output}`);
      await Bun.sleep(50);
    }
    expect(checkHealth()).toBe(0);
  });
  afterAll(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  });

  test('serves pages, files, data, and pictures with their font', async () => {
    const page = await (await fetch(url)).text();
    const asset = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? 'no asset in the page';
    for (const path of ['/', '/ml', asset, '/api/today', '/api/docs', '/admin']) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    }
    const picture = await fetch(`${url}/picture.png`);
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  test('can run the operator commands', () => {
    const made = spawnSync(join(image.site, 'bin/bun'), ['src/cli/main.ts', 'backup'], {
      cwd: image.site,
      env,
      encoding: 'utf8',
      ...asUser(),
    });
    expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('Verified') });
    expect(readdirSync(join(image.dataDir, 'backups')).length).toBeGreaterThan(0);
  });

  test('has no development packages and no build tools', () => {
    const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
    const installed = Object.keys(
      JSON.parse(readFileSync(join(image.site, 'node_modules/.package-lock.json'), 'utf8')).packages,
    );
    expect(installed.filter((path) => packages[path]?.dev)).toEqual([]);
    for (const name of [
      'vite',
      'typescript',
      'tailwindcss',
      'rolldown',
      '@react-router/dev',
      '@biomejs/biome',
    ]) {
      expect([name, existsSync(join(image.site, 'node_modules', name))]).toEqual([name, false]);
    }
    expect(filesOf(join(image.site, 'src')).filter((file) => file.includes('.test.'))).toEqual([]);
  });

  test('stops on SIGTERM, is then unhealthy, and has written only its data', async () => {
    const gone = once(node, 'exit');
    node.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    expect(checkHealth()).toBe(1);
    expect(filesOf(image.site)).toEqual(before);
    expect(existsSync(join(image.dataDir, 'swarna-chakra.db'))).toBe(true);
  });
});
