import type { TableDigest } from '@colophon/core/snapshot';
import type { FlattenedJWS, JSONWebKeySet } from 'jose';
import { BackupError } from '../errors/backup-error.ts';
import { bytesOf, storableBytes } from '../repository/storable-bytes.ts';
import type { BackupTarget } from '../targets/backup-target.ts';

/** The `typ` of the signature of a snapshot. */
export const SNAPSHOT_TYPE = 'colophon-snapshot+jws';
const FOLDER = 'snapshots/';

/** What is known of a snapshot without reading its contents: signed, in plain text in an encrypted repository too. */
export interface Manifest {
  readonly format: 'colophon-snapshot';
  readonly version: 1;
  readonly id: string;
  readonly repository: string;
  /** The moment that it holds. */
  readonly created: string;
  readonly finished: string;
  readonly program: string;
  readonly rows: number;
  readonly files: number;
  /** The number of files that the store did not have. */
  readonly missing: number;
  /** Of rows and files, before compression. */
  readonly bytes: number;
  /** The bytes that were new in the repository. */
  readonly stored: number;
  readonly hasKeys: boolean;
  /** The name of the object that says what the others are: `SnapshotIndex`. */
  readonly index: string;
  /** The sizes of all its objects, by name. */
  readonly objects: Readonly<Record<string, number>>;
  /** The public keys of the application, with the one that signed this. */
  readonly keys: JSONWebKeySet;
}

/** The description of a table in a snapshot. */
export interface StoredTable extends TableDigest {
  /** The names of its parts, in their order. */
  readonly parts: readonly string[];
}

/** A stored file that records of the snapshot name. */
export interface NamedFile {
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

/** A manifest whose signature was verified. */
export interface SignedManifest {
  readonly manifest: Manifest;
  /** The key that signed it. */
  readonly kid: string;
}

/** Signs a payload as a compact JWS with this `typ`. */
export type SignSnapshot = (payload: object, type: { readonly typ: string }) => Promise<{ readonly jws: string }>;

/** Stores a manifest. From then on the snapshot exists. */
export async function putManifest(target: BackupTarget, manifest: Manifest, sign: SignSnapshot): Promise<void> {
  const { jws } = await sign(manifest, { typ: SNAPSHOT_TYPE });
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const signed: FlattenedJWS = { payload, protected: header, signature };
  await target.put(`${FOLDER}${manifest.id}.json`, storableBytes(Buffer.from(`${JSON.stringify(signed)}\n`)));
}

export async function deleteManifest(target: BackupTarget, id: string): Promise<void> {
  await target.delete(`${FOLDER}${id}.json`);
}

const ID = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

/** The beginning of the id of a snapshot of this time: ids sort by time. */
export function stampOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:.]/g, '');
}

/** Returns the ids of all snapshots, oldest first. An id begins with the time of its moment. */
export async function listSnapshots(target: BackupTarget): Promise<string[]> {
  const ids: string[] = [];
  for await (const { name } of target.list(FOLDER)) {
    const id = name.slice(FOLDER.length).replace(/\.json$/, '');
    if (ID.test(id)) ids.push(id);
  }
  return ids.sort();
}

/**
 * Reads a manifest and verifies its signature.
 *
 * @param keys that may have signed it; by default those that it names, which tells damage from what was stored, but not who stored it
 * @throws BackupError `no_backup`, `backup_damaged`
 */
export async function readManifest(target: BackupTarget, id: string, keys?: JSONWebKeySet): Promise<SignedManifest> {
  const stored = ID.test(id) ? await target.get(`${FOLDER}${id}.json`) : undefined;
  if (!stored) throw new BackupError('no_backup', `There is no snapshot ${id} in ${target.label}.`);
  const text = (await bytesOf(stored)).toString();
  // Most processes never read one.
  const { createLocalJWKSet, decodeProtectedHeader, flattenedVerify } = await import('jose');
  try {
    const signed = JSON.parse(text) as FlattenedJWS;
    const claimed = JSON.parse(Buffer.from(signed.payload, 'base64url').toString()) as Manifest;
    const { payload, protectedHeader } = await flattenedVerify(signed, createLocalJWKSet(keys ?? claimed.keys), {
      algorithms: ['Ed25519'],
    });
    const manifest = JSON.parse(Buffer.from(payload).toString()) as Manifest;
    if (protectedHeader?.typ !== SNAPSHOT_TYPE || manifest.format !== 'colophon-snapshot' || manifest.version !== 1 || manifest.id !== id)
      throw new Error('it is not the signed description of this snapshot');
    return { manifest, kid: String(decodeProtectedHeader(signed).kid) };
  } catch (cause) {
    throw new BackupError('backup_damaged', `The description of the snapshot ${id} is damaged, or its signature is not valid.`, { cause });
  }
}
