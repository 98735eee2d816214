/** Reads the public log for its page: key, checkpoint, and the record of the last days. */
import { addDays, type Instant, instantOf, istDateOf } from '../../../core/ist-time.ts';
import { type LogEntry, parseEntry } from '../../../core/public-log/entries.ts';
import {
  type Adoption,
  type LogRecord,
  type RecordDay,
  recordOf,
} from '../../../core/public-log/log-record.ts';
import type { LogReader } from '../../public-log/log-reader.ts';
import { nodeCrypto } from '../../public-log/node-crypto.ts';
import {
  countAdoptions,
  type LogState,
  readEntryTexts,
  readLogState,
  readNewestEntries,
} from '../../storage/public-log/log-store.ts';
import { findPublicNumbers } from '../../storage/public-reads.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';

const DAYS = 7;
const PAGE = 256;
/** Enough for weeks. Staff may change more in a day. */
const MOST_ENTRIES = 8 * PAGE;

/** Null while no log is open. */
export async function readLogRecord(
  { database: { db }, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  reader: Pick<LogReader, 'readKey' | 'readCheckpoint'>,
): Promise<LogRecord | null> {
  const state = await readLogState(db);
  if (!state) return null;
  const firstDay = addDays(istDateOf(clock.now()), 1 - DAYS);
  const { isCut, ...read } = await readEntriesSince(db, state, instantOf(firstDay));
  const days = await recordOf(read, nodeCrypto);
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

interface ReadEntries {
  entries: LogEntry[];
  adoptions: Adoption[];
  isCut: boolean;
}

/** Backwards from the end, because only the newest are needed. Adopted results are only counted. */
async function readEntriesSince(db: Reader, { log, size }: LogState, start: Instant): Promise<ReadEntries> {
  const isRecent = ({ at }: { at: string }): boolean => Date.parse(at) >= start;
  const entries: LogEntry[] = [];
  let before = size;
  let isCut = false;
  while (before > 0) {
    isCut = entries.length >= MOST_ENTRIES;
    if (isCut) break;
    const page = await readNewestEntries(db, { log, before, limit: PAGE });
    const recent = page.map(({ text }) => parseOwn(text)).filter(isRecent);
    entries.unshift(...recent.toReversed());
    before = recent.length < PAGE ? 0 : (page.at(-1)?.position ?? 0);
  }
  const adoptions = (await countAdoptions(db, { log, from: before })).filter(isRecent);
  if (!isCut) return { entries, adoptions, isCut };
  // The first entry says that the log began, which must not be missing after a restore.
  const first = (await readEntryTexts(db, { log, from: 0, count: 1 })).map(parseOwn).filter(isRecent);
  return { entries: [...first, ...entries], adoptions, isCut };
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
