/** Resets a used PostgreSQL database to its template, which is faster than creating a new one. */
import type pg from 'pg';

interface Description {
  /** Of the definitions of all objects. */
  checksum: string;
  /** Of the rows of all tables, also deleted ones. */
  bytes: number;
}

interface Template extends Description {
  /** The statements that replace the content of every table by the template's. */
  reset: string;
}

/** Above this growth, creating a new database is faster. */
const MAX_GROWTH = 2 * 1024 * 1024;

/**
 * Copies have the object ids of their template, so an object that was created again changes the checksum. Of columns
 * and constraints, which are many, it has their number and the transactions that wrote them: four times as fast as
 * their texts.
 */
const DESCRIBE = `
  with this as (select * from pg_database where datname = current_database()),
  objects as (
    select concat_ws(' ', 'schema', n.*) as line from pg_namespace n
    union all select concat_ws(' ', 'function', p.*) from pg_proc p where oid >= 16384
    union all select concat_ws(' ', 'trigger', t.*) from pg_trigger t where oid >= 16384
    union all select concat_ws(' ', 'constraints', count(*), sum(xmin::text::bigint))
      from pg_constraint where oid >= 16384
    union all select concat_ws(' ', 'relation', oid, relname, relnamespace, relowner, relacl, relkind,
        relpersistence, relrowsecurity, relforcerowsecurity, reloptions)
      from pg_class where oid >= 16384
    union all select concat_ws(' ', 'columns', count(*), sum(xmin::text::bigint))
      from pg_attribute where attrelid >= 16384
    union all select concat_ws(' ', 'default', d.*) from pg_attrdef d where oid >= 16384
    union all select concat_ws(' ', 'rule', r.*) from pg_rewrite r where oid >= 16384
    union all select concat_ws(' ', 'policy', p.*) from pg_policy p
    union all select concat_ws(' ', 'sequence', s.*) from pg_sequence s
    union all select concat_ws(' ', 'type', oid, typname, typtype) from pg_type where oid >= 16384
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting join this on setdatabase = oid
    union all select concat_ws(' ', 'database', datdba, datacl, datconnlimit) from this
  )
  select sum(hashtextextended(line, 0))::text as checksum,
    (select sum(pg_relation_size(oid))::float8 from pg_class where oid >= 16384 and relkind in ('r', 't')) as bytes
  from objects`;

async function queryOne<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row> {
  const { rows } = await client.query<Row>(statement);
  if (!rows[0]) throw new Error(`no row: ${statement}`);
  return rows[0];
}

async function listNames(client: pg.Client, kind: 'r' | 'S'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = '${kind}'`,
  );
  return rows.map(({ name }) => client.escapeIdentifier(name));
}

/** Stores the content of a template as the comment of its database, which every database of the cluster can read. */
export async function storeTemplateContent(client: pg.Client, name: string): Promise<void> {
  // Disables triggers and foreign keys: a trigger forbids changes to the activity log.
  const reset = ['set session_replication_role = replica'];
  for (const table of await listNames(client, 'r')) {
    const { rows } = await queryOne<{ rows: string }>(
      client,
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
    );
    const content = client.escapeLiteral(rows);
    reset.push(`delete from ${table}`);
    if (rows === '[]') continue;
    reset.push(`insert into ${table} overriding system value
      select * from json_populate_recordset(null::${table}, ${content})`);
  }
  for (const sequence of await listNames(client, 'S')) {
    const { last, used } = await queryOne<{ last: string; used: boolean }>(
      client,
      `select last_value as last, is_called as used from ${sequence}`,
    );
    reset.push(`select setval(${client.escapeLiteral(sequence)}, ${last}, ${used})`);
  }
  const template: Template = {
    ...(await queryOne<Description>(client, DESCRIBE)),
    reset: reset.join(';\n'),
  };
  await client.query(`comment on database ${name} is ${client.escapeLiteral(JSON.stringify(template))}`);
}

/** Returns false for a database whose objects or settings a test has changed, or which has grown much. */
export async function resetToTemplate(client: pg.Client, template: string): Promise<boolean> {
  const { comment } = await queryOne<{ comment: string }>(
    client,
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = '${template}'`,
  );
  const { checksum, bytes, reset }: Template = JSON.parse(comment);
  const now = await queryOne<Description>(client, DESCRIBE);
  if (now.checksum !== checksum || now.bytes > bytes + MAX_GROWTH) return false;
  await client.query(reset);
  return true;
}
