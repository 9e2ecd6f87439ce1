import pg from 'pg';
import type { Database } from '../storage/database.ts';
import { readPayload, SIGNAL_CHANNEL } from './payload.ts';

/** Between two looks whether anything was committed, which also try the connection: a silent network looks like a quiet hour. */
const LOOK_EVERY_MS = 1_000;
/** How long an answer may take before the connection is opened again, in milliseconds. */
const ANSWER_MS = 5_000;

export interface SignalReceiver {
  /** Whose notifications are passed over. */
  readonly sender: string;
  readonly heard: (topic: string, text: string) => void;
  /** Signals may have been missed. */
  readonly missed: () => void;
}

/**
 * Listens for the notifications of other processes, on a connection of its own to the server itself. While it is broken it is tried again
 * every second.
 *
 * @returns a function that stops listening
 */
export function listenForSignals(database: Database, receiver: SignalReceiver): () => Promise<void> {
  const listening = new Listening(database, receiver);
  return () => listening.stop();
}

class Listening {
  readonly #database: Database;
  readonly #receiver: SignalReceiver;
  readonly #timer: NodeJS.Timeout;
  #client: pg.Client | undefined;
  #looking: Promise<void>;
  #isLooking = true;
  /** The transactions that had ended at the last look. */
  #seen: string | undefined;

  constructor(database: Database, receiver: SignalReceiver) {
    this.#database = database;
    this.#receiver = receiver;
    this.#timer = setInterval(() => this.#lookAgain(), LOOK_EVERY_MS).unref();
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    this.#drop();
  }

  #lookAgain(): void {
    if (this.#database.closed) return void this.stop();
    // A look that takes long is one whose signals do not arrive either.
    if (this.#isLooking) return this.#receiver.missed();
    this.#looking = this.#look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      const client = (this.#client ??= await this.#connect());
      const { rows } = await client.query<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen');
      const seen = rows[0]?.seen;
      // As long as it is the same, no transaction has ended in between.
      if (seen !== this.#seen) this.#receiver.missed();
      this.#seen = seen;
    } catch {
      this.#receiver.missed();
      this.#drop();
    } finally {
      this.#isLooking = false;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#database.directUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      application_name: 'colophon-signals',
    });
    client.on('error', () => {
      if (this.#client === client) this.#drop();
    });
    client.on('notification', ({ payload = '' }) => {
      const read = readPayload(payload);
      if (read && read.sender !== this.#receiver.sender) this.#receiver.heard(read.topic, read.text);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${SIGNAL_CHANNEL}`);
      return client;
    } catch (error) {
      end(client);
      throw error;
    }
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#seen = undefined;
    if (client) end(client);
  }
}

/** Ends a connection without waiting for a peer that does not answer. */
function end(client: pg.Client): void {
  const cutting = setTimeout(() => client.connection.stream.destroy(), 1_000);
  client
    .end()
    .catch(() => undefined)
    .finally(() => clearTimeout(cutting));
}
