import type { Shown } from '@colophon/contract';
import { ownAssetIn } from './own-pictures.ts';
import { type Tag, tagsOf } from './tags-of.ts';

/** What is told of stored pictures, by their asset ids. */
export type Captions = Readonly<Record<string, { readonly caption: string | null; readonly credit: string | null } | 'withheld' | null>>;

/** What an edition tells of the stored pictures that a text can show; as a picture in the text, if it is the thumbnail as well. */
export function captionsOf({ pictures }: Shown): Captions {
  const stored = pictures.filter(({ url, sha256 }) => url === null && sha256 !== null);
  const ofTexts = stored.toSorted((one, other) => Number(other.relationship === 'thumbnail') - Number(one.relationship === 'thumbnail'));
  return Object.fromEntries(ofTexts.map(({ assetId, caption, credit }) => [assetId, { caption, credit }]));
}

/**
 * Makes a picture that is a paragraph of its own a figure with what readers are told of it: the caption that the text has (the title of a
 * Markdown picture), else that of the edition, and who made it. Pictures in a sentence, and those of which nothing is told, stay as they are.
 *
 * @param html sanitized
 */
export function withCaptions(html: string, captions: Captions): string {
  let result = '';
  let copied = 0;
  let [before, last]: [Tag | undefined, Tag | undefined] = [undefined, undefined];
  for (const tag of tagsOf(html)) {
    if (last?.name === 'img' && before?.name === 'p' && tag.name === '/p' && isAlone(html, [before, last, tag])) {
      const said = wordsOf(last, captions);
      if (said !== '') {
        result += `${html.slice(copied, before.at)}<figure>${withoutTitle(last)}<figcaption dir="auto">${said}</figcaption></figure>`;
        copied = tag.at + tag.text.length;
      }
    }
    [before, last] = [last, tag];
  }
  return result + html.slice(copied);
}

function isAlone(html: string, [open, image, close]: readonly [Tag, Tag, Tag]): boolean {
  const around = html.slice(open.at + open.text.length, image.at) + html.slice(image.at + image.text.length, close.at);
  return around.trim() === '';
}

function wordsOf({ attributes }: Tag, captions: Captions): string {
  const id = ownAssetIn(attributes.get('src') ?? '');
  const own = id !== undefined && Object.hasOwn(captions, id) ? captions[id] : null;
  const picture = own === 'withheld' ? null : own;
  // Values of attributes are escaped, but for what only ends a text.
  const title = attributes.get('title')?.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const caption = title || escaped(picture?.caption ?? '');
  const credit = picture?.credit ? `<cite>${escaped(picture.credit)}</cite>` : '';
  return [caption, credit].filter((each) => each !== '').join(' ');
}

/** The caption says it already. */
function withoutTitle({ text, attributes }: Tag): string {
  const title = attributes.get('title');
  return title === undefined ? text : text.replace(` title="${title}"`, () => '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
