/** Observes the SQL statements that reach the engines, also those that Kysely does not log: `begin` and `commit`. */
import pg from 'pg';
import { PreparedStatements } from '../../src/server/storage/engines/prepared-statements.ts';

export interface ObservedStatements {
  /** What was sent since the last call, in order: `update "draws"`. */
  take(): string[];
  stop(): void;
}

export function observeStatements(): ObservedStatements {
  let observed: string[] = [];
  // Called for each run of a statement, also if it has been prepared before.
  const { prepare } = PreparedStatements.prototype;
  PreparedStatements.prototype.prepare = function (sql) {
    observed.push(nameOf(sql));
    return prepare.call(this, sql);
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (typeof args[0] === 'string') observed.push(nameOf(args[0]));
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    take() {
      const taken = observed.filter((name) => !isOfConnection(name));
      observed = [];
      return taken;
    },
    stop() {
      Object.assign(PreparedStatements.prototype, { prepare });
      Object.assign(pg.Client.prototype, { query });
    },
  };
}

const nameOf = (statement: string): string =>
  /^(insert into|update|delete from) "\w+"|^select .*? from "\w+"|^[\w ]+/s
    .exec(statement.trim())?.[0]
    .replace(/^select .* from/s, 'select from') ?? statement;

/** Sent at intervals, whatever the server does. */
const isOfConnection = (name: string): boolean =>
  /^(pragma|listen|select current_setting|select head)/i.test(name);
