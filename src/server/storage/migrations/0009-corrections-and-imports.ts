/** Corrections that the public sees, imports that can be taken back, and settings for publication. */
import type { SqlDialect } from './sql-dialects.ts';

export const addCorrectionsAndImports = (dialect: SqlDialect): string[] => [
  ...addCorrections(dialect),
  ...addImports(dialect),
  ...addSettings(dialect),
];

function addCorrections({ text, jsonText, jsonArray, addCheck }: SqlDialect): string[] {
  const digits = (column: string) =>
    [1, 2, 3, 4, 5].map((place) => jsonText(column, `digit${place}`)).join(' || ');
  return [
    `alter table draws add column public_digits ${text}`,
    `alter table draws add column public_provenance ${text}`,
    `alter table draws add column corrections ${text} not null default '[]'`,
    `alter table draws add column pending_reason ${text}`,
    `update draws set public_digits = digit_1 || digit_2 || digit_3 || digit_4 || digit_5,
       public_provenance = provenance
     where published = 1 or (published_at is not null and provenance <> 'corrected')`,
    // Former corrections are in the activity log. Digits that replaced others of an unpublished draw were not public.
    `update draws set corrections = (
       select ${jsonArray({ at: 'c.at', digits: digits('c.before'), reason: jsonText('c.after', 'reason') }, 'c.id')}
       from activity as c
       where ${isCorrectionOf('draws.draw_no')})
     where provenance = 'corrected'
       and exists (select 1 from activity as c where ${isCorrectionOf('draws.draw_no')})`,
    // A node of the previous version must fail instead of publishing without a record of what the public saw.
    ...addCheck('draws', 'draws_public_digits_are_recorded', 'published = 0 or public_digits is not null'),
  ];
}

const isCorrectionOf = (drawNo: string): string => `
  c.type = 'draw' and c.action = 'Corrected result' and c.target = ${drawNo}
  and not exists (
    select 1 from activity as earlier
    where earlier.target = c.target and earlier.action = 'Corrected result' and earlier.id < c.id
      and earlier.id > (
        select max(shown.id) from activity as shown
        where shown.target = c.target and shown.action in ('Published result', 'Unpublished result', 'Created result')
          and shown.id < c.id)
      and (
        select changed.action from activity as changed
        where changed.target = c.target and changed.action in ('Published result', 'Unpublished result', 'Created result')
          and changed.id < c.id
        order by changed.id desc limit 1) = 'Unpublished result')`;

const addImports = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table imports (
    id ${text} primary key not null,
    created_at ${integer} not null,
    user_name ${text} not null,
    draws ${integer} not null
  ) ${strict}`,
  `alter table draws add column import_id ${text}`,
  'create index draws_import on draws (import_id) where import_id is not null',
];

const addSettings = ({ text, integer }: SqlDialect): string[] => [
  `alter table settings add column publish_generated ${integer} not null default 1 check (publish_generated in (0, 1))`,
  `alter table settings add column approval ${text} not null default 'off' check (approval in ('off', 'entered'))`,
];
