/** The types of CLI commands, and their errors. */
import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../server/config.ts';

export interface Command {
  /** The arguments after the name, for example `FILE [--force]`. */
  usage: string;
  summary: string;
  /** Further lines for `--help`. */
  details: readonly string[];
  options: NonNullable<ParseArgsConfig['options']>;
  run(call: Call, terminal: Terminal): Promise<void>;
}

export interface Call {
  /** The settings of the installation that the command works on. */
  config: Config;
  positionals: readonly string[];
  text(option: string): string | undefined;
  flag(option: string): boolean;
}

export interface Terminal {
  /** Writes a result to stdout. */
  print(line: string): void;
  /** Writes a part of a long result to stdout, and waits until it is written. */
  write(text: string): Promise<void>;
  /** Writes progress, hints and errors to stderr. */
  say(line: string): void;
  readInput(): Promise<string>;
  /** Prompts for an input that is not shown; null without a terminal. */
  promptHidden: ((question: string) => Promise<string>) | null;
}

/** Returns the single argument; throws a `UsageError` if there is none or more than one. */
export function onlyArgument({ positionals }: Call, name: string): string {
  const [argument, ...others] = positionals;
  if (argument === undefined) throw new UsageError(`${name} is missing.`);
  if (others.length > 0) throw new UsageError(`Too much was given: only one ${name} is expected.`);
  return argument;
}

export function noArguments({ positionals }: Call): void {
  if (positionals.length > 0) throw new UsageError(`Too much was given: ${positionals.join(' ')}`);
}

/** Wrong arguments: exit code 2, with a hint at `--help`. */
export class UsageError extends Error {}

/** The command failed: exit code 1. The message is printed unchanged. */
export class CommandFailed extends Error {}
