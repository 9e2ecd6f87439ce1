import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@colophon/core/testing';

/** Runs a measurement over two new SQLite files, then over two new PostgreSQL databases that flush to disk. */
export async function withTwoDatabases(
  measure: (name: string, urls: readonly [string, string]) => Promise<void>,
  only?: string,
): Promise<void> {
  if (only !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-bench-'));
    await measure('SQLite', [`sqlite:${join(folder, 'one.sqlite')}`, `sqlite:${join(folder, 'other.sqlite')}`]);
    rmSync(folder, { recursive: true });
  }
  if (only !== 'sqlite') {
    const postgres = await startPostgres({ durable: true });
    await measure('PostgreSQL', [await postgres.createDatabase(), await postgres.createDatabase()]);
    await postgres.stop();
  }
}
