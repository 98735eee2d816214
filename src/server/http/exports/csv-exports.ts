/**
 * Makes CSV files of published results, once for each version of the data, and keeps the last ones. They are sent from
 * the disk, so that a client that reads slowly takes no memory.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DrawFilters } from '../../../contract/draws.ts';
import { PUBLIC_CSV_HEADER, publicCsvLine } from '../../../core/csv.ts';
import { DAY } from '../../../core/ist-time.ts';
import type { ResultConditions, ResultList } from '../../../core/result-list.ts';
import { createPrivateFolder } from '../../private-folder.ts';
import { conditionsOf, type ResultFinder } from '../../services/draws/find-results.ts';
import type { Visitor } from '../../work-queue.ts';
import { type Encoding, openCompressor } from '../encoding.ts';
import type { Queues } from '../queues.ts';

interface CsvExport {
  /** Is the same for the same bytes, whatever the encoding. */
  tag: string;
  /** Returns the path of the file in an encoding. Throws `busy` when too many files wait to be made. */
  fileIn(encoding: Encoding, visitor: Visitor): Promise<string>;
}

export interface CsvExports {
  open(filters: DrawFilters): Promise<CsvExport>;
  close(): Promise<void>;
}

interface ExportParts {
  results: Pick<ResultFinder, 'list'>;
  queues: Pick<Queues, 'pages' | 'files'>;
  /** Gets a subfolder for this process. */
  folder: string;
}

const MOST_FILES = 40;
const LINES_AT_ONCE = 500;

export function createCsvExports({ results, queues, folder }: ExportParts): CsvExports {
  const ownFolder = join(folder, `process-${crypto.randomUUID()}`);
  /** The paths of files by name. A file that is being sent stays readable after it was removed. */
  const paths = new LRUCache<string, string>({
    max: MOST_FILES,
    dispose: (path) => void rm(path, { force: true }),
  });
  const tags = new WeakMap<ResultList, string>();

  function tagOf(list: ResultList): string {
    const tag = tags.get(list) ?? Bun.hash(list.text).toString(36);
    tags.set(list, tag);
    return tag;
  }

  async function find(name: string): Promise<string | undefined> {
    const path = paths.get(name);
    return path !== undefined && (await Bun.file(path).exists()) ? path : undefined;
  }

  async function make(name: string, write: (path: string) => Promise<void>): Promise<string> {
    createPrivateFolder(ownFolder);
    if (paths.size === 0) await removeOldFolders(ownFolder);
    const path = join(ownFolder, name);
    await write(path);
    paths.set(name, path);
    return path;
  }

  return {
    async open(filters) {
      const list = await results.list();
      const conditions = conditionsOf(filters);
      const tag = `${tagOf(list)}-${Bun.hash(JSON.stringify(conditions)).toString(36)}`;
      const plainName = `${tag}.csv`;
      const findPlain = async () =>
        (await find(plainName)) ??
        make(plainName, (path) =>
          pipeline(Readable.from(linesOf(list, conditions)), createWriteStream(path)),
        );
      return {
        tag: `W/"${tag}"`,
        async fileIn(encoding, visitor) {
          const name = encoding === 'identity' ? plainName : `${plainName}.${encoding}`;
          const makeInTurn = () =>
            queues.files.run({ key: name, visitor }, async () => {
              const plain = await findPlain();
              const compressor = openCompressor(encoding);
              if (!compressor) return plain;
              return make(name, (path) =>
                pipeline(createReadStream(plain), compressor, createWriteStream(path)),
              );
            });
          if (!paths.has(name)) await makeInTurn();
          // The queue returns one in each turn of the event loop: sending a hundred at once would hold it for 100 ms.
          return (await queues.pages.run({ key: null, visitor }, () => find(name))) ?? makeInTurn();
        },
      };
    },

    close: () => rm(ownFolder, { recursive: true, force: true }),
  };
}

/** Of processes that were killed. */
async function removeOldFolders(ownFolder: string): Promise<void> {
  const folder = dirname(ownFolder);
  const { mtimeMs: now } = await stat(ownFolder);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (now - (await stat(path)).mtimeMs > DAY) await rm(path, { recursive: true, force: true });
  }
}

async function* linesOf(list: ResultList, conditions: ResultConditions): AsyncGenerator<string, void> {
  let text = `${PUBLIC_CSV_HEADER}\n`;
  let lines = 0;
  for (const index of list.find(conditions)) {
    text += `${publicCsvLine(list.resultAt(index))}\n`;
    lines += 1;
    if (lines % LINES_AT_ONCE > 0) continue;
    yield text;
    text = '';
    // Lets requests run in between.
    await setImmediate();
  }
  yield text;
}
