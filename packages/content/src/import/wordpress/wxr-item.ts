/** A category, tag or other term that an item names. */
export interface WxrItemTerm {
  /** `category`, `post_tag` or another taxonomy; empty where the file names none. */
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** One item of an export: a post, a page, an attachment, a menu entry. */
export interface WxrItem {
  /** Where it begins, from 1. */
  readonly line: number;
  /** The elements that are read, by name: `title`, `wp:post_id`, `content:encoded`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrItemTerm[];
  /** The custom fields that are read, by key. */
  readonly meta: ReadonlyMap<string, string>;
  /** Custom fields that are left out. */
  readonly otherMeta: number;
  readonly comments: number;
  /** Elements of namespaces that are none of the format. */
  readonly unknownElements: number;
}

/** A term as the head of an export declares it. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly parent: string;
}

export interface WxrAuthor {
  readonly login: string;
  readonly name: string;
}

/** What stands in an export, in its order. */
export type WxrEvent =
  | { readonly kind: 'item'; readonly item: WxrItem }
  | { readonly kind: 'term'; readonly term: WxrTerm }
  | { readonly kind: 'author'; readonly author: WxrAuthor }
  | { readonly kind: 'site'; readonly name: string; readonly value: string };
