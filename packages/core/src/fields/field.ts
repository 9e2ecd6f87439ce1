import type { Ports } from '../ports/ports.ts';
import type { z } from 'zod';
import type { Role } from '../callers/caller.ts';

/** The kind of a column; each dialect maps a kind to a column type of its own. */
export type FieldKind = 'text' | 'integer' | 'real' | 'boolean' | 'datetime' | 'json' | 'list' | 'reference' | 'bytes';

/** Settings that every field takes. */
export interface FieldOptions<Value> {
  /** The value is required: neither null nor absent. */
  required?: boolean;
  /** The value of a new record without one. */
  default?: Value;
  /** Never leaves the process: it is not in responses, filters, orders, schemas or audit entries. */
  private?: boolean;
  /**
   * Personal data, such as an address. Everyone who can read the record can read it; audit entries hold `[personal]` in its place, so that
   * erasing a person's data does not leave it there.
   */
  personal?: boolean;
  /**
   * The role required to filter and order by this field; for everyone else the field does not exist in queries. A class that shows the
   * value only to some of its readers hides it from the others in `present`.
   */
  findableBy?: Role;
  /** Set by the application only; from outside, any value other than the stored one is rejected. */
  readOnly?: boolean;
  /** Omitted from lists unless `fields` asks for it. */
  listed?: boolean;
  /** Includes this field in full-text search, with this weight (A is the highest). */
  search?: SearchWeight;
  /**
   * For a list or JSON field: records are found by its items or values without a full scan. Each item of a list and each value in a JSON
   * object costs every write an index entry.
   */
  indexed?: boolean;
  /**
   * For a text or reference of records of tenants: the value of a tenant's record is stored with the tenant and a slash before it (see
   * `qualify`) and shown without. It is validated as it is shown. The class itself stores it so, and resolves what callers write.
   */
  qualified?: boolean;
  /** One sentence for people, shown in help texts, OpenAPI and tool schemas. */
  description?: string;
}

export type SearchWeight = 'A' | 'B' | 'C' | 'D';

/** The target of a reference: a thunk or a table name, so that classes can refer to each other. */
export interface ReferenceTarget {
  table: () => string;
  /** The object class, if the target was given as a class and not as a table name. */
  named: (() => { readonly tableName: string }) | undefined;
  onDelete: 'cascade' | 'restrict' | 'set null';
}

/** How a computed field gets its value. */
export interface Computation {
  from: readonly string[];
  value: (values: Readonly<Record<string, unknown>>, ports: Ports) => unknown;
}

/**
 * One field of an object definition.
 *
 * `Value` is the type on instances (including null if the field is nullable); `Needed` says whether the constructor requires it. Both are
 * inferred from the options: `text()` is `string | null`, `text({ default: '' })` and `text({ required: true })` are `string`, and only the
 * last is required.
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
  readonly qualified: boolean;
  /** The allowed values, if they are listed. */
  readonly values: readonly string[] | undefined;
  readonly description: string | undefined;
  /** Validates one value, including null if the field is nullable. */
  readonly schema: z.ZodType;
  /** Normalizes a text before it is validated, and every text that the field is compared with. */
  readonly fold: ((text: string) => string) | undefined;
  readonly reference: ReferenceTarget | undefined;
  readonly computed: Computation | undefined;
  /** Types only: nothing is stored here. */
  readonly _value?: Value;
  readonly _needed?: Needed;
}

export type Fields = Readonly<Record<string, Field>>;

/** The types of an instance's values, by field. */
export type ValuesOf<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer Value> ? Value : never };

type NeededKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, infer N> ? ([N] extends [true] ? K : never) : never;
}[keyof F];

/** The input of a constructor: the needed fields, and any of the others. */
export type InputOf<F extends Fields> = { [K in NeededKeys<F>]: ValuesOf<F>[K] } & {
  [K in Exclude<keyof F, NeededKeys<F>>]?: ValuesOf<F>[K] | undefined;
};

/** Whether the options make the field non-nullable: it is required or has a default. */
export type NeverNull<O> = O extends { required: true }
  ? true
  : O extends { default: infer D }
    ? [D] extends [undefined]
      ? false
      : true
    : false;

/** Whether the constructor requires the field. */
export type NeedsValue<O> = O extends { required: true } ? (O extends { default: unknown } ? false : true) : false;

/** The value type that results from the options. */
export type ValueUnder<Value, O> = NeverNull<O> extends true ? Value : Value | null;

/** Returns the value of a field of a new record without one: a copy of the default, else null if the field is nullable. */
export function initialValue({ hasDefault, default: value, nullable }: Field): unknown {
  if (!hasDefault) return nullable ? null : undefined;
  if (typeof value !== 'object' || value === null) return value;
  // Most defaults of lists and of JSON are empty; cloning takes many times longer than creating them.
  if (Array.isArray(value)) return value.length === 0 ? [] : structuredClone(value);
  return Object.keys(value).length === 0 ? {} : structuredClone(value);
}
