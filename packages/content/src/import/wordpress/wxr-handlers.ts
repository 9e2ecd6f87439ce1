import { type SaxesParser, type SaxesTagNS } from 'saxes';
import type { EarlyEnd } from '../site/import-report.ts';
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
const META_KEYS = new Set(['_thumbnail_id', '_wp_attachment_image_alt']);

/** Stops reading; the events before it are complete. */
export class WxrEnd extends Error {
  readonly code: EarlyEnd['code'] | 'doctype';

  constructor(code: EarlyEnd['code'] | 'doctype', message: string) {
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

/** Converts parser events to export events, which `take` returns. */
export class WxrHandlers {
  readonly #maximumText: number;
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
  /** The number of parser events so far. */
  found = 0;

  /** @param maximumText in characters */
  constructor(maximumText: number) {
    this.#maximumText = maximumText;
  }

  /** The line where the open item begins. */
  get openItemLine(): number | undefined {
    return this.#item?.line;
  }

  attach(parser: SaxesParser<{ xmlns: true }>): void {
    parser.on('doctype', () => {
      throw new WxrEnd('doctype', 'The file has a document type declaration (DOCTYPE), which WordPress exports never have.');
    });
    const countEvent = (): void => void (this.found += 1);
    parser.on('comment', countEvent);
    parser.on('processinginstruction', countEvent);
    parser.on('attribute', () => {
      countEvent();
      if ((this.#attributes += 1) > MAXIMUM_ATTRIBUTES)
        throw new WxrEnd('too_many_attributes', `An element has more than ${MAXIMUM_ATTRIBUTES} attributes.`);
    });
    parser.on('opentag', (tag) => this.#open(tag, parser.line));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
  }

  /** Returns the events since the last call. */
  take(): WxrEvent[] {
    return this.#found.splice(0);
  }

  #open({ uri, local, attributes }: SaxesTagNS, line: number): void {
    this.found += 1;
    this.#attributes = 0;
    const { name, version } = wxrName(uri, local);
    this.version ??= version;
    this.#path.push(name);
    const { length } = this.#path;
    if (length > MAXIMUM_DEPTH) throw new WxrEnd('nested_too_deep', `More than ${MAXIMUM_DEPTH} elements are nested.`);
    if (length < 3 || this.#path[0] !== 'rss' || this.#path[1] !== 'channel') return;
    if (length === 3) this.#openInChannel(name, line);
    else if (this.#item) this.#openInItem(this.#item, name, attributes);
    else if (length === 4 && this.#group && name !== undefined) this.#startText();
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

  #openInItem(item: OpenItem, name: string | undefined, attributes: SaxesTagNS['attributes']): void {
    const { length } = this.#path;
    if (length === 4) {
      if (name === undefined) item.unknownElements += 1;
      else if (name === 'wp:comment') item.comments += 1;
      else if (name === 'wp:postmeta') this.#group = new Map();
      else if (name === 'category') {
        this.#term = { domain: attributes['domain']?.value ?? '', slug: attributes['nicename']?.value ?? '' };
        this.#startText();
      } else if (ITEM_FIELDS.has(name) && !item.fields.has(name)) this.#startText();
    } else if (length === 5 && this.#group && (name === 'wp:meta_key' || name === 'wp:meta_value')) {
      // Only the values of some keys are kept; the key precedes its value.
      if (name === 'wp:meta_key' || META_KEYS.has(this.#group.get('wp:meta_key') ?? '')) this.#startText();
    }
  }

  #close(): void {
    this.found += 1;
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
    return text && detached(text);
  }

  #add(text: string): void {
    this.found += 1;
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
function detached(text: string): string {
  return text.length > 10_000 ? text : Buffer.from(text).toString();
}

function eventsOf(element: string, group: ReadonlyMap<string, string>): WxrEvent[] {
  const of = (name: string): string => group.get(`wp:${name}`) ?? '';
  switch (element) {
    case 'wp:author':
      return [{ kind: 'author', author: { login: of('author_login'), name: of('author_display_name') || of('author_login') } }];
    case 'wp:category':
      return [
        {
          kind: 'term',
          term: { taxonomy: 'category', slug: of('category_nicename'), name: of('cat_name'), parent: of('category_parent') },
        },
      ];
    case 'wp:tag':
      return [{ kind: 'term', term: { taxonomy: 'post_tag', slug: of('tag_slug'), name: of('tag_name'), parent: '' } }];
    default:
      return [
        { kind: 'term', term: { taxonomy: of('term_taxonomy'), slug: of('term_slug'), name: of('term_name'), parent: of('term_parent') } },
      ];
  }
}
