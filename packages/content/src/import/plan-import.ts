import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownPost } from './known-posts.ts';

/** A file of the folder by what it says. */
export interface HashedFile {
  readonly file: string;
  readonly sha256: string;
}

/** What is to be done with a file: nothing, to give it to the record that was made of it elsewhere, to update its record, or to make one. */
export type ImportStep = HashedFile &
  ({ readonly kind: 'unchanged' | 'new' } | { readonly kind: 'moved' | 'changed'; readonly record: KnownPost });

/**
 * Decides which file is which record, over the whole folder and before anything is written: by what the files say first, so
 * that files which were moved, renumbered or swapped keep their records, and by their names only for what was not found so.
 *
 * @param known the records of the tenant from every source
 */
export async function planImport(files: readonly HashedFile[], known: readonly KnownPost[], source: string): Promise<ImportStep[]> {
  const steps = new Map<string, ImportStep>();
  const free = new Set(known);
  const take = (file: HashedFile, step: ImportStep, record: KnownPost): void => {
    steps.set(file.file, step);
    free.delete(record);
  };
  const isOurs = (record: KnownPost): boolean => record.source === source || record.source === undefined;
  const byPlace = Map.groupBy(known.filter(isOurs), (record) => record.file);
  const placed = (file: string): KnownPost | undefined =>
    byPlace.get(file)?.find((record) => record.source === source) ?? byPlace.get(file)?.[0];
  let isFormerSource = false;
  for (const file of files) {
    const record = placed(file.file);
    if (record?.sha256 !== file.sha256) continue;
    isFormerSource ||= record.source === undefined;
    take(file, { ...file, ...(record.source === undefined ? { kind: 'moved', record } : { kind: 'unchanged' }) }, record);
  }
  const byHash = Map.groupBy(known, (record) => record.sha256);
  for (const file of files) {
    if (steps.has(file.file)) continue;
    const candidates = (byHash.get(file.sha256) ?? []).filter((record) => free.has(record));
    const record = candidates.find(isOurs) ?? (await firstGone(candidates));
    if (record) take(file, { ...file, kind: 'moved', record }, record);
  }
  for (const file of files) {
    if (steps.has(file.file)) continue;
    const record = placed(file.file);
    // A file of before sources were told apart is this folder's where others of then are.
    const isKnown = record && free.has(record) && (record.source === source || isFormerSource);
    if (isKnown) take(file, { ...file, kind: 'changed', record }, record);
    else steps.set(file.file, { ...file, kind: 'new' });
  }
  return files.flatMap((file) => steps.get(file.file) ?? []);
}

/** The first record whose file stands no more where it was imported from: the whole folder was moved. */
async function firstGone(records: readonly KnownPost[]): Promise<KnownPost | undefined> {
  for (const record of records) if (await isGone(record)) return record;
  return undefined;
}

/** A source with a name of its own may be anywhere. */
async function isGone({ source, file }: KnownPost): Promise<boolean> {
  if (source === undefined || !source.startsWith('/')) return false;
  const found = await lstat(join(source, ...file.split('/'))).catch(
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  );
  return found === true;
}
