/** Gives a used database the content of its template again, which is faster than creating another. */
import type pg from 'pg';

interface Description {
  /** Of the definitions of all objects. */
  checksum: string;
  bytes: number;
}

interface Template extends Description {
  /** The statements that replace the content of every table by the template's. */
  reset: string;
}

/** What has grown by more is slower to empty than to replace. */
const MOST_GROWTH = 4 * 1024 * 1024;

/** Copies have the object ids of their template, so an object that was created again changes the checksum. */
const DESCRIBE = `
  with this as (select * from pg_database where datname = current_database()),
  objects as (
    select concat_ws(' ', 'schema', n.*) as line from pg_namespace n
    union all select concat_ws(' ', 'function', p.*) from pg_proc p where oid >= 16384
    union all select concat_ws(' ', 'trigger', t.*) from pg_trigger t where oid >= 16384
    union all select concat_ws(' ', 'constraint', c.*) from pg_constraint c where oid >= 16384
    union all select concat_ws(' ', 'relation', oid, relname, relnamespace, relowner, relacl, relkind)
      from pg_class where oid >= 16384
    union all select concat_ws(' ', 'column', attrelid, attnum, attname, atttypid, attnotnull)
      from pg_attribute where attrelid >= 16384
    union all select concat_ws(' ', 'setting', setconfig) from pg_db_role_setting join this on setdatabase = oid
    union all select concat_ws(' ', 'database', datdba, datacl, datconnlimit) from this
  )
  select md5(string_agg(line, chr(10) order by line)) as checksum,
    pg_database_size(current_database())::float8 as bytes
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

/** Stores the content of a template as its comment, which can be read from every database of the cluster. */
export async function describeTemplate(client: pg.Client, name: string): Promise<void> {
  // Without triggers and foreign keys: one refuses changes of the activity log.
  const reset = ['set session_replication_role = replica'];
  for (const table of await listNames(client, 'r')) {
    const { rows } = await queryOne<{ rows: string }>(
      client,
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
    );
    const content = client.escapeLiteral(rows);
    reset.push(`delete from ${table}`);
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
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  const { comment } = await queryOne<{ comment: string }>(
    client,
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = '${template}'`,
  );
  const { checksum, bytes, reset }: Template = JSON.parse(comment);
  const now = await queryOne<Description>(client, DESCRIBE);
  if (now.checksum !== checksum || now.bytes > bytes + MOST_GROWTH) return false;
  await client.query(reset);
  return true;
}
