/** A backup that cannot be made, trusted or restored: the reason as an operator reads it. */
export class CopyRefused extends Error {
  override readonly name: string = 'CopyRefused';
}

/** The file cannot be read now: the copy may still be good. */
export class CopyUnreadable extends CopyRefused {
  override readonly name = 'CopyUnreadable';
}
