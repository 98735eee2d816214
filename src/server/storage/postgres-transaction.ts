/** A transaction inside the `begin` of postgres.js, which alone tells when the connection under it is lost. */
import type postgres from 'postgres';

/** Rejecting with this is how `begin` is told to roll back. */
const ROLL_BACK = Symbol('roll back');

export class PostgresTransaction {
  readonly #session: postgres.TransactionSql;
  readonly #verdict: PromiseWithResolvers<void>;
  readonly #ended: Promise<unknown>;
  #loss: unknown = null;

  private constructor(
    session: postgres.TransactionSql,
    verdict: PromiseWithResolvers<void>,
    ended: Promise<unknown>,
  ) {
    this.#session = session;
    this.#verdict = verdict;
    this.#ended = ended;
    ended.catch((error: unknown) => {
      this.#loss ??= error;
    });
  }

  static begin(client: postgres.Sql, mode: string): Promise<PostgresTransaction> {
    return new Promise((resolve, reject) => {
      const verdict = Promise.withResolvers<void>();
      const ended: Promise<unknown> = client.begin(mode, (session) => {
        resolve(new PostgresTransaction(session, verdict, ended));
        return verdict.promise;
      });
      ended.catch(reject);
    });
  }

  /**
   * Once the connection is lost nothing more is sent: the pool has replaced it by another session, in which
   * a statement would take effect by itself, outside of any transaction.
   */
  async run<Rows extends readonly object[]>(
    send: (session: postgres.TransactionSql) => Promise<Rows>,
  ): Promise<Rows> {
    if (this.#loss) throw this.#loss;
    try {
      return await send(this.#session);
    } catch (error) {
      if (isConnectionLoss(error)) this.#loss = error;
      throw error;
    }
  }

  async commit(): Promise<void> {
    if (this.#loss) throw this.#loss;
    this.#verdict.resolve();
    await this.#ended;
  }

  /** With the connection lost the server has rolled back already, and the verdict is left open on purpose. */
  async rollback(): Promise<void> {
    if (this.#loss) return;
    this.#verdict.reject(ROLL_BACK);
    await this.#ended.catch(() => {});
  }
}

/** Errors of the socket and of the pool, as opposed to those that the server answered with. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return 'syscall' in error || ('code' in error && /^CONNECT(ION)?_/.test(String(error.code)));
}
