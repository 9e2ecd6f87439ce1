import { isPlainObject, type DiscoveryCommand, type DiscoveryParameters, type JsonSchema } from '@colophon/contract';
import { sanitizeLine } from '../io/sanitize.ts';
import { isGlobalFlag } from './global-flags.ts';

/** The type of a flag value. `json` is any JSON, sent unchanged; `bytes` is base64. */
export type ScalarType = 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'bytes';

/** A property of a command's input that can be given as a flag. */
export interface SchemaFlag {
  /** The name in the request. */
  readonly property: string;
  /** The names to type after `--`; the kebab-case name first. Empty if none can be typed, or global flags have taken every spelling. */
  readonly names: readonly string[];
  readonly type: ScalarType;
  readonly isArray: boolean;
  readonly nullable: boolean;
  readonly required: boolean;
  /** The allowed values, if they are listed. */
  readonly choices: readonly (string | number | boolean)[];
  readonly description: string;
  readonly defaultValue: string | undefined;
}

/** How a command takes its input: as flags, or as one JSON payload because its schema cannot be expressed as flags. */
export type CommandInput =
  | { readonly kind: 'flags'; readonly flags: readonly SchemaFlag[] }
  | { readonly kind: 'payload'; readonly reason: string; readonly required: readonly string[] };

const COMBINATORS = ['oneOf', 'anyOf', 'allOf', '$ref', 'not', 'if'];

/** What can be typed after `--`: without spaces, and without characters that control a terminal or are not visible. */
const TYPEABLE = /^[^\s=\p{C}-][^\s=\p{C}]*$/u;

/** Names with a special meaning in JavaScript objects. */
const UNSAFE_PROPERTIES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The input of a list whose server publishes no schema for it. */
const LIST_PARAMETERS: DiscoveryParameters = {
  type: 'object',
  properties: {
    limit: { type: 'integer', description: 'At most so many items' },
    where: { type: 'string', contentMediaType: 'application/json', description: 'A filter, as JSON' },
  },
};

/** Determines how a command's input is typed, from its JSON Schema; every list takes `--limit` and `--where`. */
export function inputOf({ kind, commandName, parameters }: Pick<DiscoveryCommand, 'kind' | 'commandName' | 'parameters'>): CommandInput {
  return readCommandInput(parameters ?? (kind === 'crud' && commandName === 'list' ? LIST_PARAMETERS : undefined));
}

/**
 * Determines from a command's JSON Schema how its input is typed. Flags support flat scalars, enums and one level of arrays of
 * them. With a nested object, a combinator or a reference, the input is one JSON payload, since mixing flags and JSON would be
 * confusing.
 */
export function readCommandInput(parameters: DiscoveryParameters | undefined): CommandInput {
  if (parameters === undefined) return { kind: 'payload', reason: 'the server publishes no schema for it', required: [] };
  const required = parameters.required ?? [];
  const combinator = COMBINATORS.find((keyword) => keyword in parameters);
  if (combinator !== undefined) return { kind: 'payload', reason: `its input uses ${combinator}`, required };
  const flags: SchemaFlag[] = [];
  const properties = Object.entries(parameters.properties ?? {});
  const names = flagNames(properties.map(([property]) => property));
  for (const [property, schema] of properties) {
    if (UNSAFE_PROPERTIES.has(property)) return { kind: 'payload', reason: 'it has a property with an unsafe name', required };
    const flag = readFlag(property, schema, required.includes(property), names.get(property) ?? []);
    if (flag === undefined) return { kind: 'payload', reason: `its property ${sanitizeLine(property, 80)} is not a flat value`, required };
    flags.push(flag);
  }
  return { kind: 'flags', flags };
}

/**
 * Returns the kebab-case spelling of a property.
 *
 * @example
 * kebabCase('thumbnailAssetId') // 'thumbnail-asset-id'
 * kebabCase('parent_slug') // 'parent-slug'
 */
export function kebabCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll(/[_\s.]+/g, '-')
    .toLowerCase();
}

/**
 * Assigns names to properties: exact names take precedence over kebab-case ones, and two properties that share a kebab-case spelling both
 * lose it.
 */
function flagNames(properties: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const exact = new Set(properties);
  const spelled = properties.map((property) => [property, kebabCase(property)] as const);
  const sharing = new Map<string, number>();
  for (const [, kebab] of spelled) sharing.set(kebab, (sharing.get(kebab) ?? 0) + 1);
  return new Map(
    spelled.map(([property, kebab]) => {
      const kebabIsFree = kebab === property || (!exact.has(kebab) && sharing.get(kebab) === 1);
      const spellings = kebabIsFree && kebab !== property ? [kebab, property] : [property];
      return [property, spellings.filter((name) => !isGlobalFlag(name) && TYPEABLE.test(name))];
    }),
  );
}

function readFlag(property: string, schema: JsonSchema, required: boolean, names: readonly string[]): SchemaFlag | undefined {
  const array = typesOf(schema).types.join() === 'array' ? schema['items'] : undefined;
  if (array !== undefined && !isPlainObject(array)) return undefined;
  const value = readScalar(array ?? schema);
  if (value === undefined) return undefined;
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  return {
    property,
    names,
    type: value.type,
    isArray: array !== undefined,
    nullable: typesOf(schema).nullable,
    required,
    choices: value.choices,
    // Read by help, and by the completions of some shells.
    get description() {
      return sanitizeLine(description, 300);
    },
    get defaultValue() {
      return schema['default'] === undefined ? undefined : sanitizeLine(JSON.stringify(schema['default']), 80);
    },
  };
}

function typesOf(schema: JsonSchema): { readonly types: readonly unknown[]; readonly nullable: boolean } {
  const declared: readonly unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  const listed: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  return { types: declared.filter((type) => type !== 'null'), nullable: declared.includes('null') || listed.includes(null) };
}

function readScalar(schema: JsonSchema): { readonly type: ScalarType; readonly choices: SchemaFlag['choices'] } | undefined {
  if (COMBINATORS.some((keyword) => keyword in schema) || 'properties' in schema) return undefined;
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : [];
  const choices = listed.filter((choice): choice is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof choice));
  if (choices.length !== listed.filter((choice) => choice !== null).length) return undefined;
  const { types } = typesOf(schema);
  const [type] = types;
  if (types.length !== 1) return undefined;
  if (type === undefined) return choices.length > 0 ? { type: typeOfChoices(choices), choices } : undefined;
  if (type === 'string') return { type: typeOfText(schema), choices };
  if (type === 'integer' || type === 'number' || type === 'boolean') return { type, choices };
  return undefined;
}

function typeOfText(schema: JsonSchema): ScalarType {
  if (schema['contentMediaType'] === 'application/json') return 'json';
  return schema['contentEncoding'] === 'base64' ? 'bytes' : 'string';
}

function typeOfChoices(choices: SchemaFlag['choices']): ScalarType {
  if (choices.every((choice) => typeof choice === 'number')) return 'number';
  return choices.every((choice) => typeof choice === 'boolean') ? 'boolean' : 'string';
}
