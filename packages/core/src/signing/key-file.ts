import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateKey } from './private-key.ts';

/** Reads the key file, and makes it where there is none: readable and writable by its owner alone. */
export function readOrMakeKeyFile(path: string): string {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(path, makePrivateKey(), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(path, 'utf8').trim();
}

/** Puts another key in the place of the one in the file; whoever reads it sees one or the other, never a part. */
export function replaceKeyFile(path: string, text: string): void {
  const next = `${path}.${process.pid}.next`;
  writeFileSync(next, text, { mode: 0o600, flag: 'wx' });
  renameSync(next, path);
}
