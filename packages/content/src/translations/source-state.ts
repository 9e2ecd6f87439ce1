import { createHash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import type { Database } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { preparedQuery } from '../record/prepared-query.ts';

type Texts = Pick<ContentRecord, 'title' | 'description' | 'body'>;

/** What a translation was made from. The texts are compared, because a record without governance can have no versions. */
interface SourceState {
  readonly sourceId: string;
  /** The latest version at that time, which shows the changes since; null if there was none. */
  readonly sourceVersion: number | null;
  /** As long as the source has this revision, its texts need not be read. */
  readonly sourceRevision: number;
  readonly sourceHash: string;
}

/** Returns the state of a source with its current values in memory. */
export async function sourceStateOf(source: ContentRecord): Promise<SourceState> {
  const { database, id, rev } = source;
  return { sourceId: id, sourceVersion: await latestVersion(database, id), sourceRevision: rev, sourceHash: textsHash(source) };
}

/** Returns the hash of the texts that a translation translates. */
export function textsHash({ title, description, body }: Texts): string {
  return createHash('sha256').update(canonicalJson({ title, description, body })).digest('hex');
}

/** Bodies are long, and the sources of a page of records can be thousands. */
const READ_AT_ONCE = 200;

const TEXTS = preparedQuery((builder, ids) =>
  builder.selectFrom('contents').select(['id', 'title', 'description', 'body']).where('id', 'in', ids),
);

/** Returns the hashes of the current texts of these records, by their ids. */
export async function currentHashes(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const read = TEXTS(database.dialect, ids.slice(start, start + READ_AT_ONCE));
    // oxlint-disable-next-line no-await-in-loop -- so many texts are in memory at a time
    const rows = await database.all({ ...read, repeatable: true });
    for (const row of rows) hashes.set(String(row['id']), textsHash(row as unknown as Texts));
  }
  return hashes;
}

/** Returns the number of a record's latest version; null if it has none. */
async function latestVersion(database: Database, contentId: string): Promise<number | null> {
  const query = database.dialect.builder
    .selectFrom('content_versions')
    .select('version')
    .where('contentId', '=', contentId)
    .orderBy('version', 'desc')
    .limit(1);
  const row = await database.first(query.compile());
  return row ? Number(row['version']) : null;
}
