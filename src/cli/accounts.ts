/** Commands that create the first Admin and reset passwords. */
import type { z } from 'zod';
import { passwordSchema } from '../contract/users.ts';
import { emailSchema, requiredText } from '../contract/values.ts';
import { createAdmin } from '../server/services/accounts/first-account.ts';
import { setPassword } from '../server/services/accounts/password-reset.ts';
import {
  type Call,
  type Command,
  CommandFailed,
  onlyArgument,
  type Terminal,
  UsageError,
} from './command.ts';
import { expectDatabase, findMissingDatabase, OPERATOR, withInstallation } from './installation.ts';

const PASSWORD_HELP = [
  'The password is asked for and not shown. With --password-stdin it is read from standard input:',
  '  printf \'%s\' "$PASSWORD" | npm run cli -- {command} asha@example.org --password-stdin',
];

const options = { 'password-stdin': { type: 'boolean' } } as const;

export const createAdminCommand: Command = {
  usage: 'EMAIL [--name NAME] [--password-stdin]',
  summary: 'create an Admin account',
  details: [
    ...PASSWORD_HELP,
    'Without --name the part before the @ is the name.',
    'Where there is no database yet, one is made.',
  ],
  options: { ...options, name: { type: 'string' } },
  async run(call, terminal) {
    const email = readEmail(call);
    const given = call.text('name');
    const name = given === undefined ? undefined : check('--name', requiredText('Name', 100), given);
    const password = await readPassword(call, terminal);
    const newDatabase = findMissingDatabase(call.config);
    await withInstallation(call.config, ({ services }) =>
      createAdmin(services, { email, name, password }, { onlyAsFirst: false, by: OPERATOR }),
    );
    terminal.print(`${email} can sign in as Admin.`);
    if (newDatabase !== null) terminal.say(`A new database was made at ${newDatabase}.`);
  },
};

export const resetPasswordCommand: Command = {
  usage: 'EMAIL [--password-stdin]',
  summary: 'give an account a new password and end its sessions',
  details: PASSWORD_HELP,
  options,
  async run(call, terminal) {
    const email = readEmail(call);
    expectDatabase(call.config);
    const password = await readPassword(call, terminal);
    await withInstallation(call.config, ({ services }) =>
      setPassword(services, { email, password }, OPERATOR),
    );
    terminal.print(`${email} has a new password; all sessions of this account were ended.`);
  },
};

const readEmail = (call: Call): string => check('EMAIL', emailSchema, onlyArgument(call, 'EMAIL'));

const readPassword = async (call: Call, terminal: Terminal): Promise<string> =>
  check(
    'password',
    passwordSchema,
    call.flag('password-stdin')
      ? (await terminal.readInput()).replace(/\r?\n$/, '')
      : await promptTwice(terminal),
  );

async function promptTwice({ promptHidden }: Terminal): Promise<string> {
  if (!promptHidden) {
    throw new UsageError('There is no terminal to ask for the password: pipe it in with --password-stdin.');
  }
  const password = await promptHidden('Password: ');
  if ((await promptHidden('The same again: ')) !== password) {
    throw new CommandFailed('The two passwords are not the same. Nothing was changed.');
  }
  return password;
}

function check<Value>(what: string, schema: z.ZodType<Value>, given: string): Value {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new UsageError(result.error.issues[0]?.message ?? `${what} is not valid.`);
}
