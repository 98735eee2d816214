/** What a command of the CLI is, and how it fails. */
import type { ParseArgsConfig } from 'node:util';

export interface Command {
  /** What follows the name, as in `FILE [--force]`. */
  usage: string;
  summary: string;
  /** Further lines of its help. */
  details: readonly string[];
  options: NonNullable<ParseArgsConfig['options']>;
  run(call: Call, terminal: Terminal): Promise<void>;
}

export interface Call {
  positionals: readonly string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

export interface Terminal {
  /** The result that was asked for. */
  print(line: string): void;
  /** What is going on meanwhile. */
  say(line: string): void;
  readInput(): Promise<string>;
  /** Asks twice, without showing what is typed; or takes what is piped in. */
  readNewPassword(fromInput: boolean): Promise<string>;
}

/** The one thing that a command works on. */
export function onlyArgument({ positionals }: Call, name: string): string {
  const [argument, ...others] = positionals;
  if (argument === undefined) throw new UsageError(`${name} is missing.`);
  if (others.length > 0) throw new UsageError(`Too much was given: only one ${name} is expected.`);
  return argument;
}

export function noArguments({ positionals }: Call): void {
  if (positionals.length > 0) throw new UsageError(`Too much was given: ${positionals.join(' ')}`);
}

/** The call itself is wrong: exit code 2, with a hint at the help. */
export class UsageError extends Error {}

/** What was asked for was not done: exit code 1. Each line is printed as it is. */
export class CommandFailed extends Error {}
