import { rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../errors/errors.ts';
import { makePrivateFile } from './make-private-file.ts';
import { sqlitePath } from './sqlite-path.ts';

const PAGES_AT_ONCE = 1000;

/**
 * Copies the database of a `sqlite:` URL to a new file that only its owner can read, as it is at one moment, while others write.
 *
 * @throws UsageError if the disk has not enough space, or the file exists
 */
export async function copySqliteFile(url: string, path: string): Promise<void> {
  const source = sqlitePath(url);
  const folder = dirname(path);
  const size = statSync(source).size + (statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  makePrivateFile(path);
  if (statSync(path).size > 0) throw new UsageError(`${path} exists already.`);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < size * 1.1) {
    rmSync(path);
    throw new UsageError(
      `A copy of the database needs ${Math.ceil(size / 1e6)} MB, and ${folder} has ${Math.floor((bavail * bsize) / 1e6)} MB.`,
    );
  }
  const connection = new DatabaseSync(source, { readOnly: true, timeout: 5_000 });
  try {
    // A copy begins anew whenever another connection writes, unless its own holds one moment.
    connection.exec('BEGIN; SELECT count(*) FROM sqlite_schema;');
    await backup(connection, path, { rate: PAGES_AT_ONCE });
    connection.exec('ROLLBACK');
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    connection.close();
  }
}
