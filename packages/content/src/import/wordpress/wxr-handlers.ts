import { type SaxesParser, type SaxesTagNS } from 'saxes';
import type { WxrEvent, WxrItem, WxrItemTerm } from './wxr-item.ts';
import { wxrName } from './wxr-names.ts';

const MAXIMUM_DEPTH = 64;
const MAXIMUM_ATTRIBUTES = 100;
/** The limit of one text, in characters; that of an item is twice as much. */
export const MAXIMUM_TEXT = 10_000_000;

const ITEM_FIELDS = new Set(
  (
    'title link pubDate guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_name wp:status ' +
    'wp:post_parent wp:menu_order wp:post_type wp:post_password wp:attachment_url wp:author'
  ).split(' '),
);
const SITE_FIELDS = new Set(['link', 'language', 'wp:wxr_version', 'wp:base_site_url', 'wp:base_blog_url']);
const TERM_ELEMENTS = new Set(['wp:category', 'wp:tag', 'wp:term']);
const TERM_META = 'wp:termmeta';
const META_KEYS = new Set(['_thumbnail_id', '_wp_attachment_image_alt']);

/** Fields that an item has once. Two of them are the remains of two items. */
const ONCE = new Set('title content:encoded wp:post_id wp:post_name wp:status wp:post_type wp:post_password'.split(' '));

/** Why a part of an export cannot be read. */
export type WxrEndCode = 'cut_short' | 'not_well_formed' | 'nested_too_deep' | 'text_too_long' | 'too_many_attributes';

/** Stops reading a part of an export. */
export class WxrEnd extends Error {
  readonly code: WxrEndCode;

  constructor(code: WxrEndCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** An item while it is being read. */
interface OpenItem {
  readonly line: number;
  readonly fields: Map<string, string>;
  readonly terms: WxrItemTerm[];
  readonly meta: Map<string, string>;
  otherMeta: number;
  comments: number;
  unknownElements: number;
  size: number;
}

/** Converts the parser events of a part of an export to export events, which `take` returns. */
export class WxrHandlers {
  readonly #maximumText: number;
  readonly #linesBefore: number;
  readonly #path: (string | undefined)[] = [];
  readonly #found: WxrEvent[] = [];
  #item: OpenItem | undefined;
  /** The fields of the open head element or custom field. */
  #group: Map<string, string> | undefined;
  #text: string[] | undefined;
  #textSize = 0;
  #term: Omit<WxrItemTerm, 'name'> | undefined;
  #attributes = 0;
  /** The version given by the WordPress namespace; undefined until one was read. */
  version: string | undefined;

  /**
   * @param maximumText in characters
   * @param linesBefore the number of lines before the part
   */
  constructor(maximumText: number, linesBefore = 0) {
    this.#maximumText = maximumText;
    this.#linesBefore = linesBefore;
  }

  attach(parser: SaxesParser<{ xmlns: true }>): void {
    parser.on('attribute', () => {
      if ((this.#attributes += 1) > MAXIMUM_ATTRIBUTES)
        throw new WxrEnd('too_many_attributes', `An element has more than ${MAXIMUM_ATTRIBUTES} attributes.`);
    });
    parser.on('opentag', (tag) => this.#open(tag, this.#linesBefore + parser.line));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
  }

  /** Returns the events since the last call. */
  take(): WxrEvent[] {
    return this.#found.splice(0);
  }

  #open({ uri, local, attributes }: SaxesTagNS, line: number): void {
    this.#attributes = 0;
    const { name, version } = wxrName(uri, local);
    this.version ??= version;
    // Otherwise the end of this element would end the text around it, and what follows would be lost.
    if (this.#text) throw new WxrEnd('not_well_formed', `The element ${this.#path.at(-1)} contains an element: its text is not escaped.`);
    this.#path.push(name);
    const { length } = this.#path;
    if (length > MAXIMUM_DEPTH) throw new WxrEnd('nested_too_deep', `More than ${MAXIMUM_DEPTH} elements are nested.`);
    if (length < 3 || this.#path[0] !== 'rss' || this.#path[1] !== 'channel') return;
    if (length === 3) this.#openInChannel(name, line);
    else if (this.#item) this.#openInItem(this.#item, name, attributes);
    else if (length === 4 && this.#group && name !== undefined) this.#openInTerm(this.#group, name);
  }

  #openInChannel(name: string | undefined, line: number): void {
    if (name === 'item') {
      this.#item = { line, fields: new Map(), terms: [], meta: new Map(), otherMeta: 0, comments: 0, unknownElements: 0, size: 0 };
    } else if (name !== undefined && (TERM_ELEMENTS.has(name) || name === 'wp:author')) {
      this.#group = new Map();
    } else if (name !== undefined && SITE_FIELDS.has(name)) {
      this.#startText();
    }
  }

  #openInTerm(group: Map<string, string>, name: string): void {
    // Its fields are not imported, and are elements.
    if (name === TERM_META) group.set(TERM_META, String(Number(group.get(TERM_META) ?? 0) + 1));
    else this.#startText();
  }

  #openInItem(item: OpenItem, name: string | undefined, attributes: SaxesTagNS['attributes']): void {
    const { length } = this.#path;
    if (length === 4) {
      if (name === undefined) item.unknownElements += 1;
      else if (name === 'wp:comment') item.comments += 1;
      else if (name === 'wp:postmeta') this.#group = new Map();
      else if (name === 'category') {
        this.#term = { domain: attributes['domain']?.value ?? '', slug: attributes['nicename']?.value ?? '' };
        this.#startText();
      } else if (ITEM_FIELDS.has(name)) {
        if (!item.fields.has(name)) this.#startText();
        else if (ONCE.has(name)) throw new WxrEnd('not_well_formed', `The item has two elements ${name}.`);
      }
    } else if (length === 5 && this.#group && (name === 'wp:meta_key' || name === 'wp:meta_value')) {
      // Only the values of some keys are kept; the key precedes its value.
      if (name === 'wp:meta_key' || META_KEYS.has(this.#group.get('wp:meta_key') ?? '')) this.#startText();
    }
  }

  #close(): void {
    const name = this.#path.pop();
    const depth = this.#path.length;
    const text = this.#endText();
    if (depth === 2) this.#closeInChannel(name, text);
    else if (this.#item && depth === 3) this.#closeInItem(this.#item, name, text);
    else if (text !== undefined && name !== undefined) this.#group?.set(name, text.trim());
  }

  #closeInChannel(name: string | undefined, text: string | undefined): void {
    if (name === 'item' && this.#item) {
      const { size: _size, ...item } = this.#item;
      this.#found.push({ kind: 'item', item: item satisfies WxrItem });
      this.#item = undefined;
    } else if (name !== undefined && this.#group) {
      this.#found.push(...eventsOf(name, this.#group));
      this.#group = undefined;
    } else if (name !== undefined && text !== undefined) {
      this.#found.push({ kind: 'site', name, value: text.trim() });
    }
  }

  #closeInItem(item: OpenItem, name: string | undefined, text: string | undefined): void {
    if (name === 'wp:postmeta' && this.#group) {
      const key = this.#group.get('wp:meta_key') ?? '';
      const value = this.#group.get('wp:meta_value');
      if (META_KEYS.has(key) && value !== undefined) item.meta.set(key, value);
      else item.otherMeta += 1;
      this.#group = undefined;
    } else if (this.#term && text !== undefined) {
      item.terms.push({ ...this.#term, name: text.trim() });
      this.#term = undefined;
    } else if (name !== undefined && text !== undefined) {
      item.fields.set(name, text);
    }
  }

  #startText(): void {
    this.#text = [];
    this.#textSize = 0;
  }

  #endText(): string | undefined {
    const text = this.#text?.join('');
    this.#text = undefined;
    return text && copyText(text);
  }

  #add(text: string): void {
    if (!this.#text) return;
    this.#textSize += text.length;
    if (this.#item) this.#item.size += text.length;
    if (this.#textSize > this.#maximumText || (this.#item?.size ?? 0) > 2 * this.#maximumText)
      throw new WxrEnd('text_too_long', `A text is longer than ${this.#maximumText} characters, or an item longer than twice that.`);
    this.#text.push(text);
  }
}

/**
 * Copies a text. A string from the parser is a slice of its input chunk, and would keep the chunk in memory for as long as the
 * slice is referenced. Long texts are not copied: they make up most of their chunk, and are not kept.
 */
function copyText(text: string): string {
  return text.length > 10_000 ? text : Buffer.from(text).toString();
}

function eventsOf(element: string, group: ReadonlyMap<string, string>): WxrEvent[] {
  const field = (name: string): string => group.get(`wp:${name}`) ?? '';
  const term = (taxonomy: string, ...[slug, name, parent, description]: [string, string, string, string]): WxrEvent => ({
    kind: 'term',
    term: {
      taxonomy,
      slug: field(slug),
      name: field(name),
      parent: field(parent),
      description: field(description),
      meta: Number(field('termmeta')),
    },
  });
  switch (element) {
    case 'wp:author':
      return [{ kind: 'author', author: { login: field('author_login'), name: field('author_display_name') || field('author_login') } }];
    case 'wp:category':
      return [term('category', 'category_nicename', 'cat_name', 'category_parent', 'category_description')];
    case 'wp:tag':
      return [term('post_tag', 'tag_slug', 'tag_name', 'tag_parent', 'tag_description')];
    default:
      return [term(field('term_taxonomy'), 'term_slug', 'term_name', 'term_parent', 'term_description')];
  }
}
