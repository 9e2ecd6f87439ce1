import { WorkerLimitError, WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../exact-bytes.ts';
import { mailError, Unreadable, type ReaderCode } from '../reader-error.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailOutcome } from './read-mails.ts';

export interface MailReaderOptions {
  /** Threads. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one mail, or one batch. Default: 60,000. */
  readonly deadline?: number;
  /** Milliseconds of processor time for the same. Default: 10,000. */
  readonly processorTime?: number;
  /** Bytes by which the process may grow meanwhile. Default: 512,000,000. */
  readonly memory?: number;
  /** Bytes of mails that `readAll` sends to a thread at once. Default: 2,000,000. */
  readonly batchBytes?: number;
}

const BATCH_MAILS = 50;

/**
 * Reads mails of strangers in kept threads, under a deadline and a bound on memory. Nothing is started before the first mail
 * comes; the process may end while it is idle.
 *
 * @example
 * const reader = new MailReader();
 * const { from, subject, text, attachments } = await reader.read(raw);
 */
export class MailReader {
  readonly #pool: WorkerPool<readonly Uint8Array[], MailOutcome[]>;

  readonly #batchBytes: number;

  constructor({
    size = 1,
    deadline = 60_000,
    processorTime = 10_000,
    memory = 512_000_000,
    batchBytes = 2_000_000,
  }: MailReaderOptions = {}) {
    this.#batchBytes = batchBytes;
    this.#pool = new WorkerPool({ entry: workerUrl('read-mails-thread-entry', import.meta.url), size, deadline, processorTime, memory });
  }

  /**
   * Reads one mail.
   *
   * @throws ColophonError `ambiguous_sender`, `no_sender`, `too_complex`, `too_large` or `unreadable`; 503 `reading_ended` when it took
   *   too long or too much memory, which may be no fault of the mail
   * @throws BusyError when too many wait
   */
  async read(mail: Uint8Array): Promise<MailMessage> {
    const [outcome] = await this.#run([mail]);
    return messageOf(outcome);
  }

  /**
   * Reads many mails, a batch at a time. Each outcome is a message or the error that `read` would throw, in the order of the
   * mails; one that brings its thread down takes none of the others with it.
   */
  async *readAll(mails: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<MailMessage | Error> {
    let [batch, size]: [Uint8Array[], number] = [[], 0];
    for await (const mail of mails) {
      if (batch.length > 0 && (batch.length >= BATCH_MAILS || size + mail.length > this.#batchBytes)) {
        yield* await this.#readBatch(batch);
        [batch, size] = [[], 0];
      }
      batch.push(mail);
      size += mail.length;
    }
    if (batch.length > 0) yield* await this.#readBatch(batch);
  }

  /** Ends the threads; what is being read is refused. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #readBatch(batch: readonly Uint8Array[]): Promise<(MailMessage | Error)[]> {
    try {
      return (await this.#pool.run(batch.map(exactBytes))).map((outcome) => errorOr(() => messageOf(outcome)));
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      if (batch.length === 1) return [mailError(error) as Error];
      // One of them brought the thread down, or all of them took too long together: each has a try of its own.
      const results: (MailMessage | Error)[] = [];
      for (const mail of batch) results.push(await this.read(mail).catch((reason: Error) => reason));
      return results;
    }
  }

  async #run(mails: readonly Uint8Array[]): Promise<MailOutcome[]> {
    try {
      return await this.#pool.run(mails.map(exactBytes));
    } catch (error) {
      throw mailError(error);
    }
  }
}

function messageOf(outcome: MailOutcome | undefined): MailMessage {
  if (outcome && 'message' in outcome) return outcome.message;
  throw mailError(new Unreadable((outcome?.code ?? 'unreadable') as ReaderCode, outcome?.reason ?? 'The mail cannot be read.'));
}

function errorOr(make: () => MailMessage): MailMessage | Error {
  try {
    return make();
  } catch (error) {
    return error as Error;
  }
}
