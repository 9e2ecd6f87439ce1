import type { Database } from '@colophon/core';
import { safeFileName } from '@colophon/core/files';
import { assetFilesOf, keepsFiles } from '../../assets/asset-files.ts';
import type { PersonalData } from './export-person.ts';

interface HeldFile {
  readonly id: string;
  readonly filename: string;
  readonly fileKey: string;
}

interface ZipEntry {
  readonly name: string;
  readonly input: string | AsyncIterable<Uint8Array>;
}

const AT_ONCE = 200;

/**
 * Returns all data stored about a person as a streamed ZIP: `person.json`, and their files that are still stored,
 * each as `files/<id of its attachment>/<name>`. `missing.json` lists files whose bytes are missing from the store.
 *
 * @param data the content of `person.json`
 * @param contributors the contributors whose files are added
 */
export async function zipPersonalData(
  database: Database,
  data: object,
  contributors: readonly PersonalData[],
): Promise<ReadableStream<Uint8Array>> {
  const { makeZip } = await import('client-zip');
  return makeZip(entriesOf(database, data, contributors));
}

async function* entriesOf(database: Database, data: object, contributors: readonly PersonalData[]): AsyncGenerator<ZipEntry> {
  yield { name: 'person.json', input: JSON.stringify(data, null, 2) };
  const missing: string[] = [];
  const ids = contributors.flatMap(({ contributions }) => contributions.flatMap(({ attachments }) => attachments.map(({ id }) => id)));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const { id, filename, fileKey } of await heldFiles(database, ids.slice(at, at + AT_ONCE))) {
      const bytes = keepsFiles(database) ? await assetFilesOf(database).store.get(fileKey) : undefined;
      // The user-supplied name cannot lead outside the folder, which we choose.
      if (bytes) yield { name: `files/${id}/${safeFileName(filename)}`, input: bytes };
      else missing.push(id);
    }
  }
  if (missing.length > 0) yield { name: 'missing.json', input: JSON.stringify(missing, null, 2) };
}

/** Returns those of the attachments whose bytes are still stored. */
async function heldFiles(database: Database, ids: readonly string[]): Promise<HeldFile[]> {
  const query = database.dialect.builder
    .selectFrom('content_contribution_attachments')
    .select(['id', 'filename', 'fileKey'])
    .where('id', 'in', [...ids])
    .where('fileKey', 'is not', null)
    .orderBy('id');
  const rows = await database.all(query.compile());
  return rows.map((row) => ({ id: String(row['id']), filename: String(row['filename']), fileKey: String(row['fileKey']) }));
}
