/** Reads the public log for its page: key, checkpoint, and the record of the last days. */
import { addDays, type Instant, instantOf, istDateOf } from '../../../core/ist-time.ts';
import { type LogEntry, parseEntry, timeOf } from '../../../core/public-log/entries.ts';
import { type LogRecord, type RecordDay, recordOf } from '../../../core/public-log/log-record.ts';
import type { LogReader } from '../../public-log/log-reader.ts';
import { nodeCrypto } from '../../public-log/node-crypto.ts';
import {
  findPublicNumbers,
  type LogState,
  readEntryTexts,
  readLogState,
} from '../../storage/public-log/log-store.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';

const DAYS = 7;
const PAGE = 256;
/** Enough for weeks. An import or a restore may add more in a day. */
const MOST_ENTRIES = 8 * PAGE;

/** Null while no log is open. */
export async function readLogRecord(
  { database: { db }, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  reader: Pick<LogReader, 'readKey' | 'readCheckpoint'>,
): Promise<LogRecord | null> {
  const state = await readLogState(db);
  if (!state) return null;
  const firstDay = addDays(istDateOf(clock.now()), 1 - DAYS);
  const { entries, isCut } = await readEntriesSince(db, state, instantOf(firstDay));
  const days = await recordOf(entries, nodeCrypto);
  return {
    key: (await reader.readKey()).trimEnd(),
    checkpoint: await reader.readCheckpoint(),
    origin: state.origin,
    size: state.size,
    lastEntryAt: isoOf(state.lastAt),
    days,
    isCut,
    publicDraws: await findPublicNumbers(db, drawNumbersOf(days)),
  };
}

/** Backwards from the end, because only the newest are needed. */
async function readEntriesSince(
  db: Reader,
  { log, size }: LogState,
  start: Instant,
): Promise<{ entries: LogEntry[]; isCut: boolean }> {
  const isRecent = (entry: LogEntry): boolean => timeOf(entry) >= start;
  const read = async (from: number, count: number): Promise<LogEntry[]> =>
    (await readEntryTexts(db, { log, from, count })).map(parseOwn);

  const entries: LogEntry[] = [];
  let from = size;
  while (from > 0 && size - from < MOST_ENTRIES) {
    const count = Math.min(PAGE, from);
    from -= count;
    const page = await read(from, count);
    const recent = page.filter(isRecent);
    entries.unshift(...recent);
    if (recent.length < page.length) return { entries, isCut: false };
  }
  if (from === 0) return { entries, isCut: false };
  // The first entry says that the log began, which must not be missing after a restore.
  const first = (await read(0, 1)).filter(isRecent);
  const isCut = first.length > 0 || (await read(from - 1, 1)).some(isRecent);
  return { entries: [...first, ...entries], isCut };
}

function parseOwn(text: string): LogEntry {
  const entry = parseEntry(text);
  if (!entry) throw new Error('the log has an entry that is not the exact text of one');
  return entry;
}

const drawNumbersOf = (days: readonly RecordDay[]): string[] => [
  ...new Set(
    days
      .flatMap(({ lines }) => lines)
      .flatMap((line) => ('drawNos' in line ? line.drawNos : 'drawNo' in line ? [line.drawNo] : [])),
  ),
];
