import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownPost } from './known-posts.ts';

/** A file of the folder, identified by its content. */
export interface HashedFile {
  readonly file: string;
  readonly sha256: string;
}

/** The step for a file: nothing, assign it to an existing record, update its record, or create one. */
export type ImportStep = HashedFile &
  ({ readonly kind: 'unchanged' | 'new' } | { readonly kind: 'moved' | 'changed'; readonly record: KnownPost });

/**
 * Matches files with records before anything is written: first by content, so that moved, renumbered or swapped files keep their
 * records, and only then by name.
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
    // A file from before named sources belongs to this folder if other such files do.
    const isKnown = record && free.has(record) && (record.source === source || isFormerSource);
    if (isKnown) take(file, { ...file, kind: 'changed', record }, record);
    else steps.set(file.file, { ...file, kind: 'new' });
  }
  return files.flatMap((file) => steps.get(file.file) ?? []);
}

/** Returns the first record whose file no longer exists at the path it was imported from: the folder was moved. */
async function firstGone(records: readonly KnownPost[]): Promise<KnownPost | undefined> {
  for (const record of records) if (await isGone(record)) return record;
  return undefined;
}

/** Only sources named by path can be checked: a source with an explicit name may be at any path. */
async function isGone({ source, file }: KnownPost): Promise<boolean> {
  if (source === undefined || !source.startsWith('/')) return false;
  const isMissing = await lstat(join(source, ...file.split('/'))).catch(
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  );
  return isMissing === true;
}
