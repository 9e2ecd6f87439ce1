import { randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { SIGNAL_CHANNEL, toPayload } from './payload.ts';

const GATHER_MS = 10;
/** While the server does not answer, only so many signals are kept: listeners look for themselves. */
const MOST_WAITING = 10_000;

/**
 * Notifies the other processes. What is sent within ten milliseconds goes in one statement of its own, after the commit: PostgreSQL would
 * otherwise commit all transactions that notify one after the other.
 */
export class Notifier {
  /** Names this process in its notifications, so that it does not hear itself. */
  readonly sender = randomBytes(8).toString('hex');
  readonly #database: Database;
  /** Payloads, each once. */
  readonly #waiting = new Set<string>();
  #sending = false;

  constructor(database: Database) {
    this.#database = database;
  }

  send(topic: string, text: string): void {
    if (this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.add(toPayload(this.sender, topic, text));
    if (this.#sending) return;
    this.#sending = true;
    setTimeout(() => void this.#sendWaiting(), GATHER_MS);
  }

  async #sendWaiting(): Promise<void> {
    const payloads = [...this.#waiting];
    this.#waiting.clear();
    try {
      // A signal may get lost, so that its commit does not wait for the disk.
      const sql = `SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, payload) FROM unnest($2::text[]) AS payload`;
      if (!this.#database.closed) await this.#database.run({ sql, parameters: [SIGNAL_CHANNEL, payloads] });
    } catch {
      // Listeners look for themselves within a second.
    }
    this.#sending = this.#waiting.size > 0;
    if (this.#sending) setTimeout(() => void this.#sendWaiting(), GATHER_MS);
  }
}
