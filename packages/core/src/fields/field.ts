import type { z } from 'zod';
import type { Role } from '../callers/caller.ts';

/** What a column holds; each dialect maps a kind to a column type of its own. */
export type FieldKind = 'text' | 'integer' | 'real' | 'boolean' | 'datetime' | 'json' | 'list' | 'reference';

/** Settings that every field takes. */
export interface FieldOptions<Value> {
  /** The value must be given: neither null nor absent. */
  required?: boolean;
  /** The value of a new record that does not give one. */
  default?: Value;
  /** Never leaves the process: not in answers, filters, ordering, schemas or audit entries. */
  private?: boolean;
  /**
   * It tells about a person, an address for example. Whoever may read the record reads it; audit entries hold `[personal]`
   * in its place, so that what a person asks to have erased does not stay in them.
   */
  personal?: boolean;
  /**
   * The role from which on records are filtered and ordered by it; for everyone else there is no such field to look for. A class
   * that shows the value to some of its readers only hides it from the others in `present`.
   */
  findableBy?: Role;
  /** Set by the application alone; from outside it is refused unless it equals what is stored. */
  readOnly?: boolean;
  /** Left out of lists unless `fields` asks for it. */
  listed?: boolean;
  /** Full-text search reads this field, with this weight (A weighs most). */
  search?: SearchWeight;
  /**
   * Of a list or JSON field: rows are found by what is in it without reading them all. Each item of a list and each value in
   * a JSON object costs every write an index entry.
   */
  indexed?: boolean;
  /** One sentence for people: help texts, OpenAPI and tool schemas show it. */
  description?: string;
}

export type SearchWeight = 'A' | 'B' | 'C' | 'D';

/** Where a reference points. The target is a thunk or a table name, so that classes may name each other. */
export interface ReferenceTarget {
  table: () => string;
  /** What was named, where that was not the table alone: an object class. */
  named: (() => { readonly tableName: string }) | undefined;
  onDelete: 'cascade' | 'restrict' | 'set null';
}

/** How a computed field comes to its value. */
export interface Computation {
  from: readonly string[];
  value: (values: Readonly<Record<string, unknown>>) => unknown;
}

/**
 * One field of an object definition.
 *
 * `Value` is what instances hold (null included where the field may be null); `Needed` says whether a constructor
 * must be given it. Both are inferred from the options: `text()` is `string | null`, `text({ default: '' })` and
 * `text({ required: true })` are `string`, and only the last must be given.
 */
export interface Field<Value = unknown, Needed extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly hasDefault: boolean;
  readonly default: unknown;
  readonly private: boolean;
  readonly personal: boolean;
  readonly findableBy: Role | undefined;
  readonly readOnly: boolean;
  readonly listed: boolean;
  readonly search: SearchWeight | undefined;
  readonly indexed: boolean;
  /** The only values allowed, where they are named. */
  readonly values: readonly string[] | undefined;
  readonly description: string | undefined;
  /** Checks one value, null included where the field is nullable. */
  readonly schema: z.ZodType;
  readonly reference: ReferenceTarget | undefined;
  readonly computed: Computation | undefined;
  /** Types only: nothing is stored here. */
  readonly _value?: Value;
  readonly _needed?: Needed;
}

export type Fields = Readonly<Record<string, Field>>;

/** What instances hold, field by field. */
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer Value> ? Value : never };

type NeededKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, infer N> ? ([N] extends [true] ? K : never) : never;
}[keyof F];

/** What a constructor takes: the needed fields, and any of the others. */
export type InputOf<F extends Fields> = { [K in NeededKeys<F>]: ValuesOf<F>[K] } & {
  [K in Exclude<keyof F, NeededKeys<F>>]?: ValuesOf<F>[K] | undefined;
};

/** Whether the options leave the field without null: it is required or has a default. */
export type NeverNull<O> = O extends { required: true }
  ? true
  : O extends { default: infer D }
    ? [D] extends [undefined]
      ? false
      : true
    : false;

/** Whether a constructor must be given the field. */
export type NeedsValue<O> = O extends { required: true } ? (O extends { default: unknown } ? false : true) : false;

/** The value type that the options leave. */
export type ValueUnder<Value, O> = NeverNull<O> extends true ? Value : Value | null;

/** The value of a new record that was given none: its own copy of the default, else null where the field may be null. */
export function initialValue({ hasDefault, default: value, nullable }: Field): unknown {
  if (!hasDefault) return nullable ? null : undefined;
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
