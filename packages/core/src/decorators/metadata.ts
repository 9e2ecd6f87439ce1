import { UsageError } from '../errors/errors.ts';
import type { Field, Fields } from '../fields/field.ts';
import { DECORATED_OPERATIONS } from '../registry/declared-operations.ts';

const FIELDS = Symbol('fields');

type Metadata = Record<PropertyKey, unknown>;

/** Adds a field to the class that is being defined; a subclass starts with the fields of its base. */
export function addField(metadata: object | undefined, name: string, field: Field): void {
  addTo(metadata, FIELDS, name, field);
}

/** Adds an operation to the class that is being defined. */
export function addOperation(metadata: object | undefined, name: string, options: object): void {
  addTo(metadata, DECORATED_OPERATIONS, name, options);
}

/** The fields that decorators added to a class and its bases. */
export function fieldsIn(metadata: object | undefined): Fields {
  return ((metadata as Metadata | undefined)?.[FIELDS] ?? {}) as Fields;
}

function addTo(given: object | undefined, key: symbol, name: string, value: object): void {
  if (!given) throw new UsageError('The compiler gives decorators no metadata; tsc since 5.2 and esbuild since 0.21 do.');
  const metadata = given as Metadata;
  // What is inherited is copied, not changed: it belongs to the base.
  const own = Object.hasOwn(metadata, key) ? (metadata[key] as object) : { ...(metadata[key] as object | undefined) };
  metadata[key] = { ...own, [name]: value };
}
