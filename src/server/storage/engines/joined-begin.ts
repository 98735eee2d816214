/** Sends `begin` in one message with the first statement of its transaction, which saves a round trip. */

type Send = (text: string, parameters: readonly unknown[]) => Promise<unknown>;

/** As Kysely sends them. */
const BEGIN = 'begin';
const ROLLBACK = 'rollback';

/** A first statement with parameters is sent after `begin`: a message with parameters has one statement only. */
export function joinBegin(send: Send): Send {
  let isBeginning = false;
  let failure: { error: unknown } | null = null;

  /** After a syntax error there is no transaction: what follows would be stored at once. */
  async function beginWith(text: string): Promise<unknown> {
    try {
      return await send(`${BEGIN}; ${text}`, []);
    } catch (error) {
      failure = { error };
      throw error;
    }
  }

  return async (text, parameters) => {
    const wasBeginning = isBeginning;
    isBeginning = text === BEGIN;
    if (isBeginning) return { command: 'BEGIN', rows: [] };
    if (wasBeginning && parameters.length === 0) return beginWith(text);
    if (wasBeginning) await send(BEGIN, []);
    if (text === ROLLBACK) failure = null;
    if (failure) throw failure.error;
    return send(text, parameters);
  };
}
