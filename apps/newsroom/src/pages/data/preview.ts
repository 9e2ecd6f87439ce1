import { type Preview, readShown } from '@colophon/content';
import type { Database } from '@colophon/core';
import { type ArticleData, disclosedIn } from './article.ts';
import { filesOfTexts, picturesOf, thumbnailIn } from './pictures.ts';

/** The data for the page of a draft, as far as a preview link discloses them. */
export async function readPreview(database: Database, preview: Preview, now: Date): Promise<ArticleData> {
  const { id, type, title, description, body, bodyFormat, authors, language, category, thumbnailAssetId } = preview;
  // What readers would get if it were published now.
  const shown = await readShown(database, [preview], { now });
  const own = shown.get(id);
  const [thumbnail] = thumbnailIn(own, thumbnailAssetId);
  const picture = (thumbnail && (await picturesOf(database, [thumbnail])).get(thumbnail)) ?? null;
  const picturesByAI = own?.pictures.filter(({ aiAssisted }) => aiAssisted === true) ?? [];
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
    files: (await filesOfTexts(database, [preview], shown)).get(id) ?? {},
    published: preview.publish_date ?? '',
    tags: own?.tags ?? [],
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
    related: [],
  };
}
