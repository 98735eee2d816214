/** Commands that create, verify and restore backups. */
import { resolve } from 'node:path';
import type { Backup } from '../contract/backups.ts';
import { restoreCopy } from '../server/backup/restore.ts';
import { type ReportProgress, verifyCopy } from '../server/backup/verify.ts';
import { startClock } from '../server/clock.ts';
import { type Command, CommandFailed, noArguments, onlyArgument, type Terminal } from './command.ts';
import {
  backupFolderOf,
  checkOptions,
  expectDatabase,
  findCopy,
  OPERATOR,
  openBackups,
  withInstallation,
} from './installation.ts';

const STEP_LABELS: Record<Backup['step'], string> = {
  copying: 'Copying',
  checksumming: 'Taking the checksum',
  restoring: 'Restoring into a scratch database',
  checking: 'Checking what was restored',
  done: 'Done',
};

const FROM_ANOTHER = 'from-another-installation';
const ORIGIN_HELP = [
  'A copy is sealed with a key from AUTH_SECRET, or from auth-secret in DATA_DIR. One that was made with another',
  'secret, or before copies were sealed, is accepted only with --from-another-installation.',
];
const NOT_SEALED_HERE =
  'It was not sealed by this installation: only its checksum, its contents and its schema were checked.';

export const backupCommand: Command = {
  usage: '',
  summary: 'make a backup now, and verify it by restoring it',
  details: ['The copy is put into the folder backups in DATA_DIR. The server may go on running.'],
  options: {},
  async run(call, { say, print }) {
    noArguments(call);
    expectDatabase(call.config);
    const backup = await withInstallation(call.config, (installation) =>
      openBackups(installation).run(OPERATOR, ({ step, progress }) =>
        say(`${STEP_LABELS[step]} (${progress} %)`),
      ),
    );
    if (backup.status !== 'verified') throw new CommandFailed(`The backup failed: ${backup.error}`);
    print(resolve(backupFolderOf(call.config), backup.file));
    say(`Verified: ${backup.bytes} bytes, sha256 ${backup.sha256}`);
  },
};

export const verifyBackupCommand: Command = {
  usage: 'FILE [--from-another-installation]',
  summary: 'tell whether a backup can be trusted, by restoring it into a scratch database',
  details: ['FILE is a path, or the name of a file in the folder backups in DATA_DIR.', ...ORIGIN_HELP],
  options: { [FROM_ANOTHER]: { type: 'boolean' } },
  async run(call, terminal) {
    const copy = findCopy(call.config, onlyArgument(call, 'FILE'));
    const options = checkOptions(call.config, { acceptOthers: call.flag(FROM_ANOTHER) });
    const { manifest, sealedHere } = await verifyCopy(copy, options, reportTo(terminal));
    const { madeAt, facts } = manifest;
    terminal.print(`${copy} is good: made at ${madeAt}, ${facts.rows['draws'] ?? 0} draws.`);
    if (!sealedHere) terminal.print(NOT_SEALED_HERE);
  },
};

export const restoreCommand: Command = {
  usage: 'FILE [--force] [--from-another-installation]',
  summary: 'put a backup in the place of the database',
  details: [
    'FILE is a path, or the name of a file in the folder backups in DATA_DIR. It is verified first.',
    'A database that is not empty is replaced only with --force.',
    'The embedded database can be restored while no server is using it; PostgreSQL at any time.',
    ...ORIGIN_HELP,
  ],
  options: { force: { type: 'boolean' }, [FROM_ANOTHER]: { type: 'boolean' } },
  async run(call, terminal) {
    const copy = findCopy(call.config, onlyArgument(call, 'FILE'));
    const force = call.flag('force');
    const options = checkOptions(call.config, { acceptOthers: call.flag(FROM_ANOTHER) });
    const { manifest, sealedHere, former } = await restoreCopy(
      copy,
      options,
      { force, now: startClock(call.config.clockStart).now() },
      reportTo(terminal),
    );
    terminal.print(`Restored the backup made at ${manifest.madeAt}.`);
    if (!sealedHere) terminal.print(NOT_SEALED_HERE);
    if (former) terminal.say(`The former database is kept as ${former}.`);
  },
};

function reportTo({ say }: Terminal): ReportProgress {
  let last: Backup['step'] | undefined;
  return (step) => {
    if (step !== last && step !== 'done') say(STEP_LABELS[step]);
    last = step;
  };
}
