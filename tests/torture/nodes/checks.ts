/** Checks of the database and of the logs after each unit. */

import type { Slot } from '../../../src/core/slots.ts';
import type { TorturedNode } from './node.ts';
import { dueInstant } from './seen-draws.ts';
import type { TorturedSite } from './site.ts';

export interface StoredDraw {
  id: string;
  date: string;
  slot: Slot;
  draw_no: string;
  digits: string;
  published: number;
  published_at: string | null;
}

export const readDraws = ({ database }: TorturedSite, date: string): Promise<StoredDraw[]> =>
  database.query<StoredDraw>(
    `select id, date, slot, draw_no, digit_1 || digit_2 || digit_3 || digit_4 || digit_5 as digits,
            published::int as published, published_at
     from draws where date = '${date}' order by slot`,
  );

/** The draw was published once, not early, and with one activity entry and one feed row. */
export async function checkPublication(site: TorturedSite, draw: StoredDraw): Promise<void> {
  const { database, tally } = site;
  const early = dueInstant(draw.date, draw.slot) - Number(draw.published_at);
  if (early > 0) tally.count('early', `${draw.draw_no} was published ${early} ms before it was due`);
  const [counts] = await database.query<{ entries: number; changes: number }>(
    `select (select count(*)::int from activity where action = 'Published result' and target like '%${draw.draw_no}%') as entries,
            (select count(*)::int from feed where row_id = '${draw.id}' and public_type is not null) as changes`,
  );
  for (const [what, count] of Object.entries(counts ?? {})) {
    if (count > 1) tally.count('doubled', `${draw.draw_no} has ${count} ${what} for one publication`);
    if (count < 1) tally.count('lost', `${draw.draw_no} is published and has no ${what}`);
  }
}

export async function checkFeed({ database, tally }: TorturedSite): Promise<void> {
  const [feed] = await database.query<Record<'changes' | 'ids' | 'seen' | 'publicIds', number>>(
    `select count(*)::int as changes, (max(feed.id) - min(feed.id) + 1)::int as ids,
            count(public_id)::int as seen, (max(public_id) - min(public_id) + 1)::int as "publicIds"
     from feed`,
  );
  const [state] = await database.query<{ isComplete: boolean }>(
    `select head = (select max(id) from feed) and public_head = (select max(public_id) from feed) as "isComplete"
     from feed_state`,
  );
  if (feed && (feed.changes !== feed.ids || feed.seen !== feed.publicIds || !state?.isComplete))
    tally.count('lost', `the feed has gaps: ${JSON.stringify({ ...feed, ...state })}`);
}

const OUTAGE = 'the database does not respond';
const NEVER_EXPECTED = ['the clock jumped ahead', 'the feed was replaced'];

/** Only a node with a fault may log errors, and only that the database does not respond. */
export function checkLog({ tally }: TorturedSite, node: TorturedNode): void {
  const lines = node.takeLog();
  const printed = lines.filter((line) => !line.startsWith('{"time"'));
  if (printed.length > 0) tally.violate(`${node.name} printed: ${printed.join('\n')}`);
  for (const line of lines.filter((other) => !printed.includes(other))) {
    const { level, msg } = JSON.parse(line);
    const isExpected = level !== 'error' || (msg === OUTAGE && node.hadFault);
    if (!isExpected || NEVER_EXPECTED.some((text) => msg.startsWith(text)))
      tally.violate(`${node.name} logged: ${line.slice(0, 600)}`);
  }
  if (node.endedUnexpectedly()) tally.violate(`${node.name} ended unexpectedly`);
}
