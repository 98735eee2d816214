/** A reason not to start, printed as one line without a stack. */

export class StartError extends Error {
  override readonly name = 'StartError';
}
