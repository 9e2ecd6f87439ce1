import { buffer } from 'node:stream/consumers';
import { Assets } from '../assets/asset.ts';
import { ContentMirrors } from './content-mirror.ts';
import { contentToString } from '../markdown/content-to-string.ts';
import { correctionsOf } from '../markdown-files/corrections-of.ts';
import { openFolder, writeInside } from '../markdown-files/write-inside.ts';
import type { ContentRecord } from '../record/content-record.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'application/pdf': 'pdf',
  'text/markdown': 'md',
};

/** Returns the name of the file with the bytes of a page. */
export function sourceName(mimeType: string): string {
  return `source.${EXTENSIONS[mimeType] ?? 'txt'}`;
}

/**
 * Writes a mirror to `<dir>/<context>/<slug>/index.md`, and its original bytes next to it. Unchanged files are not touched.
 *
 * @throws ValidationError `path_leaves_folder` if context or slug would lead out of the folder, directly or through a link
 */
export async function writeMirrorFiles(content: ContentRecord, dir: string): Promise<void> {
  const { database, context, slug } = content;
  const root = await openFolder(dir);
  const folder = [...(context === '' ? [] : context.split('/')), slug];
  const corrections = (await correctionsOf(database, [content.id])).get(content.id);
  await writeInside(root, [...folder, 'index.md'], contentToString(content, { complete: true, corrections }));
  const mirror = await new ContentMirrors(database).find({ contentId: content.id });
  const asset = mirror?.sourceAssetId ? await new Assets(database).get(mirror.sourceAssetId) : undefined;
  if (mirror && asset) await writeInside(root, [...folder, sourceName(mirror.mimeType)], await buffer(await asset.openFile()));
}
