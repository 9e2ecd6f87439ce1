import { AsyncLocalStorage } from 'node:async_hooks';

/** What a running transaction carries along the asynchronous call. */
export class AmbientTransaction<Connection> {
  readonly connection: Connection;
  readonly #committed: (() => void)[] = [];
  readonly #rolledBack: (() => void)[] = [];
  #ended = false;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** True once committed or rolled back: work that was left running must not use the connection any more. */
  get ended(): boolean {
    return this.#ended;
  }

  onCommit(action: () => void): void {
    this.#committed.push(action);
  }

  onRollback(action: () => void): void {
    this.#rolledBack.push(action);
  }

  /** No more statements may join. Whether it holds is settled later, by `settle`. */
  end(): void {
    this.#ended = true;
  }

  settle(committed: boolean): void {
    this.#ended = true;
    for (const action of committed ? this.#committed : this.#rolledBack) action();
  }
}

/** The transaction that the current call runs in, per database. */
export class AmbientTransactions<Connection> {
  readonly #storage = new AsyncLocalStorage<AmbientTransaction<Connection>>();

  get current(): AmbientTransaction<Connection> | undefined {
    return this.#storage.getStore();
  }

  run<T>(transaction: AmbientTransaction<Connection>, work: () => Promise<T>): Promise<T> {
    return this.#storage.run(transaction, work);
  }
}
