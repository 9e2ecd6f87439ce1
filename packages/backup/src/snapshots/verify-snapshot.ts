import { createHash } from 'node:crypto';
import { ColophonError } from '@colophon/core';
import type { Repository } from '../repository/repository.ts';
import type { SignedManifest } from './manifest.ts';
import { readIndex } from './snapshot-index.ts';

export interface VerifyOptions {
  /** The share of the objects that are read as well, from 0 to 1; default 0. */
  readonly read?: number;
  readonly onProgress?: (read: number, of: number) => void;
}

export interface Verification {
  /** How many objects the snapshot has. */
  readonly objects: number;
  /** How many of them were read. */
  readonly read: number;
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
}

/**
 * Verifies that the objects of a snapshot are there with their sizes, and that those which are read are what was stored.
 *
 * @throws BackupError `wrong_identity` if objects are to be read that cannot be
 */
export async function verifySnapshot(
  repository: Repository,
  { manifest }: Pick<SignedManifest, 'manifest'>,
  { read = 0, onProgress }: VerifyOptions = {},
): Promise<Verification> {
  const sizes = await repository.sizes();
  const names = Object.keys(manifest.objects);
  const faults = names.flatMap((name) => {
    const [expected, size] = [manifest.objects[name], sizes.get(name)];
    if (size === undefined) return [`The object ${name} is missing.`];
    return size === expected ? [] : [`The object ${name} has ${size} bytes instead of ${expected}.`];
  });
  if (read <= 0) return { objects: names.length, read: 0, faults };
  const isFile = await filesOf(repository, manifest.index, faults);
  // Evenly over all, beginning anywhere, so that repeated partial verifications read others.
  const step = 1 / Math.min(1, read);
  const first = Math.random() * step;
  let done = 0;
  for (let at = first; at < names.length; at += step) {
    const name = names[Math.floor(at)] ?? '';
    const fault = await readObject(repository, name, isFile(name));
    if (fault !== undefined && !faults.some((each) => each.includes(name))) faults.push(fault);
    done += 1;
    onProgress?.(done, Math.ceil(names.length / step));
  }
  return { objects: names.length, read: done, faults };
}

/** Returns whether an object is a file: its bytes are then stored as they are. */
async function filesOf(repository: Repository, index: string, faults: string[]): Promise<(name: string) => boolean> {
  try {
    const { files } = await readIndex(repository, index);
    const names = new Set(files.map(({ sha256 }) => repository.nameOf(sha256)));
    return (name) => names.has(name);
  } catch (error) {
    if (error instanceof ColophonError && error.code !== 'backup_damaged') throw error;
    faults.push(`The object ${index} is missing or damaged: nothing of this snapshot can be restored.`);
    return () => false;
  }
}

async function readObject(repository: Repository, name: string, isFile: boolean): Promise<string | undefined> {
  try {
    if (!isFile) {
      await repository.getBytes(name);
      return undefined;
    }
    const hash = createHash('sha256');
    for await (const chunk of await repository.getFile(name)) hash.update(chunk as Buffer);
    return repository.nameOf(hash.digest('hex')) === name ? undefined : `The object ${name} is damaged.`;
  } catch (error) {
    // Only what was read can be judged.
    if (error instanceof ColophonError && error.code !== 'backup_damaged') throw error;
    return `The object ${name} is missing or damaged.`;
  }
}
