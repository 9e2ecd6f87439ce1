import { ValidationError } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentToString, ownValuesOf, type WritableContent } from '../markdown/content-to-string.ts';
import { htmlToMarkdown } from '../rendering/html-to-markdown.ts';
import { everyContent, writeAll, type WriteReport } from './write-all.ts';
import { openFolder } from './write-inside.ts';

/**
 * Writes every article visible to the collection's call to `<contentDir>/<context>/<slug>/index.md`.
 *
 * @throws ValidationError if some could not be written, after writing the others: `failed` names them
 */
export async function syncArticles(contents: ContentCollection, contentDir: string): Promise<WriteReport> {
  const root = await openFolder(contentDir);
  const pages = everyContent(contents, { type: 'article' });
  const report = await writeAll(contents.database, pages, root, async (content, corrections) => ({
    segments: [...(content.context === '' ? [] : content.context.split('/')), content.slug, 'index.md'],
    text: contentToString(await asMarkdown(content), { complete: true, corrections, own: ownValuesOf(content) }),
  }));
  const [first] = report.failed;
  if (!first) return report;
  throw new ValidationError(`${report.failed.length} of the articles could not be written. ${first.message}`, {
    code: first.code,
    hint: 'The others were written. Change the context or the slug of those named under failed.',
    extensions: { ...report },
  });
}

/** These files are edited by people, so an HTML body is converted. `exportMarkdownFolder` keeps it as it is. */
async function asMarkdown(content: ContentRecord): Promise<WritableContent> {
  if (content.bodyFormat === 'markdown') return content;
  return { ...(content.toJSON() as unknown as WritableContent), body: await htmlToMarkdown(content.body), bodyFormat: 'markdown' };
}
