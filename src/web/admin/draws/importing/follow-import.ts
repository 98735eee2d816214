/**
 * Waits for the end of an import, or of its removal. Both can take longer than a connection lasts, so the list of
 * imports is asked meanwhile: it says what has happened when the response is lost.
 */
import type { DrawImport } from '../../../../contract/import.ts';
import { SECOND } from '../../../../core/ist-time.ts';
import { isRefusal } from '../../api/refusal.ts';

interface Following<Answer> {
  request: Promise<Answer>;
  /** Reads the import from the list; undefined if it is not there. */
  read(): Promise<DrawImport | undefined>;
  /** Whether the list shows that nothing more will happen. */
  isEnd(found: DrawImport | undefined): boolean;
  every?: number;
}

/** The response, or else what the list says at the end. */
type Outcome<Answer> = { answer: Answer } | { found: DrawImport | undefined; failure: unknown };

/** How often the list is asked for what a lost request has begun: it may arrive late, or never. */
const MOST_IN_VAIN = 10;
/** How often the list must show the end before the response counts as lost: it says more, and comes at that time. */
const MOST_AT_END = 3;

/** Rejects if the server refuses the request. */
export async function followImport<Answer>(following: Following<Answer>): Promise<Outcome<Answer>> {
  const { request, read, isEnd, every = SECOND } = following;
  let failure: unknown = null;
  const answered = request.then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (isRefusal(error)) throw error;
      failure = error;
      return null;
    },
  );
  for (let atEnd = 0, inVain = 0; ; ) {
    const pause = new Promise<null>((resolve) => setTimeout(resolve, every, null));
    const outcome = (await Promise.race([answered, pause])) ?? (await pause);
    if (outcome) return outcome;
    const list = await read().then(
      (found) => ({ found }),
      // The server cannot be reached either.
      () => null,
    );
    if (!list) continue;
    atEnd = isEnd(list.found) ? atEnd + 1 : 0;
    inVain = failure === null || list.found?.running ? 0 : inVain + 1;
    const isLost = atEnd === MOST_AT_END || (failure !== null && (atEnd > 0 || inVain === MOST_IN_VAIN));
    if (isLost) return { ...list, failure };
  }
}
