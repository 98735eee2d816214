/** Draws: one for each date and slot, one for each draw number, five digits. */
import type { SqlDialect } from './sql-dialects.ts';

export function createDraws({ text, integer, strict }: SqlDialect): string[] {
  const digit = (place: number) =>
    `digit_${place} ${text} not null check (length(digit_${place}) = 1 and digit_${place} between '0' and '9')`;
  return [
    `create table draws (
      id ${text} primary key not null,
      date ${text} not null check (length(date) = 10),
      slot ${text} not null check (slot in ('10:00', '12:00', '14:00', '17:00', '19:00')),
      draw_no ${text} not null check (length(draw_no) between 3 and 20),
      ${[1, 2, 3, 4, 5].map(digit).join(',\n')},
      draw_at ${integer} not null,
      published ${integer} not null check (published in (0, 1)),
      on_hold ${integer} not null check (on_hold in (0, 1)),
      provenance ${text} not null check (provenance in ('generated', 'edited', 'entered', 'corrected')),
      published_at ${integer},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      version ${integer} not null,
      unique (date, slot),
      unique (draw_no),
      check (published = 0 or (published_at is not null and on_hold = 0))
    ) ${strict}`,
    'create index draws_newest on draws (published, date, slot)',
    'create index draws_slot on draws (slot, date)',
    'create index draws_ending on draws (digit_5, digit_4, digit_3, digit_2, digit_1, date, slot)',
  ];
}
