import { isDeepStrictEqual } from 'node:util';
import {
  type AnyObjectClass,
  type Database,
  type Field,
  type JsonObject,
  type JsonValue,
  type ObjectDefinition,
  typesLinkedTo,
} from '@colophon/core';
import { contentFields } from './content-fields.ts';

// The fields that only a type of content has: those that its class adds to Content's. They are part of what people write and readers get.

const TABLE = 'contents';

/** What every record has beside the fields of its class. */
const FRAMEWORK: ReadonlySet<string> = new Set(['id', 'tenantId', 'rev', 'created_at', 'updated_at']);

const known = new WeakMap<ObjectDefinition, readonly (readonly [string, Field])[]>();

/** Returns the stored public fields that a class adds to those of Content. */
export function ownFieldsIn(definition: ObjectDefinition): readonly (readonly [string, Field])[] {
  let own = known.get(definition);
  if (!own) {
    own = Object.entries(definition.fields).filter(
      ([name, field]) => !Object.hasOwn(contentFields, name) && !FRAMEWORK.has(name) && !field.private && !field.computed,
    );
    known.set(definition, own);
  }
  return own;
}

/** Returns the own fields of a record's class. */
export function ownFieldsOf(record: object): readonly (readonly [string, Field])[] {
  const definition = (record.constructor as Partial<AnyObjectClass> | undefined)?.definition;
  return definition?.table === TABLE ? ownFieldsIn(definition) : [];
}

/** Returns the class of a type of content in a database, if one is linked to it. */
export function classOfType(database: Pick<Database, 'ports'>, type: unknown): AnyObjectClass | undefined {
  return typesLinkedTo(database)
    ?.get(TABLE)
    ?.find(({ typeName }) => typeName === type);
}

/** Returns what tells the own fields of each type in a database. */
export function ownFieldsOfTypeIn(database: Pick<Database, 'ports'>): (type: string) => readonly (readonly [string, Field])[] | undefined {
  return (type) => {
    const objectClass = classOfType(database, type);
    return objectClass && ownFieldsIn(objectClass.definition);
  };
}

/**
 * Whether the values of an own field are part of the text of a piece: of its versions, its digest and what is reviewed. Personal data is not,
 * because versions and digests are kept when a person's data is erased.
 */
export function isText({ personal, kind }: Field): boolean {
  return !personal && kind !== 'bytes';
}

/**
 * Returns the values of own fields that are part of a text. A value that equals the default of its field is left out, so that a field that
 * is added to a class later changes no text that was published before.
 */
export function ownText(record: object): JsonObject {
  return textAmong(record as Readonly<Record<string, JsonValue | undefined>>, ownFieldsOf(record));
}

/** Returns the same for a record as presented, whose class the database tells. */
export function ownTextIn(values: Readonly<Record<string, JsonValue | undefined>>, database: Pick<Database, 'ports'>): JsonObject {
  const objectClass = classOfType(database, values['type']);
  return objectClass ? textAmong(values, ownFieldsIn(objectClass.definition)) : {};
}

/** Returns the values of own fields among those of a version, whatever class its record has now. */
export function ownTextAmong(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, JsonValue] =>
        !Object.hasOwn(contentFields, entry[0]) && !FRAMEWORK.has(entry[0]) && entry[1] !== undefined,
    ),
  );
}

function textAmong(values: Readonly<Record<string, JsonValue | undefined>>, fields: readonly (readonly [string, Field])[]): JsonObject {
  const text: Record<string, JsonValue> = {};
  for (const [name, field] of fields) {
    const value = values[name] ?? null;
    if (isText(field) && value !== null && !isDeepStrictEqual(value, field.default)) text[name] = value;
  }
  return text;
}

/** Returns the value of an own field that a text without it has. */
export function absentValue({ hasDefault, default: value }: Field): JsonValue {
  return hasDefault ? (structuredClone(value) as JsonValue) : null;
}
