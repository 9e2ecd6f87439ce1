import {
  type Operations,
  type PresentContext,
  type Presented,
  type RelatedRows,
  type SaveContext,
  type StoredObject,
  UsageError,
} from '@colophon/core';
import type { Capability } from './capability.ts';
import type { ContentRecord } from './content-record.ts';

type MethodsOf<List, Side extends 0 | 1> = List extends readonly [Capability<infer OfRecord, infer OfCollection>, ...infer Rest]
  ? [OfRecord, OfCollection][Side] & MethodsOf<Rest, Side>
  : unknown;

/** The methods that these capabilities add to a record. */
export type RecordMethods<List> = MethodsOf<List, 0>;
/** The methods that these capabilities add to a collection. */
export type CollectionMethods<List> = MethodsOf<List, 1>;

type Statics<Class> = { readonly [Name in Exclude<keyof Class, 'prototype'>]: Class[Name] };
type Class<Made> = new (...given: never) => Made;

/** A class with the methods of these capabilities on its instances. */
export type WithRecordMethods<Base extends Class<ContentRecord>, List> = Statics<Base> &
  (new (...given: ConstructorParameters<Base>) => InstanceType<Base> & RecordMethods<List>);
export type WithCollectionMethods<Base extends Class<object>, List> = Statics<Base> &
  (new (...given: ConstructorParameters<Base>) => InstanceType<Base> & CollectionMethods<List>);

type Hook = 'beforeSave' | 'afterSave' | 'beforeDelete' | 'afterDelete';

/**
 * Returns the class with the methods of these capabilities on its records, and their hooks after its own, in the order of the list.
 *
 * @throws UsageError if two capabilities define the same method
 */
export function recordWith<Base extends Class<ContentRecord>, const List extends readonly Capability[]>(
  base: Base,
  capabilities: List,
): WithRecordMethods<Base, List> {
  const runHooks = async (hook: Hook, record: unknown, context: SaveContext): Promise<void> => {
    for (const each of capabilities) await each[hook]?.(record as ContentRecord, context);
  };
  const made = class extends (base as unknown as typeof StoredObject) {
    protected override async beforeSave(context: SaveContext): Promise<void> {
      await super.beforeSave(context);
      await runHooks('beforeSave', this, context);
    }

    protected override async afterSave(context: SaveContext): Promise<void> {
      await super.afterSave(context);
      await runHooks('afterSave', this, context);
    }

    protected override async beforeDelete(context: SaveContext): Promise<void> {
      await super.beforeDelete(context);
      await runHooks('beforeDelete', this, context);
    }

    protected override async afterDelete(context: SaveContext): Promise<void> {
      await super.afterDelete(context);
      await runHooks('afterDelete', this, context);
    }
  };
  for (const { record } of capabilities) addMethods(made.prototype, record?.methods);
  return made as unknown as WithRecordMethods<Base, List>;
}

/**
 * Returns the class with the methods of these capabilities on its collections.
 *
 * @throws UsageError if two capabilities define the same method
 */
export function collectionWith<Base extends Class<object>, const List extends readonly Capability[]>(
  base: Base,
  capabilities: List,
): WithCollectionMethods<Base, List> {
  const made = class extends (base as unknown as new () => object) {};
  for (const { collection } of capabilities) addMethods(made.prototype, collection?.methods);
  return made as unknown as WithCollectionMethods<Base, List>;
}

/** Returns the record operations of these capabilities, to be spread into those of the class. */
export function recordOperations<const List extends readonly Capability[]>(capabilities: List): Operations<RecordMethods<List>> {
  return Object.assign({}, ...capabilities.map(({ record }) => record?.operations)) as Operations<RecordMethods<List>>;
}

/** Returns the collection operations of these capabilities. */
export function collectionOperations<const List extends readonly Capability[]>(capabilities: List): Operations<CollectionMethods<List>> {
  return Object.assign({}, ...capabilities.map(({ collection }) => collection?.operations)) as Operations<CollectionMethods<List>>;
}

/** Returns the rows that these capabilities read when records are presented. */
export function presenceOf(capabilities: readonly Capability[]): Readonly<Record<string, RelatedRows>> {
  return Object.assign({}, ...capabilities.map(({ presence }) => presence)) as Record<string, RelatedRows>;
}

/** Returns the fields whose value these capabilities may replace when records are presented. */
export function replacementsOf(capabilities: readonly Capability[]): Readonly<Record<string, readonly string[]>> {
  return Object.assign({}, ...capabilities.map(({ replaces }) => replaces)) as Record<string, readonly string[]>;
}

/** Returns the members that these capabilities add to the records of a page. */
export async function presentAll(
  capabilities: readonly Capability[],
  records: readonly Presented[],
  context: PresentContext,
): Promise<readonly Presented[]> {
  // If a list names its fields, only those are returned: added members cannot be named, but the value of a field may be replaced.
  const { fields } = context;
  const wanted = fields ? capabilities.filter(({ replaces = {} }) => fields.some((name) => Object.hasOwn(replaces, name))) : capabilities;
  const presenting = wanted.flatMap(({ present }) => present ?? []);
  if (presenting.length === 0) return records.map(() => ({}));
  const [only] = presenting;
  if (only && presenting.length === 1) return only(records, context);
  const added = await Promise.all(presenting.map((present) => present(records, context)));
  return records.map((_, index) => Object.assign({}, ...added.map((each) => each[index])) as Presented);
}

function addMethods(prototype: object, methods: object = {}): void {
  for (const [name, method] of Object.entries(methods)) {
    if (name in prototype) throw new UsageError(`${name}: content itself or another capability already has a method of that name.`);
    Object.defineProperty(prototype, name, { value: method, writable: true, configurable: true });
  }
}
