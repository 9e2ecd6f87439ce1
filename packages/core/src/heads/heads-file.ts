import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isPlainObject } from '@colophon/contract';
import { UsageError } from '../errors/errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { HeadKeeper, KeptEnd, KeptHeads } from './kept-heads.ts';

/** The member that tells the file from others. */
const FORMAT = 'colophon-heads-1';

/** Keeps heads in a file, beside the signing key or in a folder that all processes share. */
export class HeadsFile implements HeadKeeper {
  readonly place: string;

  constructor(path: string) {
    this.place = path;
  }

  async read(): Promise<KeptHeads | undefined> {
    let text: string;
    try {
      text = await readFile(this.place, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const heads = parse(text);
    if (heads) return heads;
    // Whoever damaged it must not get a signature by that.
    throw new UsageError(`${this.place} is not a file of signed heads: it is damaged, or another file.`, {
      hint: 'Restore it from a copy, or check the audit log against an export and run newsroom audit continue.',
    });
  }

  /** Written whole and flushed before it takes the place of the earlier one: a reader never sees a part. */
  async write(heads: KeptHeads): Promise<void> {
    makeFolder(dirname(this.place));
    const next = `${this.place}.${process.pid}.${crypto.randomUUID()}.next`;
    try {
      const file = await open(next, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify({ format: FORMAT, ...heads }, undefined, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, this.place);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }
}

function parse(text: string): KeptHeads | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isPlainObject(value) || value['format'] !== FORMAT || !isPlainObject(value['audit'])) return undefined;
  const { audit, log } = value;
  if (!Object.values(audit).every(isEnd) || !(log === undefined || typeof log === 'string')) return undefined;
  return { audit: audit as Record<string, KeptEnd>, ...(log === undefined ? {} : { log }) };
}

function isEnd(value: unknown): value is KeptEnd {
  return isPlainObject(value) && Number.isSafeInteger(value['sequence']) && typeof value['chainHash'] === 'string';
}
