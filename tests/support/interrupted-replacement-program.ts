/** Replaces the file of an embedded database and ends the process, as a power cut would, before a given change. */

// Not imported: the names that an import gives are settled before they can be changed.
const fs = process.getBuiltinModule('node:fs');
const [scratch = '', file = '', survives = '', links = ''] = process.argv.slice(2);
let left = Number(survives);

function endBefore(name: 'linkSync' | 'renameSync' | 'rmSync'): void {
  const change = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      left -= 1;
      if (name === 'linkSync' && links === 'impossible') {
        throw Object.assign(new Error('links are not possible here'), { code: 'EPERM' });
      }
      return change(...args);
    },
  });
}

for (const name of ['linkSync', 'renameSync', 'rmSync'] as const) endBefore(name);
const { replaceSqlite } = await import('../../src/server/backup/sqlite-replacement.ts');
process.stdout.write((await replaceSqlite(scratch, file)) ?? '');
