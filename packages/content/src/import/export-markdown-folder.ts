import { type Call, type Database, ForbiddenError, hasRole, SYSTEM_CALL } from '@colophon/core';
import { statedDate } from '../record/publish-date.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { Contents } from '../content/contents.ts';
import { ContentTrash } from '../editing/trash/content-trash.ts';
import { contentToString } from '../markdown/content-to-string.ts';
import type { StatedCorrection } from '../markdown/stated-corrections.ts';
import { addedUp } from '../markdown-files/left-out.ts';
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
 * file, the others as `<context>/<date>-<slug>.md` with all their fields. Corrections and retractions are part of the front matter.
 * `leftOut` counts by kind what Markdown files do not contain. A second run writes nothing.
 *
 * @throws ForbiddenError if the caller names another tenant
 * @example
 * await exportMarkdownFolder({ database, dir: './posts' }); // { written: 509, unchanged: 0, failed: [], leftOut: { versions: 12, reviews: 4 } }
 */
export async function exportMarkdownFolder({ database, call = SYSTEM_CALL, dir, tenantId }: ExportOptions): Promise<WriteReport> {
  const owner = tenantId === undefined ? call.caller.tenantId : tenantId;
  if (call.caller.kind !== 'system' && owner !== null && owner !== call.caller.tenantId)
    throw new ForbiddenError('This is another tenant.');
  const root = await openFolder(dir);
  const used = new Set<string>();
  const contents = new Contents(database, call);
  const pages = everyContent(contents, { tenantId: owner });
  const report = await writeAll(database, pages, root, (content, corrections) => fileOf(content, used, corrections));
  const deleted = await contents.count({ where: { tenantId: owner, status: 'deleted' } });
  const trashed = hasRole(call.caller, 'editor') ? await new ContentTrash(database).count({ where: { tenantId: owner } }) : 0;
  return { ...report, leftOut: addedUp([report.leftOut, { deleted, trashed }]) };
}

function fileOf(content: ContentRecord, used: Set<string>, corrections: readonly StatedCorrection[]): ContentFile {
  const known = content.markdownSource?.file;
  const complete = known === undefined || used.has(known);
  const segments = complete ? pathOf(content, used) : known.split('/');
  used.add(segments.join('/'));
  return { segments, text: contentToString(content, { complete, corrections }) };
}

function pathOf(content: ContentRecord, used: ReadonlySet<string>): string[] {
  const { context, slug, id } = content;
  const folders = context === '' ? [] : context.split('/');
  const date = statedDate(content);
  const day = date === null ? '' : `${date.slice(0, 10)}-`;
  const path = [...folders, `${day}${slug}.md`];
  return used.has(path.join('/')) ? [...folders, `${day}${slug}-${id}.md`] : path;
}
