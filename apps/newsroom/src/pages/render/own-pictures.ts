import type { OwnFiles, Picture } from '../data/pictures.ts';
import { tagsOf, withTags } from './tags-of.ts';

/** Where a text is shown. */
export interface ShownAt {
  /** The stored files that the text can show. */
  readonly files: OwnFiles;
  /** The address of the site, if the text is read elsewhere: every address becomes absolute. */
  readonly baseUrl?: string;
  /** Whether the first picture is visible immediately: it is not loaded lazily. */
  readonly isFirstAbove?: boolean;
}

type Attributes = Map<string, string | undefined>;

/** The address of a stored file at any domain: at an earlier one of this site, the file is the same. */
const OWN_ADDRESS = /^(?:https?:\/\/[^/]+)?(\/api\/(?:v1\/)?assets\/([\w-]+)\/file)(?:[?#].*)?$/i;
/** Returns the id of the asset whose stored file an address names. */
export function ownAssetIn(address: string): string | undefined {
  return OWN_ADDRESS.exec(address)?.[2];
}

/** The width of the text of a piece. */
const COLUMN = 736;

/**
 * Resolves the addresses of stored files in sanitized HTML to the current site, and lets readers load their pictures in the width that they
 * need, with reserved space and not before they are near. Pictures of other sites are only loaded lazily.
 */
export function withOwnPictures(html: string, { files, baseUrl, isFirstAbove = false }: ShownAt): string {
  let isFirst = true;
  return withTags(html, ({ name, attributes }) => {
    if (name !== 'img' && name !== 'a' && name !== 'source') return undefined;
    const picture = resolveOwn(attributes, name === 'a' ? 'href' : 'src', files);
    if (picture === 'withheld') return withheld(attributes, name);
    if (baseUrl !== undefined) return readElsewhere(attributes, picture, baseUrl);
    if (name !== 'img') return attributes;
    if (picture) showPicture(attributes, picture);
    attributes.set('loading', isFirst && isFirstAbove ? 'eager' : 'lazy').set('decoding', 'async');
    isFirst = false;
    return attributes;
  });
}

/** The path of the first picture in sanitized HTML; an address of another site unchanged. */
export function firstPictureIn(html: string): string | undefined {
  for (const { name, attributes } of tagsOf(html)) {
    if (name !== 'img') continue;
    const address = attributes.get('src') ?? '';
    return OWN_ADDRESS.exec(address)?.[1] ?? address.replaceAll('&#x26;', '&');
  }
  return undefined;
}

/** Replaces the address of a stored file of the piece by its path. @returns its picture, if it is one, or that it is withheld */
function resolveOwn(attributes: Attributes, name: string, files: OwnFiles): OwnFiles[string] {
  const [, path, id = ''] = OWN_ADDRESS.exec(attributes.get(name) ?? '') ?? [];
  if (path === undefined || !Object.hasOwn(files, id)) return null;
  attributes.set(name, path);
  return files[id] ?? null;
}

/** Readers are told that there was a picture or file, and cannot load it. */
function withheld(attributes: Attributes, name: string): Attributes {
  for (const address of ['src', 'srcset', 'href']) attributes.delete(address);
  return name === 'img' ? attributes.set('alt', 'Picture withheld') : attributes;
}

function showPicture(attributes: Attributes, picture: Picture): void {
  const { src, srcSet, width } = picture;
  attributes.set('src', escaped(src));
  const set = Number.parseInt(attributes.get('width') ?? '', 10);
  const shown = set > 0 ? set : width;
  if (srcSet !== null) {
    attributes.set('srcset', escaped(srcSet));
    attributes.set('sizes', shown !== null && shown < COLUMN ? `min(${shown}px, 100vw)` : `(min-width: 48rem) ${COLUMN}px, 100vw`);
  }
  reserveSpace(attributes, picture);
}

/** An address as the value of an attribute. */
function escaped(address: string): string {
  return address.replaceAll('&', '&amp;');
}

/** Programs that read feeds know no site: they get one absolute address. */
function readElsewhere(attributes: Attributes, picture: Picture | null, baseUrl: string): Attributes {
  if (picture) {
    attributes.set('src', escaped(picture.src));
    reserveSpace(attributes, picture);
  }
  for (const name of ['src', 'href']) {
    const value = attributes.get(name);
    if (value?.startsWith('/') && !value.startsWith('//')) attributes.set(name, baseUrl + value);
  }
  // Its candidates are relative to a page.
  attributes.delete('srcset');
  return attributes;
}

function reserveSpace(attributes: Attributes, { width, height }: Picture): void {
  if (width === null || height === null || attributes.has('width') || attributes.has('height')) return;
  attributes.set('width', String(width)).set('height', String(height));
}
