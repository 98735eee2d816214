/** Runs child processes for the commands: passes signals on, and reports failures in one line. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { textProgress } from './progress.mjs';
import { root } from './project.mjs';

/** A failure that the user can fix: printed as its message, without a stack. */
export class CommandFailed extends Error {}

/** @typedef {{ env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'capture' }} RunOptions */
/** @typedef {{ code: number, output: string }} Ended */

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @type {NodeJS.Signals | undefined} */
let stopSignal;

/** @param {NodeJS.Signals} signal */
function stopChildren(signal) {
  // Ctrl-C arrives twice, from the terminal and from npm; the server must get one signal.
  if (stopSignal) return;
  stopSignal = signal;
  for (const child of children) child.kill(signal);
}

function watchForStop() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => stopChildren(signal));
  }
  if (!process.env['npm_lifecycle_event']) return;
  // The shell between npm and this process may end on SIGTERM without passing it on.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stopChildren('SIGTERM');
  }, 200).unref();
}

/** @param {NodeJS.Signals} signal */
const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0);

/**
 * Runs a program to its end. Captured output is returned instead of printed.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export function run(program, args, { env = process.env, stdio = 'inherit' } = {}) {
  if (stopSignal) return Promise.resolve({ code: exitCodeOf(stopSignal), output: '' });
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: stdio === 'capture' ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    children.add(child);
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) =>
      reject(new CommandFailed(`${program} could not be started: ${error.message}`)),
    );
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code: signal ? exitCodeOf(signal) : (code ?? 1), output });
    });
  });
}

/**
 * Runs one step and reports its progress, or its output if it fails.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, progress?: import('./progress.mjs').Progress }} [options]
 */
export async function runStep(title, program, args, { env, progress = textProgress } = {}) {
  const step = progress(title);
  const { code, output } = await run(program, args, { ...(env && { env }), stdio: 'capture' });
  if (code === 0 && !stopSignal) return step.succeed();
  step.fail();
  if (stopSignal) throw new CommandFailed(`${title} was stopped.`);
  throw new CommandFailed(`${withoutStack(output)}\n${title} failed (exit code ${code}).`);
}

/** Removes the call stack of the program that failed. @param {string} output */
const withoutStack = (output) => output.trimEnd().replace(/^(npm error)?\s+at .*\n?/gm, '');

/**
 * Runs a command; `work` returns the exit code.
 * @param {() => Promise<number>} work
 */
export async function runCommand(work) {
  watchForStop();
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(error.message);
    process.exitCode = stopSignal ? exitCodeOf(stopSignal) : 1;
  }
}
