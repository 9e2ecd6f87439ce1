import type { ItemProblem } from '../site/import-report.ts';

/** A category, tag or other term of an item. */
export interface WxrItemTerm {
  /** `category`, `post_tag` or another taxonomy; empty if the file omits it. */
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** An item of an export: a post, a page, an attachment, a menu entry. */
export interface WxrItem {
  /** The line where it begins, from 1. */
  readonly line: number;
  /** Its elements that the import reads, by name: `title`, `wp:post_id`, `content:encoded`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrItemTerm[];
  /** Its custom fields that the import reads, by key. */
  readonly meta: ReadonlyMap<string, string>;
  /** The number of other custom fields. */
  readonly otherMeta: number;
  readonly comments: number;
  /** The number of elements in unknown namespaces. */
  readonly unknownElements: number;
}

/** A term declared in the head of an export. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly parent: string;
  readonly description: string;
  /** The number of its custom fields. */
  readonly meta: number;
}

export interface WxrAuthor {
  readonly login: string;
  readonly name: string;
}

/** An event while reading an export, in file order. */
export type WxrEvent =
  | { readonly kind: 'item'; readonly item: WxrItem }
  | { readonly kind: 'term'; readonly term: WxrTerm }
  | { readonly kind: 'author'; readonly author: WxrAuthor }
  | { readonly kind: 'problem'; readonly problem: ItemProblem }
  | { readonly kind: 'site'; readonly name: string; readonly value: string };
