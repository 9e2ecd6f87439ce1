import { AsyncLocalStorage } from 'node:async_hooks';
import { emitWarning } from 'node:process';
import type { Database } from '../storage/database.ts';
import { Notifier } from './notifier.ts';
import { pollForCommits } from './poll-for-commits.ts';

export type SignalListener = (text: string | undefined) => void;

/** Runs listeners and timers outside of the transaction or request in which they are called. */
const outside = AsyncLocalStorage.snapshot();
const hubs = new WeakMap<Database, Hub>();

/** Returns the signals of a database in this process. */
export function hubOf(database: Database): Hub {
  let hub = hubs.get(database);
  if (!hub) hubs.set(database, (hub = new Hub(database)));
  return hub;
}

/** Passes signals to the listeners of this process and, on PostgreSQL, to those of the others. */
class Hub {
  readonly #database: Database;
  readonly #listeners = new Map<string, Set<SignalListener>>();
  readonly #notifier: Notifier | undefined;
  /** Watches the other processes while anybody listens here. */
  #watching: Promise<() => Promise<void>> | undefined;

  constructor(database: Database) {
    this.#database = database;
    // A SQLite file has no channel: other processes see that it has changed.
    if (database.dialect.name === 'postgres') this.#notifier = new Notifier(database);
  }

  send(topic: string, text: string): void {
    outside(() => {
      this.#deliver(topic, text);
      this.#notifier?.send(topic, text);
    });
  }

  listen(topic: string, listener: SignalListener): () => void {
    // Each subscription is its own, also if two use the same function.
    const own: SignalListener = (text) => listener(text);
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(own));
    this.#watching ??= outside(() => this.#watch());
    return () => {
      listeners.delete(own);
      if (listeners.size > 0 || this.#listeners.get(topic) !== listeners) return;
      this.#listeners.delete(topic);
      if (this.#listeners.size > 0) return;
      void this.#watching?.then((stop) => stop());
      this.#watching = undefined;
    };
  }

  async #watch(): Promise<() => Promise<void>> {
    const missed = (): void => {
      for (const topic of this.#listeners.keys()) this.#deliver(topic, undefined);
    };
    if (!this.#notifier) return pollForCommits(this.#database, missed);
    const { listenForSignals } = await import('./listen-for-signals.ts');
    const { sender } = this.#notifier;
    return listenForSignals(this.#database, { sender, heard: (topic, text) => this.#deliver(topic, text), missed });
  }

  /** Calls the listeners of a topic. An exception in one is reported, and the others are called nevertheless. */
  #deliver(topic: string, text: string | undefined): void {
    for (const listener of this.#listeners.get(topic) ?? []) {
      try {
        listener(text);
      } catch (error) {
        emitWarning(error instanceof Error ? error : String(error), { code: 'COLOPHON_SIGNAL' });
      }
    }
  }
}
