import { WorkerLimitError, WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../bytes/exact-bytes.ts';
import { mailError, Unreadable, type ReaderCode } from '../errors/reader-error.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailOutcome } from './read-mails.ts';

export interface MailReaderOptions {
  /** The number of threads. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one mail, or one batch. Default: 60,000. */
  readonly deadline?: number;
  /** Milliseconds of CPU time for one mail, or one batch. Default: 10,000. */
  readonly processorTime?: number;
  /** Bytes by which the process may grow in that time. Default: 512,000,000. */
  readonly memory?: number;
  /** Bytes of mails that `readAll` sends to a thread in one batch. Default: 2,000,000. */
  readonly batchBytes?: number;
}

const BATCH_MAILS = 50;

/**
 * Reads untrusted mails in reused threads, with a deadline and a memory limit. No thread starts before the first mail, and idle
 * threads do not keep the process alive.
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
   * @throws ColophonError `ambiguous_sender`, `no_sender`, `too_complex`, `too_large` or `unreadable`; 503 `reading_ended` if it
   * took too long or too much memory, which may not be the fault of the mail
   * @throws BusyError if too many mails are waiting
   */
  async read(mail: Uint8Array): Promise<MailMessage> {
    const [outcome] = await this.#run([mail]);
    return messageOf(outcome);
  }

  /**
   * Reads many mails, a batch at a time. Each outcome is a message or the error that `read` would throw, in the order of the
   * mails; a mail that crashes its thread does not affect the others.
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

  /** Terminates the threads; pending reads are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  async #readBatch(batch: readonly Uint8Array[]): Promise<(MailMessage | Error)[]> {
    try {
      return (await this.#pool.run(batch.map(exactBytes))).map((outcome) => errorOr(() => messageOf(outcome)));
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      if (batch.length === 1) return [mailError(error) as Error];
      // One mail crashed the thread, or the batch took too long: retry each mail separately.
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
