/** What must never stand in an answer: traces of the program, of the database, or of secrets. */
export const INTERNALS =
  /\bat \S+ \(|node_modules|\.ts:\d|sqlite|postgres|kysely|zod|select |insert |syntax error|constraint|ECONN|undefined|\[object/i;
