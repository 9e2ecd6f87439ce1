import { assetFileUrl } from '../../assets/asset-files.ts';
import { addressKey } from '../site/file-addresses.ts';
import type { Galleries, GalleryPicture } from '../site/html-conversion.ts';
import { attributesOf, galleryKey } from '../site/wordpress-shortcodes.ts';
import { fileOf, itemId } from './piece-of-item.ts';
import type { WxrItem } from './wxr-item.ts';

const GALLERY = /\[gallery((?:\s[^[\]]{0,5000})?)\/?\]/gi;
const PICTURE = /\.(?:avif|bmp|gif|heic|jpe?g|png|svg|tiff?|webp)$/i;

interface KnownPicture extends GalleryPicture {
  readonly id: string;
  readonly order: number;
}

/** Which pictures the galleries of an export show. It keeps those alone that some gallery asks for. */
export class WxrGalleries {
  /** Ids of pictures, and of posts all of whose pictures are shown. */
  readonly #wanted = new Set<string>();
  readonly #wantedParents = new Set<string>();
  readonly #pictures = new Map<string, KnownPicture>();
  readonly #ofParent = new Map<string, KnownPicture[]>();

  /** Takes in what the galleries of an item ask for; call it for every item before `keep`. */
  ask(item: WxrItem): void {
    for (const attributes of galleriesOf(item)) {
      const { ids, parent } = meaningOf(attributes, item);
      if (ids.length === 0) this.#wantedParents.add(parent);
      for (const id of ids) this.#wanted.add(id);
    }
  }

  /** Keeps the picture of an attachment, as far as a gallery asks for it. */
  keep(item: WxrItem): void {
    const id = itemId(item);
    const parent = item.fields.get('wp:post_parent')?.trim() ?? '';
    const isOfParent = this.#wantedParents.has(parent);
    if (!isOfParent && !this.#wanted.has(id)) return;
    const { url, altText, description } = fileOf(item);
    if (url === null || !PICTURE.test(new URL(url).pathname)) return;
    const order = Number(item.fields.get('wp:menu_order') ?? 0) || 0;
    const picture = { id, order, src: url, alt: altText ?? '', caption: description ?? '' };
    this.#pictures.set(id, picture);
    if (!isOfParent) return;
    const others = this.#ofParent.get(parent);
    if (others) others.push(picture);
    else this.#ofParent.set(parent, [picture]);
  }

  /** What the galleries of an item show; pictures whose files are stored here from here. */
  of(item: WxrItem, stored: ReadonlyMap<string, string>): Galleries {
    const shown = (picture: KnownPicture): GalleryPicture => {
      const assetId = stored.get(addressKey(picture.src));
      return { src: assetId === undefined ? picture.src : assetFileUrl(assetId), alt: picture.alt, caption: picture.caption };
    };
    return Object.fromEntries(
      galleriesOf(item).map((attributes) => {
        const { ids, parent, left } = meaningOf(attributes, item);
        const found =
          ids.length > 0
            ? ids.flatMap((id) => this.#pictures.get(id) ?? [])
            : (this.#ofParent.get(parent) ?? []).toSorted((one, other) => one.order - other.order || Number(one.id) - Number(other.id));
        return [galleryKey(attributes), found.filter(({ id }) => !left.has(id)).map(shown)];
      }),
    );
  }
}

/** The attributes of each gallery in the text of an item. */
function galleriesOf({ fields }: WxrItem): string[] {
  const html = fields.get('content:encoded') ?? '';
  // A text may have its quotation marks as entities.
  return [...html.matchAll(GALLERY)].map(([, attributes = '']) => attributes.replaceAll(/&(?:quot|#34);/g, '"'));
}

function meaningOf(attributes: string, item: WxrItem): { ids: string[]; parent: string; left: ReadonlySet<string> } {
  const given = attributesOf(attributes);
  const idsOf = (name: string): string[] => (given.get(name) ?? '').match(/\d{1,20}/g) ?? [];
  const ids = idsOf('ids');
  return { ids: ids.length > 0 ? ids : idsOf('include'), parent: idsOf('id')[0] ?? itemId(item), left: new Set(idsOf('exclude')) };
}
