import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copySqliteFile } from '@colophon/core/migrations';
import { databaseFile } from '../settings/database-file.ts';

/** Older copies are deleted. */
const KEPT = 2;

/**
 * Copies a SQLite database to a file beside it before a migration changes it, and keeps the newest two copies.
 * Returns the path; undefined for other databases.
 */
export async function copyBefore(url: string, version: number): Promise<string | undefined> {
  const file = databaseFile(url);
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const path = join(folder, `before-${version}.sqlite`);
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  await copySqliteFile(url, unfinished);
  renameSync(unfinished, path);
  const copies = readdirSync(folder).filter((name) => /^before-\d+\.sqlite$/.test(name));
  const byAge = copies.map((name) => join(folder, name)).sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of byAge.filter((each) => each !== path).slice(KEPT - 1)) rmSync(old);
  return path;
}
