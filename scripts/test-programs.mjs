/** Finds and installs PgBouncer, nginx and Python; tests that need one of them are skipped without it. */
import { findProgram, installFromDebian } from './debian.mjs';

export const findPgBouncer = () => findProgram('pgbouncer');
export const findNginx = () => findProgram('nginx');
export const findPython = () => findProgram('python3');

/** One after the other, because apt allows only one installation at a time. */
export async function ensureTestPrograms() {
  if (!findPgBouncer()) await installFromDebian('Installing PgBouncer for the tests', ['pgbouncer']);
  if (!findNginx()) await installFromDebian('Installing nginx for the tests', ['nginx-light', 'nginx']);
  if (!findPython()) await installFromDebian('Installing Python for the tests', ['python3']);
}
