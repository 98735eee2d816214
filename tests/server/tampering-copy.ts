/** A copy of the installation in the hands of someone who may write to its database and has its key. */
import { type SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import type { EntryKind, EntryOf, LogEntry } from '../../src/core/public-log/entries.ts';
import { entryText } from '../../src/core/public-log/entries.ts';
import { appendLeaf, hashLeaf, type Tree } from '../../src/core/public-log/merkle.ts';
import { TILE_HEIGHT } from '../../src/core/public-log/tiles.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { copyOf, type Point } from './tampering-site.ts';

export type Columns = Record<string, SQLQueryBindings>;
export type Matching = (entry: LogEntry) => boolean;

export interface Insider {
  file: string;
  /** The texts of the log. If they are changed, the whole tree is computed again. */
  texts: string[];
  entries(): LogEntry[];
  /** The first entry that matches. */
  indexOf(matches: Matching): number;
  get<Kind extends EntryKind>(kind: Kind, matches?: (entry: EntryOf<Kind>) => boolean): EntryOf<Kind>;
  /** Changes fields of an entry, also to values that no entry may have. */
  edit(index: number, change: object): void;
  insert(index: number, entry: LogEntry): void;
  append(...entries: LogEntry[]): void;
  /** Changes columns of the draw with that id. */
  setDraw(id: string, columns: Columns): void;
  run(sql: string, ...values: SQLQueryBindings[]): void;
  read<Row>(sql: string, ...values: SQLQueryBindings[]): Row[];
}

const TRIGGERS = `select name from sqlite_master where type = 'trigger' and tbl_name in ('log_entries', 'log_tiles')`;

/** Copies without the triggers that protect the log, by the file of the original. */
const unprotected = new Map<string, string>();

/** Removes the triggers once for each original, because that takes longer than most manipulations. */
function unprotectedOf(point: Pick<Point, 'file'>): string {
  const known = unprotected.get(point.file);
  if (known) return known;
  const file = copyOf(point);
  const sqlite = new Sqlite(file);
  for (const { name } of sqlite.query<{ name: string }, []>(TRIGGERS).all())
    sqlite.run(`drop trigger ${name}`);
  sqlite.close();
  unprotected.set(point.file, file);
  return file;
}

/** Lets the insider change a copy of the installation as it was then. Returns the file. */
export async function tamperWith(
  point: Pick<Point, 'file'>,
  tamper: (insider: Insider) => void | Promise<void>,
): Promise<string> {
  const copy = copyOf({ file: unprotectedOf(point) });
  const sqlite = new Sqlite(copy);
  sqlite.run('pragma synchronous = off');
  try {
    const insider = insiderOf(copy, sqlite);
    const before = [...insider.texts];
    await tamper(insider);
    if (insider.texts.join('\n') !== before.join('\n')) await rebuild(sqlite, insider.texts);
  } finally {
    sqlite.close();
  }
  return copy;
}

function insiderOf(file: string, sqlite: Sqlite): Insider {
  const read: Insider['read'] = <Row>(sql: string, ...values: SQLQueryBindings[]) =>
    sqlite.query<Row, SQLQueryBindings[]>(sql).all(...values);
  const texts = read<{ text: string }>('select text from log_entries order by position').map(
    ({ text }) => text,
  );
  const entries = (): LogEntry[] => texts.map((text) => JSON.parse(text));
  return {
    file,
    texts,
    entries,
    indexOf(matches) {
      const index = entries().findIndex(matches);
      if (index < 0) throw new Error(`no entry: ${matches}`);
      return index;
    },
    get<Kind extends EntryKind>(kind: Kind, matches: (entry: EntryOf<Kind>) => boolean = () => true) {
      const found = entries().find(
        (entry): entry is EntryOf<Kind> => entry.kind === kind && matches(entry as EntryOf<Kind>),
      );
      if (!found) throw new Error(`no ${kind}: ${matches}`);
      return found;
    },
    edit(index, change) {
      texts[index] = JSON.stringify({ ...JSON.parse(texts[index] ?? ''), ...change });
    },
    insert: (index, entry) => void texts.splice(index, 0, entryText(entry)),
    append: (...added) => void texts.push(...added.map(entryText)),
    setDraw(id, columns) {
      const names = Object.keys(columns).map((name) => `${name} = ?`);
      const { changes } = sqlite.run(`update draws set ${names.join(', ')} where id = ?`, [
        ...Object.values(columns),
        id,
      ]);
      if (changes === 0) throw new Error(`no draw ${id}`);
    },
    run: (sql, ...values) => void sqlite.run(sql, values),
    read,
  };
}

/** With what the entry is about, so that the proof of a draw finds it. */
const ADD_ENTRY = `
  insert into log_entries (log, position, text, hash, draw_id, seed_no, beacon_date)
  select log, ?1, ?2, ?3, ?2 ->> 'id',
    iif(?2 ->> 'kind' in ('commit', 'opened'), ?2 ->> 'drawNo', null),
    iif(?2 ->> 'kind' = 'nobeacon', ?2 ->> 'date', null)
  from log_state`;

/** Writes the log as if it had always been so. */
async function rebuild(sqlite: Sqlite, texts: readonly string[]): Promise<void> {
  const tiles: [number, number, string][] = [];
  const leaves: [number, string, string][] = [];
  let tree: Tree = { size: 0, frontier: [] };
  for (const text of texts) {
    const leaf = await hashLeaf(text, nodeCrypto);
    leaves.push([tree.size, text, leaf.toBase64()]);
    tree = await appendLeaf(tree, leaf, nodeCrypto, ({ level, position, hash }) => {
      if (level > 0 && level % TILE_HEIGHT === 0) {
        tiles.push([level / TILE_HEIGHT, position, hash.toBase64()]);
      }
    });
  }
  const frontier = JSON.stringify(tree.frontier.map((hash) => hash.toBase64()));
  sqlite.transaction(() => {
    sqlite.run('delete from log_entries');
    sqlite.run('delete from log_tiles');
    const addEntry = sqlite.query(ADD_ENTRY);
    for (const leaf of leaves) addEntry.run(...leaf);
    const addTile = sqlite.query(
      'insert into log_tiles (log, level, position, hash) select log, ?, ?, ? from log_state',
    );
    for (const tile of tiles) addTile.run(...tile);
    sqlite.run('update log_state set size = ?, frontier = ?', [texts.length, frontier]);
  })();
}

export const digitColumns = (digits: string): Columns => {
  const [digit_1 = '', digit_2 = '', digit_3 = '', digit_4 = '', digit_5 = ''] = digits;
  return { digit_1, digit_2, digit_3, digit_4, digit_5, public_digits: digits };
};

/** Other digits than the given ones. */
export const otherDigits = (digits: string): string =>
  String((Number(digits) + 11_111) % 100_000).padStart(5, '0');
