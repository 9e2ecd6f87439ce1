import { UsageError } from '../errors/errors.ts';
import type { Field, Fields } from '../fields/field.ts';
import { DECORATED_OPERATIONS } from '../registry/declared-operations.ts';

const FIELDS = Symbol('fields');

type Metadata = Record<PropertyKey, unknown>;

/** Adds a field to the class being defined; a subclass inherits the fields of its base. */
export function addField(metadata: object | undefined, name: string, field: Field): void {
  addTo(metadata, FIELDS, name, field);
}

/** Adds an operation to the class being defined. */
export function addOperation(metadata: object | undefined, name: string, options: object): void {
  addTo(metadata, DECORATED_OPERATIONS, name, options);
}

/** Returns the fields that decorators added to a class and its bases. */
export function fieldsIn(metadata: object | undefined): Fields {
  return ((metadata as Metadata | undefined)?.[FIELDS] ?? {}) as Fields;
}

function addTo(given: object | undefined, key: symbol, name: string, value: object): void {
  if (!given) throw new UsageError('The compiler does not pass metadata to decorators; tsc since 5.2 and esbuild since 0.21 do.');
  const metadata = given as Metadata;
  // Inherited fields are copied, not changed: they belong to the base.
  const own = Object.hasOwn(metadata, key) ? (metadata[key] as object) : { ...(metadata[key] as object | undefined) };
  metadata[key] = { ...own, [name]: value };
}
