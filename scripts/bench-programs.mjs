/** Finds and installs what `npm run bench` compares with: nginx, nchan, and wrk, which sends the requests. */
import { existsSync } from 'node:fs';
import { findProgram, installFromDebian } from './debian.mjs';
import { findNginx } from './test-programs.mjs';

const NCHAN = '/usr/lib/nginx/modules/ngx_nchan_module.so';

export const findWrk = () => findProgram('wrk');
/** The module that nginx loads. */
export const findNchan = () => (findNginx() && existsSync(NCHAN) ? NCHAN : undefined);

/** One after the other, because apt allows only one installation at a time. */
export async function ensureBenchPrograms() {
  if (!findNginx()) await installFromDebian('Installing nginx for the bench', ['nginx-light', 'nginx']);
  if (!findNchan()) await installFromDebian('Installing nchan for the bench', ['libnginx-mod-nchan']);
  if (!findWrk()) await installFromDebian('Installing wrk for the bench', ['wrk']);
}
