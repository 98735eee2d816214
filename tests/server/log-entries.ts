/** A site with an open public log on a test's database, and its entries. */
import {
  type EntryKind,
  type EntryOf,
  type LogEntry,
  parseEntry,
} from '../../src/core/public-log/entries.ts';
import { openLog } from '../../src/server/public-log/open-log.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { readEntryTexts, readLogState } from '../../src/server/storage/public-log/log-store.ts';
import { createContext, type TestContext } from './services-context.ts';

export async function openSiteWithLog(database: Database, start?: number): Promise<TestContext> {
  const context = createContext(database, start);
  await openLog(context);
  return context;
}

/** The texts of the current log. */
export async function readLogTexts({ db }: Database): Promise<string[]> {
  const state = await readLogState(db);
  return state ? readEntryTexts(db, { log: state.log, from: 0, count: state.size }) : [];
}

export async function readLog(database: Database): Promise<LogEntry[]> {
  return (await readLogTexts(database)).map((text) => {
    const entry = parseEntry(text);
    if (!entry) throw new Error(`not an entry: ${text}`);
    return entry;
  });
}

export const entriesOf = async <Kind extends EntryKind>(
  database: Database,
  kind: Kind,
): Promise<EntryOf<Kind>[]> =>
  (await readLog(database)).filter((entry): entry is EntryOf<Kind> => entry.kind === kind);

/** The kinds of the entries about draws, without those about seeds. */
export async function kindsOfDraws(database: Database): Promise<EntryKind[]> {
  const kinds = (await readLog(database)).map(({ kind }) => kind);
  return kinds.filter((kind) => !['open', 'commit', 'opened', 'nobeacon'].includes(kind));
}
