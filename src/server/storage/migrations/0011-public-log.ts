/** The public log: its entries and tree, the days and seeds that it commits to, and what the public saw of a draw. */
import type { SqlDialect } from './sql-dialects.ts';

export const createPublicLog = (dialect: SqlDialect): string[] => [
  ...createLog(dialect),
  ...createSeeds(dialect),
  ...extendDraws(dialect),
];

const createLog = ({ text, integer, strict, refuseChangesOf }: SqlDialect): string[] => [
  // One row once the log is open: the log that is written, and the state of its tree.
  `create table log_state (
    id ${integer} primary key not null check (id = 1),
    log ${integer} not null,
    origin ${text} not null,
    size ${integer} not null,
    frontier ${text} not null,
    last_at ${integer} not null
  ) ${strict}`,

  `create table log_entries (
    log ${integer} not null,
    position ${integer} not null,
    text ${text} not null,
    hash ${text} not null,
    draw_id ${text},
    seed_no ${text},
    beacon_date ${text},
    primary key (log, position)
  ) ${strict}`,
  'create index log_entries_draw on log_entries (draw_id, log) where draw_id is not null',
  'create index log_entries_seed on log_entries (seed_no, log) where seed_no is not null',
  'create index log_entries_beacon on log_entries (beacon_date, log) where beacon_date is not null',
  ...refuseChangesOf('log_entries'),

  // The hashes of the tiles above those of the entries.
  `create table log_tiles (
    log ${integer} not null,
    level ${integer} not null,
    position ${integer} not null,
    hash ${text} not null,
    primary key (log, level, position)
  ) ${strict}`,
  ...refuseChangesOf('log_tiles'),
];

const createSeeds = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table seed_days (
    date ${text} primary key not null check (length(date) = 10),
    drafts_from ${integer} not null,
    chain ${text} not null,
    round ${integer} not null,
    beacon ${text} not null check (beacon in ('none', 'awaited', 'verified', 'missing')),
    signature ${text},
    prepared_at ${integer},
    check ((beacon = 'verified') = (signature is not null))
  ) ${strict}`,
  `create table seeds (
    draw_no ${text} primary key not null,
    date ${text} not null,
    slot ${text} not null,
    seed ${text} not null check (length(seed) = 64),
    opened_at ${integer},
    unique (date, slot)
  ) ${strict}`,
  'create index seeds_unopened on seeds (date, slot) where opened_at is null',
];

const extendDraws = ({ text, addCheck }: SqlDialect): string[] => [
  `alter table draws add column salt ${text}`,
  `alter table draws add column public_draw_no ${text}`,
  `alter table draws add column public_date ${text}`,
  `alter table draws add column public_slot ${text}`,
  `update draws set public_draw_no = draw_no, public_date = date, public_slot = slot
   where public_digits is not null`,
  // A node of the previous version must fail instead of publishing without an entry in the log.
  ...addCheck(
    'draws',
    'draws_public_result_is_recorded',
    '(public_digits is null) = (public_draw_no is null)',
  ),
];
