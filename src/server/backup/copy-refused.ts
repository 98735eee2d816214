/** A backup that cannot be made, trusted or restored: the reason as an operator reads it. */
export class CopyRefused extends Error {
  override readonly name: string = 'CopyRefused';
}

/** The file system does not return the file: the copy may be good, but nobody can tell now. */
export class CopyUnreadable extends CopyRefused {
  override readonly name = 'CopyUnreadable';
}
