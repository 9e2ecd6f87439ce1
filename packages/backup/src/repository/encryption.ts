import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ColophonError, UsageError } from '@colophon/core';
import type { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from '../errors/backup-error.ts';

const RECIPIENT = /^age1[a-z0-9]+$/;

/** Whether a text is a recipient as `age-keygen` prints it. */
export function isRecipient(text: string): boolean {
  return RECIPIENT.test(text);
}

/** Encrypts bytes so that only the owners of the recipients' identities can read them: `age -d` opens the result. */
export class Encryption {
  readonly #encrypter: Encrypter;

  private constructor(encrypter: Encrypter) {
    this.#encrypter = encrypter;
  }

  static async to(recipients: readonly string[]): Promise<Encryption> {
    const { Encrypter: Age } = await import('age-encryption');
    const encrypter = new Age();
    try {
      for (const recipient of recipients) encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new UsageError('A recipient is not a public key of age: it was cut or mistyped.', { cause });
    }
    return new Encryption(encrypter);
  }

  bytes(plain: Uint8Array): Promise<Uint8Array> {
    return this.#encrypter.encrypt(plain);
  }

  async stream(plain: Readable): Promise<Readable> {
    const encrypted = await this.#encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(encrypted as ReadableStream);
  }
}

/** Reads what was encrypted for one of these identities (`AGE-SECRET-KEY-1…`). */
export class Decryption {
  readonly #decrypter: Decrypter;

  private constructor(decrypter: Decrypter) {
    this.#decrypter = decrypter;
  }

  /** @param identities the lines of an identity file, with its comments @throws BackupError `wrong_identity` if none can be read */
  static async with(identities: string): Promise<Decryption> {
    const { Decrypter: Age } = await import('age-encryption');
    const decrypter = new Age();
    const lines = identities.split('\n').flatMap((line) => (/^\s*(?:#|$)/.test(line) ? [] : [line.trim()]));
    try {
      if (lines.length === 0) throw new Error('no identity');
      for (const line of lines) decrypter.addIdentity(line);
    } catch {
      // The cause could repeat a part of the secret.
      throw new BackupError('wrong_identity', 'The file of the identity has no identity of age: a line that begins with AGE-SECRET-KEY-.');
    }
    return new Decryption(decrypter);
  }

  async bytes(encrypted: Uint8Array): Promise<Uint8Array> {
    return wrongIdentity(this.#decrypter.decrypt(encrypted));
  }

  async stream(encrypted: Readable): Promise<Readable> {
    const plain = await wrongIdentity(this.#decrypter.decrypt(Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>));
    return Readable.fromWeb(plain as ReadableStream);
  }
}

async function wrongIdentity<T>(decrypted: Promise<T>): Promise<T> {
  try {
    return await decrypted;
  } catch (cause) {
    if (/no identity matched/i.test((cause as Error).message))
      throw new BackupError('wrong_identity', 'The identity does not open this repository.', {
        hint: 'Use the identity of one of the recipients in repository.json.',
      });
    if (cause instanceof ColophonError) throw cause;
    throw new BackupError('backup_damaged', 'What is encrypted there is damaged.', { cause });
  }
}
