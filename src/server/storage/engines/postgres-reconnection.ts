/** Connects to a database that may be down, slow or unresponsive. */
import type pg from 'pg';

/** New attempts start while earlier ones are pending: those may wait for a server that is gone. */
const ATTEMPT_EVERY = 500;

/** Resolves with the first connection that succeeds; calls `onFailure` for each failed attempt. */
export function connectWhenPossible(
  newClient: () => pg.Client,
  onFailure: (error: unknown) => void,
  stopping: AbortSignal,
): Promise<pg.Client> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<pg.Client>();

    function end(): void {
      clearInterval(timer);
      stopping.removeEventListener('abort', giveUp);
      for (const client of waiting) client.end().catch(() => {});
    }

    function giveUp(): void {
      end();
      reject(new Error('no longer wanted'));
    }

    async function attempt(): Promise<void> {
      const client = newClient();
      waiting.add(client);
      try {
        await client.connect();
        waiting.delete(client);
        end();
        resolve(client);
      } catch (error) {
        if (waiting.delete(client)) onFailure(error);
      }
    }

    const timer = setInterval(attempt, ATTEMPT_EVERY);
    stopping.addEventListener('abort', giveUp);
    void attempt();
  });
}
