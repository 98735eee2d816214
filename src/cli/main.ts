/** The entry point of the CLI: `npm run cli -- COMMAND`. */
import { runCommand } from './commands.ts';
import { terminal } from './terminal.ts';

process.exitCode = await runCommand(process.argv.slice(2), terminal);
