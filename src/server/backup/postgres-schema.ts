/** The objects of a PostgreSQL schema with their definitions, to compare one with another on the same server. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { SchemaObjects } from './schema-differences.ts';

/** For the current schema of the connection, without objects of extensions. */
export async function describePostgresSchema(db: Kysely<Schema>): Promise<SchemaObjects> {
  const { rows } = await sql<{ name: string; definition: string }>`
    with here as (select current_schema()::regnamespace as oid),
    from_extensions as (select classid, objid from pg_depend where deptype = 'e'),
    relations as (
      select c.* from pg_class c join here on c.relnamespace = here.oid
      where not exists (
        select from from_extensions where classid = 'pg_class'::regclass and objid = c.oid
      )
    ),
    objects as (
      select 'relation ' || relname as name,
        concat_ws(' ', relkind, relpersistence, relrowsecurity, relforcerowsecurity,
          case when relkind in ('v', 'm') then pg_get_viewdef(oid) end) as definition
        from relations where relkind <> 'i'
      union all
      select 'column ' || attname || ' of ' || relname,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attnum,
          attcollation::regcollation, pg_get_expr(adbin, adrelid))
        from pg_attribute a join relations r on r.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped and relkind <> 'i'
      union all
      select 'constraint ' || conname || ' of ' || relname,
        concat_ws(' ', pg_get_constraintdef(c.oid), convalidated)
        from pg_constraint c join relations r on r.oid = conrelid
      union all
      select 'index ' || relname, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
        from pg_index join relations on oid = indexrelid
      union all
      select 'trigger ' || tgname || ' of ' || relname, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled)
        from pg_trigger t join relations r on r.oid = tgrelid where not tgisinternal
      union all
      select 'rule ' || rulename || ' of ' || relname, concat_ws(' ', pg_get_ruledef(w.oid), ev_enabled)
        from pg_rewrite w join relations r on r.oid = ev_class
      union all
      select 'policy ' || polname || ' of ' || relname,
        concat_ws(' ', polcmd, polpermissive, polroles::regrole[]::text,
          pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
        from pg_policy join relations r on r.oid = polrelid
      union all
      select 'inheritance of ' || relname, inhparent::regclass::text
        from pg_inherits join relations r on r.oid = inhrelid
      union all
      select 'function ' || p.oid::regprocedure::text,
        concat_ws(' ', case when prokind in ('f', 'p') then pg_get_functiondef(p.oid) end, prosecdef)
        from pg_proc p join here on pronamespace = here.oid
        where not exists (
          select from from_extensions where classid = 'pg_proc'::regclass and objid = p.oid
        )
      union all
      select 'type ' || typname, concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typdefault)
        from pg_type t join here on typnamespace = here.oid
        where typtype in ('d', 'e', 'r', 'm') and not exists (
          select from from_extensions where classid = 'pg_type'::regclass and objid = t.oid
        )
    )
    select replace(name, quote_ident(current_schema()) || '.', '') as name,
      replace(definition, quote_ident(current_schema()) || '.', '') as definition
    from objects order by name`.execute(db);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
