import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../bytes/exact-bytes.ts';
import { mailError } from '../errors/reader-error.ts';
import { answerOverChannel, type DnsResolver } from './dns-channel.ts';
import type { SenderVerdict } from './sender-verdict.ts';
import type { VerifyInput } from './verify-sender.ts';

export interface SenderVerifierOptions {
  /** Default: the name servers of the machine. */
  readonly resolver?: DnsResolver;
  /** The number of threads. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one mail, DNS included. Default: 60,000. */
  readonly deadline?: number;
  /** Milliseconds of CPU time for one mail. Default: 10,000. */
  readonly processorTime?: number;
  /** Milliseconds for one DNS query. Default: 5,000. */
  readonly resolveTimeout?: number;
}

const MEMORY = 512_000_000;

/**
 * Verifies that mails come from the domain of their sender.
 *
 * A sender is proved by DMARC through a signature of the sender's domain that covers From, Subject and Content-Type and does not
 * allow additional text. An SPF pass alone is recorded but proves nothing, because every customer of the same provider gets it.
 *
 * @example
 * const verifier = new SenderVerifier();
 * const { proof, address } = await verifier.verify({ mail, recipient: 'letters@news.example', remoteAddress, helo, envelopeFrom });
 */
export class SenderVerifier {
  readonly #pool: WorkerPool<VerifyInput & { channel: string }, SenderVerdict>;
  readonly #channel = `colophon-dns-${randomUUID()}`;
  readonly #stopAnswering: () => void;

  constructor({ resolver, size = 1, deadline = 60_000, processorTime = 10_000, resolveTimeout = 5000 }: SenderVerifierOptions = {}) {
    this.#pool = new WorkerPool({
      entry: workerUrl('verify-sender-thread-entry', import.meta.url),
      size,
      deadline,
      processorTime,
      memory: MEMORY,
    });
    this.#stopAnswering = answerOverChannel(this.#channel, resolver ?? resolveHere(), resolveTimeout);
  }

  /**
   * Verifies the sender of one mail.
   *
   * @throws ColophonError as `MailReader.read` does
   * @throws BusyError if too many mails are waiting
   */
  async verify(input: VerifyInput): Promise<SenderVerdict> {
    try {
      return await this.#pool.run({ ...input, mail: exactBytes(input.mail), channel: this.#channel });
    } catch (error) {
      throw mailError(error);
    }
  }

  /** Terminates the threads; pending verifications are rejected. */
  async close(): Promise<void> {
    this.#stopAnswering();
    await this.#pool.close();
  }
}

function resolveHere(): DnsResolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  return (name, type) => resolver.resolve(name, type);
}
