import type { PinnedReads } from '@colophon/core/snapshot';
import type { NamedFile } from './manifest.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string }[];
}

/** The columns of a table whose records name stored files. */
const COLUMNS = ['fileKey', 'sha256', 'size'] as const;

/** Returns the files that the records of tables with the columns `fileKey`, `sha256` and `size` name, each once. */
export async function namedFiles(reads: PinnedReads, tables: readonly Table[]): Promise<NamedFile[]> {
  const files = new Map<string, NamedFile>();
  for (const { name, columns } of tables) {
    if (!COLUMNS.every((column) => columns.some((each) => each.name === column))) continue;
    const { builder } = reads.dialect;
    const rows = await reads.values(builder.selectFrom(name).select(COLUMNS).distinct().where('fileKey', 'is not', null).compile());
    for (const [key, sha256, size] of rows) files.set(String(key), { key: String(key), sha256: String(sha256), size: Number(size) });
  }
  return [...files.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}
