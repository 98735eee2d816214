/** Replaces a SQLite file, and kills the process before the given change of the file system. */

// Not imported, because the bindings of an import cannot be replaced.
const fs = process.getBuiltinModule('node:fs');
const [scratch = '', file = '', changes = '', links = ''] = process.argv.slice(2);
let changesLeft = Number(changes);

function killBefore(name: 'linkSync' | 'renameSync' | 'rmSync'): void {
  const change = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (changesLeft === 0) process.kill(process.pid, 'SIGKILL');
      changesLeft -= 1;
      if (name === 'linkSync' && links === 'impossible') {
        throw Object.assign(new Error('links are not possible here'), { code: 'EPERM' });
      }
      return change(...args);
    },
  });
}

for (const name of ['linkSync', 'renameSync', 'rmSync'] as const) killBefore(name);
const { replaceSqlite } = await import('../../src/server/backup/sqlite-replacement.ts');
process.stdout.write((await replaceSqlite(scratch, file)) ?? '');
