import type { Fields } from '../fields/field.ts';

/** The operators for comparing a field with a value. */
export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'like', 'null'] as const;
export type Operator = (typeof OPERATORS)[number];

/** One comparison, as written in `where` and the query string. */
export interface Condition {
  /** The field, or a path into a JSON field: `metadata.generation.model`. */
  readonly field: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** A filter as created by the parsers and read by the compilers: every name in it is known and allowed. */
export type Filter =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'all' | 'any'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /**
   * The record that the field refers to is one of the target's records that match the filter. `isPerRow` looks the records up for each row
   * instead of collecting all that match: for a filter that most of them match.
   */
  | {
      readonly kind: 'related';
      readonly field: string;
      readonly target: FilterTarget;
      readonly filter: Filter;
      readonly isPerRow?: boolean;
    };

/** The table of a filter through a reference. */
export interface FilterTarget {
  readonly table: string;
  readonly key: string;
  readonly fields: Fields;
}

/** Combines two filters with `all`; either may be absent. */
export function both(first: Filter | undefined, second: Filter | undefined): Filter | undefined {
  if (!first) return second;
  return second ? { kind: 'all', filters: [first, second] } : first;
}

/** A single comparison. */
export function where(field: string, operator: Operator, value: unknown): Filter {
  return { kind: 'condition', condition: { field, operator, value } };
}

/** A filter that matches nothing, for guards with nothing visible. */
export const NOTHING: Filter = { kind: 'any', filters: [] };

/**
 * The `where` of a query, typed by the fields of an object.
 *
 * @example
 * { status: 'published', rev: { gt: 3 }, any: [{ category: 'news' }, { tags: 'open-source' }] }
 */
export type Where<Values = Record<string, unknown>> = {
  [K in keyof Values]?: Comparison<Values[K]>;
} & {
  all?: readonly Where<Values>[];
  any?: readonly Where<Values>[];
  not?: Where<Values>;
} & { [path: `${string}.${string}`]: unknown };

/** A list is compared with one of its items: `eq` is *contains*. */
type Comparable<V> = V extends readonly (infer Item)[] ? Item : V;
type Comparison<V> =
  | Comparable<V>
  | null
  | {
      eq?: Comparable<V> | null;
      ne?: Comparable<V> | null;
      gt?: Comparable<V>;
      gte?: Comparable<V>;
      lt?: Comparable<V>;
      lte?: Comparable<V>;
      in?: readonly (Comparable<V> | null)[];
      nin?: readonly (Comparable<V> | null)[];
      /** For text only: `%` and `_` stand for any characters and for any one. */
      like?: unknown extends V ? string : [Extract<Comparable<V>, string>] extends [never] ? never : string;
      null?: boolean;
    };
