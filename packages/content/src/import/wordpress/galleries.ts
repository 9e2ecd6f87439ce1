import { assetFilePath } from '../../assets/asset-files.ts';
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

/** The pictures shown by the galleries of an export. Only pictures that a gallery references are kept in memory. */
export class WxrGalleries {
  /** Ids of referenced pictures, and of posts whose galleries show all their attachments. */
  readonly #wanted = new Set<string>();
  readonly #wantedParents = new Set<string>();
  readonly #pictures = new Map<string, KnownPicture>();
  readonly #ofParent = new Map<string, KnownPicture[]>();

  /** Records which pictures the galleries of an item reference; call it for every item before `keep`. */
  ask(item: WxrItem): void {
    for (const attributes of galleriesOf(item)) {
      const { ids, parent } = parseGallery(attributes, item);
      if (ids.length === 0) this.#wantedParents.add(parent);
      for (const id of ids) this.#wanted.add(id);
    }
  }

  /** Stores the picture of an attachment if a gallery references it. */
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
    const siblings = this.#ofParent.get(parent);
    if (siblings) siblings.push(picture);
    else this.#ofParent.set(parent, [picture]);
  }

  /** Returns the pictures of the galleries of an item; pictures stored here get their new address. */
  of(item: WxrItem, stored: ReadonlyMap<string, string>): Galleries {
    const galleryPicture = (picture: KnownPicture): GalleryPicture => {
      const assetId = stored.get(addressKey(picture.src));
      return { src: assetId === undefined ? picture.src : assetFilePath(assetId), alt: picture.alt, caption: picture.caption };
    };
    return Object.fromEntries(
      galleriesOf(item).map((attributes) => {
        const { ids, parent, left: excluded } = parseGallery(attributes, item);
        const pictures =
          ids.length > 0
            ? ids.flatMap((id) => this.#pictures.get(id) ?? [])
            : (this.#ofParent.get(parent) ?? []).toSorted((a, b) => a.order - b.order || Number(a.id) - Number(b.id));
        return [galleryKey(attributes), pictures.filter(({ id }) => !excluded.has(id)).map(galleryPicture)];
      }),
    );
  }
}

/** Returns the attributes of each gallery shortcode in the text of an item. */
function galleriesOf({ fields }: WxrItem): string[] {
  const html = fields.get('content:encoded') ?? '';
  // Quotation marks may be escaped as entities.
  return [...html.matchAll(GALLERY)].map(([, attributes = '']) => attributes.replaceAll(/&(?:quot|#34);/g, '"'));
}

function parseGallery(attributes: string, item: WxrItem): { ids: string[]; parent: string; left: ReadonlySet<string> } {
  const values = attributesOf(attributes);
  const idsOf = (name: string): string[] => (values.get(name) ?? '').match(/\d{1,20}/g) ?? [];
  const ids = idsOf('ids');
  return { ids: ids.length > 0 ? ids : idsOf('include'), parent: idsOf('id')[0] ?? itemId(item), left: new Set(idsOf('exclude')) };
}
