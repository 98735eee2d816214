/** A backup that cannot be made, trusted or restored: the reason as an operator reads it. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}
