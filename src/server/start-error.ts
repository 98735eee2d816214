/** A reason not to start: one clear line for the person at the keyboard, no stack. */

export class StartError extends Error {
  override readonly name = 'StartError';
}
