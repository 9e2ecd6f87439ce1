import { UsageError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { hubOf } from './hub.ts';

/** The longest text of a signal, in bytes of UTF-8: with its topic it fits into one notification of PostgreSQL. */
const LONGEST = 4096;
const TOPIC = /^[\w./:-]{1,100}$/;

/**
 * Tells every process of the application that something has changed, once the ambient transaction is committed; a transaction that is rolled
 * back tells nobody. Listeners in this process hear it at once, those of other processes on PostgreSQL within some milliseconds.
 *
 * A signal is a hint and may get lost: the change itself is in a table. See `onSignal`.
 *
 * @param text at most 4 KB of UTF-8 without NUL, such as an id
 * @throws UsageError if the topic or the text cannot be sent
 *
 * @example
 * await database.transaction(async () => { await note.save(); signal(database, 'notes', note.id); });
 */
export function signal(database: Database, topic: string, text = ''): void {
  checkTopic(topic);
  if (Buffer.byteLength(text) > LONGEST) throw new UsageError(`The text of a signal has at most ${LONGEST} bytes.`);
  if (text.includes('\0') || !text.isWellFormed()) throw new UsageError('The text of a signal must be well formed, without NUL.');
  database.afterCommit(() => hubOf(database).send(topic, text));
}

/**
 * Calls `listener` after each signal of a topic, from whichever process, with its text. With `undefined` it is called when signals may have
 * been missed: at most a second after another process committed anything, after the connection for notifications was opened again, and every
 * second while it is broken. The listener then looks at the table itself. So a listener that looks whenever it is called is never more than
 * about a second behind, even if every signal is lost.
 *
 * @returns a function that unsubscribes
 * @throws UsageError if there can be no such topic
 */
export function onSignal(database: Database, topic: string, listener: (text: string | undefined) => void): () => void {
  checkTopic(topic);
  return hubOf(database).listen(topic, listener);
}

function checkTopic(topic: string): void {
  if (!TOPIC.test(topic)) throw new UsageError(`The topic ${JSON.stringify(topic.slice(0, 100))} must match ${String(TOPIC)}.`);
}
