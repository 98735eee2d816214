/** PgBouncer, for the tests that stand behind a pooler; without it they are skipped. */
import { findProgram, installFromDebian } from './debian.mjs';

export const findPgBouncer = () => findProgram('pgbouncer');

export async function ensurePgBouncer() {
  if (!findPgBouncer()) await installFromDebian('Installing PgBouncer for the tests', ['pgbouncer']);
}
