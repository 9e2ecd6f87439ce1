import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { makePrivateKey } from './private-key.ts';

/** Reads the key file, creating it if needed: readable and writable only by its owner. */
export function readOrMakeKeyFile(path: string): string {
  if (!existsSync(path)) {
    makeFolder(dirname(path));
    try {
      writeFileSync(path, makePrivateKey(), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process created it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(path, 'utf8').trim();
}

/** Atomically replaces the key in the file: readers see the old or the new one, never a part. */
export function replaceKeyFile(path: string, text: string): void {
  const next = `${path}.${process.pid}.next`;
  writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
}
