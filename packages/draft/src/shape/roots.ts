import type { JsonValue } from '@colophon/contract';

/** The texts of a draft, each with the most UTF-16 units that it may have. */
export const TEXT_ROOTS = {
  title: { maximum: 1000, isOneLine: true },
  description: { maximum: 20_000, isOneLine: false },
  body: { maximum: 2_000_000, isOneLine: false },
} as const;
export type TextRoot = keyof typeof TEXT_ROOTS;
export const TEXT_NAMES = Object.keys(TEXT_ROOTS) as readonly TextRoot[];

/** The lists of texts of a draft. */
export const LIST_NAMES = ['tags', 'authors'] as const;
export type ListRoot = (typeof LIST_NAMES)[number];

/** The maps of a draft; each value is JSON, kept as text. */
export const MAP_NAMES = ['fields', 'references', 'facts', 'assets'] as const;
export type MapRoot = (typeof MAP_NAMES)[number];

export type DraftRoot = TextRoot | ListRoot | MapRoot;

/** What a list and a map may hold. Lengths are in UTF-16 units, of values as JSON. */
export const MOST_ITEMS = 200;
export const LONGEST_ITEM = 1000;
export const MOST_ENTRIES = 2000;
export const LONGEST_KEY = 400;
export const LONGEST_VALUE = 65_536;
/** Objects and lists in a value may be nested this deep, so that they can be stored as a member of `metadata`. */
export const DEEPEST_VALUE = 62;

/**
 * The keys of the map `fields` that every content record has, and the value that a missing one stands for. Keys that begin with
 * `metadata/` hold the members of `metadata`; a type's own fields have their names.
 */
export const FIELD_DEFAULTS = {
  variant: null,
  bodyFormat: 'markdown',
  slug: '',
  context: '',
  category: null,
  language: null,
  url: null,
  source: null,
  publish_date: null,
  state: 'active',
  thumbnailAssetId: null,
} as const satisfies Record<string, JsonValue>;
export const METADATA_PREFIX = 'metadata/';

/** Whether a draft may have a key in its map `fields`. */
export function isFieldKey(key: string, ownFields: readonly string[] = []): boolean {
  return Object.hasOwn(FIELD_DEFAULTS, key) || key.startsWith(METADATA_PREFIX) || ownFields.includes(key);
}

export function isTextRoot(name: unknown): name is TextRoot {
  return typeof name === 'string' && Object.hasOwn(TEXT_ROOTS, name);
}

export function isListRoot(name: string): name is ListRoot {
  return (LIST_NAMES as readonly string[]).includes(name);
}

export function isMapRoot(name: string): name is MapRoot {
  return (MAP_NAMES as readonly string[]).includes(name);
}
