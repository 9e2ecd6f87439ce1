import { type Preview, readPictureOrigins } from '@colophon/content';
import type { Database } from '@colophon/core';
import { type ArticleData, disclosedIn } from './article.ts';
import { filesOfTexts, picturesOf } from './pictures.ts';
import { tagLinks } from './tags.ts';

/** The data for the page of a draft, as far as a preview link discloses them. */
export async function readPreview(database: Database, preview: Preview): Promise<ArticleData> {
  const { id, type, title, description, body, bodyFormat, authors, language, category, thumbnailAssetId } = preview;
  const picture = thumbnailAssetId === null ? null : ((await picturesOf(database, [thumbnailAssetId])).get(thumbnailAssetId) ?? null);
  const picturesByAI = (await readPictureOrigins(database, id)).filter(({ aiAssisted }) => aiAssisted === true);
  return {
    id,
    type,
    title,
    description,
    body,
    bodyFormat,
    authors,
    language,
    category,
    picture,
    files: (await filesOfTexts(database, [preview])).get(id) ?? {},
    published: preview.publish_date ?? '',
    tags: await tagLinks(database, preview.tags),
    account: disclosedIn(preview.metadata, picturesByAI),
    // A preview has no public address.
    address: '',
    updated: null,
    corrections: [],
    sources: [],
    original: preview.url,
    source: preview.source,
    jsonLd: null,
    signed: null,
    languages: [],
  };
}
