import { type Call, type Database, ForbiddenError, SYSTEM_CALL } from '@colophon/core';
import { statedDate } from '../record/publish-date.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { Contents } from '../content/contents.ts';
import { contentToString } from '../markdown/content-to-string.ts';
import { type ContentFile, everyContent, writeAll, type WriteReport } from '../markdown-files/write-all.ts';
import { openFolder } from '../markdown-files/write-inside.ts';

export interface ExportOptions {
  readonly database: Database;
  /** The caller: only what they can read is written. By default the application itself. */
  readonly call?: Call;
  readonly dir: string;
  /** The tenant of the records; null, the default, exports the global ones. */
  readonly tenantId?: string | null;
}

/**
 * Writes every record that is not deleted to a Markdown file: imported records under the name and in the spelling of their
 * file, the others as `<context>/<date>-<slug>.md` with all their fields. A second run writes nothing.
 *
 * @throws ForbiddenError if the caller names another tenant
 * @example
 * await exportMarkdownFolder({ database, dir: './posts' }); // { written: 509, unchanged: 0, failed: [] }
 */
export async function exportMarkdownFolder({ database, call = SYSTEM_CALL, dir, tenantId }: ExportOptions): Promise<WriteReport> {
  const owner = tenantId === undefined ? call.caller.tenantId : tenantId;
  if (call.caller.kind !== 'system' && owner !== null && owner !== call.caller.tenantId)
    throw new ForbiddenError('This is another tenant.');
  const root = await openFolder(dir);
  const used = new Set<string>();
  const contents = new Contents(database, call);
  return writeAll(everyContent(contents, { tenantId: owner }), root, (content) => fileOf(content, used));
}

function fileOf(content: ContentRecord, used: Set<string>): ContentFile {
  const known = content.markdownSource?.file;
  const complete = known === undefined || used.has(known);
  const segments = complete ? pathOf(content, used) : known.split('/');
  used.add(segments.join('/'));
  return { segments, text: contentToString(content, { complete }) };
}

function pathOf(content: ContentRecord, used: ReadonlySet<string>): string[] {
  const { context, slug, id } = content;
  const folders = context === '' ? [] : context.split('/');
  const date = statedDate(content);
  const day = date === null ? '' : `${date.slice(0, 10)}-`;
  const path = [...folders, `${day}${slug}.md`];
  return used.has(path.join('/')) ? [...folders, `${day}${slug}-${id}.md`] : path;
}
