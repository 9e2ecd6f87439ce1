import { createHmac, hash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { UsageError } from '@colophon/core';
import type { StorableFile } from '@colophon/core/files';
import { BackupError } from '../errors/backup-error.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { Decryption, Encryption, isRecipient } from './encryption.ts';
import { bytesOf, storableBytes } from './storable-bytes.ts';
import { withTemporaryFile } from './temporary-file.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const DESCRIPTION = 'repository.json';
const NAME_KEY = 'key.age';
const KEY_BYTES = 32;
const MAXIMUM_RECIPIENTS = 10;
/** The rows of one object have at most this many bytes. */
const PART_BYTES = 4 * 1024 * 1024;

interface Description {
  readonly format: 'colophon-backup';
  readonly version: 1;
  readonly id: string;
  readonly created: string;
  readonly part: number;
  readonly recipients: readonly string[] | null;
  /** Tells the key of the names of an encrypted repository from another one. */
  readonly keyCheck?: string;
}

export interface WriteSettings {
  /** Who can read the backups, as `age-keygen` prints it: `age1…`; without any, everybody who can read the target. */
  readonly recipients?: readonly string[];
  /** The key of the names in an encrypted repository, 32 bytes: names would otherwise reveal which contents are equal to known ones. */
  readonly key?: Uint8Array | undefined;
}

export interface ReadSettings {
  /** The text of an identity file of age, for an encrypted repository. */
  readonly identity?: string | undefined;
}

/** A place of backups: objects named by their contents, each stored once. */
export class Repository {
  readonly target: BackupTarget;
  readonly #description: Description;
  readonly #key: Uint8Array | undefined;
  readonly #encryption: Encryption | undefined;
  readonly #decryption: Decryption | undefined;

  private constructor(
    target: BackupTarget,
    description: Description,
    settings: { key?: Uint8Array | undefined; encryption?: Encryption | undefined; decryption?: Decryption | undefined } = {},
  ) {
    this.target = target;
    this.#description = description;
    this.#key = settings.key;
    this.#encryption = settings.encryption;
    this.#decryption = settings.decryption;
  }

  /** Opens a repository to list and verify what it holds; its contents can be read if they are not encrypted, or with an identity. */
  static async open(target: BackupTarget, { identity }: ReadSettings = {}): Promise<Repository> {
    const description = await readDescription(target);
    if (!description) throw new BackupError('no_backup', `There is no repository of backups in ${target.label}.`);
    if (description.recipients === null || identity === undefined) return new Repository(target, description);
    const decryption = await Decryption.with(identity);
    const wrapped = await target.get(NAME_KEY);
    if (!wrapped) throw new BackupError('backup_damaged', `${NAME_KEY} is missing in ${target.label}.`);
    return new Repository(target, description, { key: await decryption.bytes(await bytesOf(wrapped)), decryption });
  }

  /** Opens a repository to write, and makes it if there is none. @throws BackupError `repository_differs` */
  static async openToWrite(target: BackupTarget, { recipients = [], key }: WriteSettings = {}): Promise<Repository> {
    requireRecipients(recipients);
    const encrypted = recipients.length > 0;
    if (encrypted && key?.byteLength !== KEY_BYTES)
      throw new UsageError(`The key of an encrypted repository must have ${KEY_BYTES} bytes.`);
    const encryption = encrypted ? await Encryption.to(recipients) : undefined;
    const keyCheck = encrypted && key ? checkOf(key) : undefined;
    const known = await readDescription(target);
    if (known) {
      const was = known.recipients !== null;
      if (was !== encrypted)
        throw new BackupError('repository_differs', `The repository in ${target.label} is ${was ? '' : 'not '}encrypted.`, {
          hint: 'Use the same setting of recipients, or another place for these backups.',
        });
      if (keyCheck !== known.keyCheck)
        throw new BackupError('repository_differs', `The repository in ${target.label} was made with another key of names.`, {
          hint: 'Set the key that it was made with, or use another place for these backups.',
        });
    }
    const description: Description = {
      ...(known ?? { format: 'colophon-backup', version: 1, id: randomUUID(), created: new Date().toISOString(), part: PART_BYTES }),
      recipients: encrypted ? recipients : null,
      ...(keyCheck === undefined ? {} : { keyCheck }),
    };
    if (JSON.stringify(known?.recipients ?? null) !== JSON.stringify(description.recipients) || !known) {
      if (encryption && key) await target.put(NAME_KEY, storableBytes(await encryption.bytes(key)));
      await target.put(DESCRIPTION, storableBytes(Buffer.from(`${JSON.stringify(description, null, 2)}\n`)));
    }
    return new Repository(target, description, { key, encryption });
  }

  get id(): string {
    return this.#description.id;
  }

  get isEncrypted(): boolean {
    return this.#description.recipients !== null;
  }

  /** Whether contents can be read: nothing is encrypted, or there is an identity. */
  get isReadable(): boolean {
    return !this.isEncrypted || this.#decryption !== undefined;
  }

  /** The name of contents with this SHA-256. */
  nameOf(sha256: string): string {
    if (!this.isEncrypted) return sha256;
    if (!this.#key) throw noIdentity();
    return createHmac('sha256', this.#key).update(sha256).digest('hex');
  }

  /** Returns the names and sizes of all objects. */
  async sizes(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { name, size } of this.target.list('objects/')) sizes.set(name.slice(name.lastIndexOf('/') + 1), size);
    return sizes;
  }

  /** Stores bytes, compressed. @returns the number of bytes stored */
  async putBytes(name: string, bytes: Uint8Array): Promise<number> {
    const compressed = await compress(bytes);
    const stored = storableBytes(this.#encryption ? await this.#encryption.bytes(compressed) : compressed);
    await this.target.put(pathOf(name), stored);
    return stored.size;
  }

  /** Stores a file as it is. @param folder for temporary files @returns the number of bytes stored */
  async putFile(name: string, file: StorableFile, folder: string): Promise<number> {
    const put = async (stored: StorableFile): Promise<number> => {
      await this.target.put(pathOf(name), stored);
      return stored.size;
    };
    return this.#encryption ? withTemporaryFile(folder, await this.#encryption.stream(file.open()), put) : put(file);
  }

  /** Returns bytes that `putBytes` stored, verified by their name. @throws BackupError `backup_damaged`, `wrong_identity` */
  async getBytes(name: string): Promise<Buffer> {
    const stored = await bytesOf(await this.#get(name));
    let bytes: Buffer;
    try {
      bytes = await decompress(this.isEncrypted ? await this.#decrypting().bytes(stored) : stored);
    } catch (cause) {
      if (cause instanceof BackupError) throw cause;
      throw damaged(name, cause);
    }
    if (this.nameOf(hash('sha256', bytes)) !== name) throw damaged(name);
    return bytes;
  }

  /** Returns the bytes of a file as they were; the caller verifies them. @throws BackupError `backup_damaged`, `wrong_identity` */
  async getFile(name: string): Promise<Readable> {
    const stored = await this.#get(name);
    try {
      return this.isEncrypted ? await this.#decrypting().stream(stored) : stored;
    } catch (cause) {
      stored.destroy();
      if (cause instanceof BackupError) throw cause;
      throw damaged(name, cause);
    }
  }

  async #get(name: string): Promise<Readable> {
    const stored = await this.target.get(pathOf(name));
    if (!stored) throw damaged(name);
    return stored;
  }

  #decrypting(): Decryption {
    if (!this.#decryption) throw noIdentity();
    return this.#decryption;
  }
}

export function pathOf(name: string): string {
  return `objects/${name.slice(0, 2)}/${name}`;
}

function damaged(name: string, cause?: unknown): BackupError {
  return new BackupError('backup_damaged', `The object ${name} is missing or damaged.`, { cause });
}

function noIdentity(): BackupError {
  return new BackupError('wrong_identity', 'The repository is encrypted; an identity of one of its recipients is needed.', {
    hint: 'Name the file that age-keygen made: --identity <file>.',
  });
}

function requireRecipients(recipients: readonly string[]): void {
  if (recipients.length > MAXIMUM_RECIPIENTS) throw new UsageError(`There are more than ${MAXIMUM_RECIPIENTS} recipients.`);
  const wrong = recipients.find((each) => !isRecipient(each));
  if (wrong !== undefined) throw new UsageError('A recipient is a public key as age-keygen prints it: age1….');
}

function checkOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('colophon-backup').digest('hex').slice(0, 16);
}

async function readDescription(target: BackupTarget): Promise<Description | undefined> {
  const stored = await target.get(DESCRIPTION);
  if (!stored) return undefined;
  try {
    const description = JSON.parse((await bytesOf(stored)).toString()) as Description;
    if (description.format === 'colophon-backup' && description.version === 1) return description;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BackupError(
    'backup_damaged',
    `${DESCRIPTION} in ${target.label} is not the description of a repository that this version knows.`,
  );
}
