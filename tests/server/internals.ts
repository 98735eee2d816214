/** Text that must never be in a response: stack traces, names of libraries, SQL. */
export const INTERNALS =
  /\bat \S+ \(|node_modules|\.ts:\d|sqlite|postgres|kysely|zod|select |insert |syntax error|constraint|ECONN|undefined|\[object/i;
