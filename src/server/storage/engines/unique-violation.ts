/** Checks which unique constraint a write violated, on either engine. */

export function violatesUnique(error: unknown, table: string, columns: readonly string[]): boolean {
  if (!(error instanceof Error)) return false;
  // SQLite names the columns, PostgreSQL the constraint, which it named after them.
  const columnList = columns.map((column) => `${table}.${column}`).join(', ');
  const constraint = `${table}_${columns.join('_')}_key`;
  return (
    error.message === `UNIQUE constraint failed: ${columnList}` ||
    ('constraint' in error && error.constraint === constraint)
  );
}
