/** How a command of the operator's fails. */

/** The call itself is wrong: exit code 2, with a hint at the help. */
export class UsageError extends Error {}

/** What was asked for was not done: exit code 1. Each line is printed as it is. */
export class CommandFailed extends Error {}
