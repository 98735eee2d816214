/** nginx, for the tests of deploy/nginx; without it they are skipped. */
import { findProgram, installFromDebian } from './debian.mjs';

export const findNginx = () => findProgram('nginx');

export async function ensureNginx() {
  if (!findNginx()) await installFromDebian('Installing nginx for the tests', ['nginx-light', 'nginx']);
}
