import type { z } from 'zod';
import { UsageError } from '../errors/errors.ts';
import type { AnyCollectionClass } from '../objects/collection.ts';
import { accessRule, CRUD_ACTIONS, type ObjectOptions } from '../objects/definition.ts';
import type { AnyObjectClass } from '../objects/object.ts';
import { kebabCase, plural, snakeCase } from '../objects/names.ts';
import { schemaOf } from '../objects/schema.ts';
import { fieldsWith, type TableTypes, typesOf } from '../objects/table-types.ts';
import { resolveCommands, resolveExposure } from '../registry/exposure.ts';
import { probeClass } from '../registry/probe.ts';
import { declaredOperationsOf, isOverridden } from '../registry/declared-operations.ts';
import { checkTypes } from '../registry/check-types.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { TableDefinition } from '../storage/table.ts';
import { checkTable } from './check-table.ts';
import { crudOperation } from './crud/crud-operation.ts';
import { FRAMEWORK_TABLES } from './framework-tables.ts';
import type { Operation, Resource } from './operation.ts';
import { pathParameters } from './operation.ts';
import type { Effects, HttpMethod, OperationOptions } from '../registry/operation-options.ts';

export interface OperationTableOptions {
  /** Collections in URLs and commands are `tag-aliases`; if false, they are spelled as the table, `tag_aliases`. Default: true. */
  readonly kebabRoutes?: boolean;
  /** Further tables of the database, which belong to no collection. */
  readonly tables?: readonly TableDefinition[];
}

/** A command that runs in process only. */
export interface LocalCommand {
  readonly slug: string;
  readonly className: string;
  readonly methodName: string;
  readonly commandName: string;
  readonly operation: Operation;
}

/** Everything that an application exposes: the one list that REST, MCP, OpenAPI, discovery and in-process calls read. */
export interface OperationTable {
  readonly resources: readonly Resource[];
  readonly operations: readonly Operation[];
  readonly localCommands: readonly LocalCommand[];
  /** `Class.method: reason` for methods that could not become commands. */
  readonly warnings: readonly { readonly resource: Resource; readonly operation: Operation | undefined; readonly text: string }[];
  /** The subclasses that rows may belong to, by table: `prepareDatabase` links them to a database. */
  readonly types: TableTypes;
  /** The tables that the database must have. */
  readonly schema: readonly TableDefinition[];
  readonly kebabRoutes: boolean;
  resource(slug: string): Resource | undefined;
  operation(id: string): Operation | undefined;
}

/**
 * Builds the operation table of these collections and validates them together. A collection that two packages need, such as the attempts
 * that throttles count, can be listed by both.
 *
 * @throws RegistryError naming every fault of every class at once
 */
export function operationTable(listed: readonly AnyCollectionClass[], options: OperationTableOptions = {}): OperationTable {
  const collections = [...new Set(listed)];
  const kebabRoutes = options.kebabRoutes ?? true;
  const building: Building = { faults: [], warnings: [], localCommands: [], kebabRoutes };
  const types = typesOf(collections);
  for (const objectClass of new Set([...collections.map((each) => each.objectClass), ...[...types.values()].flat()])) {
    building.faults.push(...probeClass(objectClass));
  }
  const related: Resource['related'] = (table) => resources.find((each) => isReadAt(each, table));
  const resources: Resource[] = collections.map((collectionClass) => buildResource(collectionClass, building, { types, related }));
  building.faults.push(...checkTypes(collections, types), ...checkTable(resources));
  const schema = schemaOrFault(collections, building.faults);
  if (building.faults.length > 0) throw new RegistryError([...new Set(building.faults)]);
  const operations = resources.flatMap((resource) => resource.operations);
  const bySlug = new Map(resources.map((resource) => [resource.slug, resource]));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return {
    resources,
    operations,
    localCommands: building.localCommands,
    warnings: building.warnings,
    types,
    schema: [...schema, ...FRAMEWORK_TABLES, ...(options.tables ?? [])],
    kebabRoutes,
    resource: (slug) => bySlug.get(slug),
    operation: (id) => byId.get(id),
  };
}

function schemaOrFault(collections: readonly AnyCollectionClass[], faults: string[]): readonly TableDefinition[] {
  try {
    return schemaOf(collections);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    faults.push(error.message);
    return [];
  }
}

/** Returns whether this is the collection of all records of a table, and they are readable over the API. */
function isReadAt({ definition, operations }: Resource, table: string): boolean {
  if (definition.table !== table || definition.typeName !== undefined) return false;
  return operations.some(({ kind, name, exposed }) => kind === 'crud' && name === 'get' && exposed.api);
}

interface Building {
  faults: string[];
  warnings: { resource: Resource; operation: Operation | undefined; text: string }[];
  localCommands: LocalCommand[];
  kebabRoutes: boolean;
}

interface Declared {
  options: OperationOptions;
  scope: 'item' | 'collection';
}

function buildResource(
  collectionClass: AnyCollectionClass,
  building: Building,
  { types, related }: { readonly types: TableTypes; readonly related: Resource['related'] },
): Resource {
  const { objectClass, collectionOptions } = collectionClass;
  const { definition } = objectClass;
  const ownTypes = definition.typeName === undefined ? (types.get(definition.table) ?? []) : [];
  const name = collectionOptions.name ?? (definition.typeName === undefined ? definition.table : plural(snakeCase(objectClass.name)));
  const slug = building.kebabRoutes ? kebabCase(name) : name;
  const declared = declaredOperations(collectionClass, building.faults);
  const methods = new Set<string>([...CRUD_ACTIONS, ...declared.keys()]);
  const { className } = definition;
  const options = definition.typeName === undefined ? definition.options : withKnownNames(definition.options, methods);
  const api = resolveExposure(className, 'api', options.api, methods);
  const mcp = resolveExposure(className, 'mcp', options.mcp, methods);
  const cli = resolveCommands(className, options.cli, methods, api.names);
  building.faults.push(...api.faults, ...mcp.faults, ...cli.faults);
  const operations: Operation[] = [];
  const resource: Resource = {
    slug,
    className,
    label: (definition.typeName === undefined ? options.label : undefined) ?? humanName(name),
    description: options.description,
    collectionClass,
    objectClass,
    definition,
    types: ownTypes,
    fields: fieldsWith(objectClass, ownTypes),
    operations,
    related,
  };
  for (const method of methods) {
    const exposed = { api: api.names.has(method), mcp: mcp.names.has(method), cli: cli.http.has(method) };
    const custom = declared.get(method);
    operations.push(
      custom
        ? customOperation(resource, method, custom, exposed)
        : crudOperation(resource, method as (typeof CRUD_ACTIONS)[number], exposed),
    );
  }
  for (const operation of operations) {
    if (cli.local.has(operation.name)) {
      building.localCommands.push({ slug, className, methodName: operation.name, commandName: operation.commandName, operation });
    }
  }
  for (const text of cli.warnings) {
    const method = text.slice(className.length + 1).split(':')[0];
    building.warnings.push({ resource, operation: operations.find((each) => each.name === method), text });
  }
  return resource;
}

/**
 * A subclass has the settings of its root, which may name operations of the root's collection: those are ignored here. Unknown names are
 * reported for the root.
 */
function withKnownNames(options: ObjectOptions, methods: ReadonlySet<string>): ObjectOptions {
  const known = (names: readonly string[] | undefined): readonly string[] => (names ?? []).filter((name) => methods.has(name));
  const narrowed = <
    S extends { include?: 'all' | readonly string[]; exclude?: readonly string[]; skipApiCheck?: boolean | readonly string[] },
  >(
    setting: S | boolean,
  ): S | boolean => {
    if (typeof setting === 'boolean') return setting;
    return {
      ...setting,
      ...(setting.include && setting.include !== 'all' ? { include: known(setting.include) } : {}),
      ...(setting.exclude ? { exclude: known(setting.exclude) } : {}),
      ...(Array.isArray(setting.skipApiCheck) ? { skipApiCheck: known(setting.skipApiCheck as string[]) } : {}),
    };
  };
  const { api, mcp, cli } = options;
  return {
    ...options,
    ...(api === undefined ? {} : { api: narrowed(api) }),
    ...(mcp === undefined ? {} : { mcp: narrowed(mcp) }),
    ...(cli === undefined ? {} : { cli: narrowed(cli) }),
  };
}

/** Operations declared on the object class run on one record, those on the collection class on the collection. */
function declaredOperations(collectionClass: AnyCollectionClass, faults: string[]): Map<string, Declared> {
  const { objectClass } = collectionClass;
  const declared = new Map<string, Declared>();
  const declare = (owner: AnyCollectionClass | AnyObjectClass, scope: Declared['scope']): void => {
    for (const [name, options] of declaredOperationsOf(owner)) {
      if (typeof (owner.prototype as Record<string, unknown>)[name] !== 'function')
        faults.push(`${owner.name}.${name}: operations lists it but there is no such method`);
      if (declared.has(name)) faults.push(`${owner.name}.${name}: ${objectClass.name} also has an operation of that name`);
      declared.set(name, { options: options as OperationOptions, scope });
    }
  };
  declare(objectClass, 'item');
  declare(collectionClass, 'collection');
  return declared;
}

const EFFECTS: Record<HttpMethod, Effects> = { GET: 'read', POST: 'write', PUT: 'write', PATCH: 'write', DELETE: 'destructive' };

function customOperation(resource: Resource, name: string, { options, scope }: Declared, exposed: Operation['exposed']): Operation {
  const { definition } = resource;
  const method = options.method ?? 'POST';
  const effects = options.effects ?? EFFECTS[method];
  const commandName = kebabCase(name);
  const path = options.path ?? [commandName];
  const fallback = accessRule(definition.options, effects === 'read' ? 'read' : 'update');
  return {
    id: `${resource.slug}.${name}`,
    resource,
    name,
    commandName,
    kind: 'custom',
    scope,
    method,
    path,
    input: options.input as unknown as z.ZodType | undefined,
    output: options.output as unknown as z.ZodType | undefined,
    effects,
    access: options.access ?? definition.options.access?.operations?.[name] ?? fallback,
    description:
      options.description ?? `${humanName(snakeCase(name.replace(/Action$/, '')))}${pathParameters(path).length > 0 ? ' by name' : ''}.`,
    creates: options.creates ?? false,
    accepts: options.accepts ?? false,
    mediaType: options.mediaType ?? 'application/json',
    background: options.background ?? false,
    replay: method === 'POST' && (options.replay ?? true),
    version: options.version,
    transaction: options.transaction ?? true,
    finds: isOverridden(resource.collectionClass, name, options) ? undefined : options.finds,
    bodyLimit: options.bodyLimit,
    refusal: options.refusal,
    needsApproval: options.needsApproval ?? false,
    reachesNetwork: options.reachesNetwork ?? false,
    exposed,
  };
}

/** `content_documents` → `Content documents`. */
function humanName(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
