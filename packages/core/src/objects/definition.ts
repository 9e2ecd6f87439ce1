import type { AccessRule, AccessSettings } from '../callers/access.ts';
import type { Field, Fields } from '../fields/field.ts';

export const CRUD_ACTIONS = ['list', 'get', 'create', 'update', 'delete'] as const;
export type CrudAction = (typeof CRUD_ACTIONS)[number];

/** Which operations a surface offers: all, none, only those named, or all but those named. */
export type ExposeSetting = boolean | { readonly include?: readonly string[]; readonly exclude?: readonly string[] };

/** Which operations become commands; see `resolveCommands`. */
export type CliSetting =
  | boolean
  | {
      /** `all`: every operation of the class. */
      readonly include?: 'all' | readonly string[];
      readonly exclude?: readonly string[];
      /** These commands need no API route: they run through the local in-process CLI only. */
      readonly skipApiCheck?: boolean | readonly string[];
      /** False keeps the commands out of discovery and HTTP; the local in-process CLI has them still. */
      readonly http?: boolean;
    };

/** Options of an object class. */
export interface ObjectOptions {
  /** The table; also the collection's name in routes and slugs. Default: the plural of the class name in snake_case. */
  readonly table?: string;
  /** The field that is the key. Default: `id`, a UUID version 7. */
  readonly key?: string;
  /** Single-table inheritance: the field that says which class a row is. */
  readonly type?: { readonly field: string };
  /** Rows belong to a tenant, or to none and are then global. */
  readonly tenant?: boolean;
  readonly api?: ExposeSetting;
  readonly mcp?: ExposeSetting;
  readonly cli?: CliSetting;
  readonly access?: AccessSettings;
  /**
   * Records of what happened: once written, no surface and no `save()` or `delete()` changes or removes them. They go with
   * what they belong to (`onDelete: 'cascade'`), and a sweep may prune them by a statement of its own.
   */
  readonly appendOnly?: boolean;
  /** Writes go to the audit log. Default: true. */
  readonly audit?: boolean;
  /** Fields that together are unique; nulls count as equal. */
  readonly unique?: readonly (readonly string[])[];
  /** Further indexes; `-field` is descending. */
  readonly indexes?: readonly (readonly string[])[];
  /** The order of lists that ask for none. Default: `-created_at`. */
  readonly orderBy?: string;
  readonly label?: string;
  readonly description?: string;
}

/** An object class as the registry sees it: its own and the framework's fields, its options filled in. */
export interface ObjectDefinition {
  readonly className: string;
  readonly table: string;
  readonly key: string;
  /** The key is made by the framework, rather than named by whoever creates the record. */
  readonly generatedKey: boolean;
  /** Fields that the class declares, and those of the framework. */
  readonly fields: Fields;
  readonly ownFields: readonly string[];
  readonly typeField: string | undefined;
  /** The value of the type field for this class; undefined on the root class. */
  readonly typeName: string | undefined;
  readonly tenant: boolean;
  readonly options: ObjectOptions;
}

/** The fields with a column, in order. */
export function storedFields(definition: ObjectDefinition): [string, Field][] {
  return Object.entries(definition.fields).filter(([, field]) => !field.computed);
}

/** The rule for an action, as the definition says or by default: signed-in read, editor write, admin deletion. */
export function accessRule(options: ObjectOptions, action: 'read' | 'create' | 'update' | 'delete'): AccessRule {
  return (
    options.access?.[action] ??
    { read: 'signed-in' as const, create: 'editor' as const, update: 'editor' as const, delete: 'admin' as const }[action]
  );
}
