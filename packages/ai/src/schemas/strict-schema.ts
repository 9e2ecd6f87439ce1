import type { JsonSchema } from '../interface/messages.ts';
import { WRAPPED, type FittedSchema } from './fitted-schema.ts';
import {
  acceptsNull,
  below,
  safeName,
  isNode,
  isObjectNode,
  MAX_SCHEMA_DEPTH,
  namedSchemas,
  resolveReference,
  typesOf,
  type Node,
} from './json-node.ts';
import { mergeAll } from './merge-all.ts';

/** What OpenAI's strict mode enforces, as its page "Structured outputs, supported schemas" and its own package have it (2026-11). */
const KEPT = [
  'title',
  'description',
  'enum',
  'const',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
] as const;
/** Keywords without a meaning for an answer, which strict mode rejects. A default applies when the value is read. */
const SILENT = ['$schema', '$id', '$comment', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'];
/** Keywords that this writer handles itself. */
const WRITTEN = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  '$defs',
  'definitions',
];
const KNOWN: ReadonlySet<string> = new Set([...KEPT, ...SILENT, ...WRITTEN]);
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
const CLOSED = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;
/** The most members of all objects, and the most levels of objects. */
const MAX_MEMBERS = 5000;
const MAX_LEVELS = 10;

/**
 * Writes a schema in the form of OpenAI's strict mode: every object is closed, an optional member is required but may be `null`, a value
 * that is not an object is wrapped in one. Constraints that the mode does not know are left out and named in `lost`; a schema whose shape
 * it cannot express (a map, a tuple, any value) is returned as it was, not enforced, and `lost` names why.
 */
export function toStrictSchema(schema: JsonSchema): FittedSchema {
  const writer = new StrictWriter(schema as Node);
  const root = inlineRoot(schema as Node);
  const written = writer.write(root, '#', 0);
  if (writer.blockers.length > 0) {
    return { schema: withoutLookaround(schema) as JsonSchema, isEnforced: false, isWrapped: false, lost: writer.blockers };
  }
  if (isPlainObject(root))
    return { schema: { ...written, ...writer.definitions(root) }, isEnforced: true, isWrapped: false, lost: writer.lost };
  const wrapped = { type: 'object', properties: { [WRAPPED]: written }, required: [WRAPPED], additionalProperties: false };
  return { schema: { ...wrapped, ...writer.definitions(root) }, isEnforced: true, isWrapped: true, lost: writer.lost };
}

/** Whether a schema is already in the form of strict mode. */
export function isStrictSchema(schema: unknown): boolean {
  if (!isNode(schema)) return false;
  const { isEnforced, isWrapped } = toStrictSchema(schema);
  return isEnforced && !isWrapped && isClosed(schema, 0);
}

/** Whether every object lists all of its members as required and allows no others. */
function isClosed(schema: unknown, depth: number): boolean {
  if (!isNode(schema) || depth > MAX_SCHEMA_DEPTH) return !isNode(schema);
  if (schema['allOf'] !== undefined || schema['oneOf'] !== undefined) return false;
  if (isObjectNode(schema)) {
    const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
    if (schema['additionalProperties'] !== false) return false;
    if (namedSchemas(schema['properties']).some(([name]) => !required.includes(name))) return false;
  }
  const named = ['properties', '$defs', 'definitions'].flatMap((name) => namedSchemas(schema[name]).map(([, child]) => child));
  const branches = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [];
  return [...named, ...branches, schema['items']].every((child) => isClosed(child, depth + 1));
}

/** Removes regular expressions with lookaround, which OpenAI's API rejects in every schema, also in one that it does not enforce. */
export function withoutLookaround(schema: unknown, depth = 0): unknown {
  if (depth > MAX_SCHEMA_DEPTH) return schema;
  if (Array.isArray(schema)) return schema.map((entry) => withoutLookaround(entry, depth + 1));
  if (!isNode(schema)) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => name !== 'pattern' || !hasLookaround(value));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === 'enum' || name === 'const' ? value : withoutLookaround(value, depth + 1)]),
  );
}

class StrictWriter {
  readonly lost: string[] = [];
  /** What the strict mode cannot express at all. */
  readonly blockers: string[] = [];
  #root: Node;
  #members = 0;

  constructor(root: Node) {
    this.#root = root;
  }

  write(schema: unknown, path: string, level: number): Node {
    if (!isNode(schema)) return this.#block(path, 'any value');
    if (path.split('/').length > MAX_SCHEMA_DEPTH * 2) return this.#block(path.slice(0, 200), 'its depth');
    if (schema['$ref'] !== undefined) return this.#reference(schema, path);
    const node = schema['allOf'] === undefined ? schema : mergeAll(schema, this.#root);
    if (node === undefined) return this.#block(path, 'allOf');
    this.#noteUnknown(node, path);
    const written: Node = {};
    if (node['type'] !== undefined) written['type'] = node['type'];
    for (const name of KEPT) if (node[name] !== undefined && this.#isKept(node, name, path)) written[name] = node[name];
    const branches = node['anyOf'] ?? node['oneOf'];
    if (Array.isArray(branches))
      written['anyOf'] = branches.map((branch, index) => this.write(branch, below(path, 'anyOf', `${index}`), level));
    if (isObjectNode(node)) Object.assign(written, this.#object(node, path, level + 1));
    if (typesOf(node).includes('array') || node['items'] !== undefined) written['items'] = this.#items(node, path, level);
    const isTyped = written['type'] !== undefined || Array.isArray(branches) || 'const' in written || 'enum' in written;
    return isTyped ? withType(written) : this.#block(path, 'any value');
  }

  definitions(root: Node): Node {
    const written: Node = {};
    for (const name of ['$defs', 'definitions']) {
      const entries = namedSchemas(root[name]);
      if (entries.length === 0) continue;
      written[name] = Object.fromEntries(entries.map(([key, value]) => [key, this.write(value, below('#', name, key), 0)]));
    }
    return written;
  }

  #object(node: Node, path: string, level: number): Node {
    if (level > MAX_LEVELS) return this.#block(path, `more than ${MAX_LEVELS} levels of objects`);
    if (node['patternProperties'] !== undefined) return this.#block(path, 'patternProperties');
    const { properties, additionalProperties: more } = node;
    if (isNode(more) && Object.keys(more).length > 0) return this.#block(path, 'additionalProperties');
    if (!isNode(properties) || (Object.keys(properties).length === 0 && more !== false && more !== undefined)) {
      return more === false ? CLOSED : this.#block(path, 'an object with any members');
    }
    if (more === true || isNode(more)) this.lost.push(`additionalProperties at ${path}`);
    const required = Array.isArray(node['required']) ? (node['required'] as unknown[]) : [];
    const entries = Object.entries(properties);
    this.#members += entries.length;
    if (this.#members > MAX_MEMBERS) return this.#block('#', `more than ${MAX_MEMBERS} members`);
    const written = entries.map(([name, member]) => {
      const own = this.write(member, below(path, 'properties', name), level);
      return [name, required.includes(name) ? own : orNull(own, member, this.#root)];
    });
    return {
      type: node['type'] ?? 'object',
      properties: Object.fromEntries(written),
      required: Object.keys(properties),
      additionalProperties: false,
    };
  }

  #items(node: Node, path: string, level: number): Node {
    if (Array.isArray(node['items']) || node['prefixItems'] !== undefined) return this.#block(path, 'a list with a type for each position');
    return this.write(node['items'], below(path, 'items'), level);
  }

  /** Siblings of a reference are not allowed beside it. */
  #reference(node: Node, path: string): Node {
    const target = resolveReference(this.#root, node['$ref']);
    if (target === undefined || !/^#(?:$|\/(?:\$defs|definitions)\/[^/]+$)/.test(String(node['$ref']))) return this.#block(path, '$ref');
    // The root is inlined or wrapped, so a reference to it would lead elsewhere.
    if (node['$ref'] === '#' && !isPlainObject(this.#root)) return this.#block(path, '$ref to the root');
    return { $ref: node['$ref'] };
  }

  #isKept(node: Node, name: (typeof KEPT)[number], path: string): boolean {
    if (name === 'format' && !FORMATS.includes(String(node['format']))) {
      this.lost.push(`format at ${path}`);
      return false;
    }
    if (name !== 'pattern' || !hasLookaround(node['pattern'])) return true;
    // A known format says the same.
    if (!FORMATS.includes(String(node['format']))) this.lost.push(`pattern at ${path}`);
    return false;
  }

  #noteUnknown(node: Node, path: string): void {
    for (const name of Object.keys(node)) {
      if (!KNOWN.has(name) && name !== 'patternProperties' && name !== 'prefixItems' && name !== 'additionalItems') {
        this.lost.push(`${safeName(name)} at ${path}`);
      }
    }
  }

  #block(path: string, what: string): Node {
    this.blockers.push(`${what} at ${path}`);
    return {};
  }
}

/** A schema for the same value or `null`. */
function orNull(written: Node, original: unknown, root: Node): Node {
  if (acceptsNull(original, root)) return written;
  const { type, anyOf } = written;
  if (Array.isArray(anyOf) && type === undefined) return { ...written, anyOf: [...(anyOf as unknown[]), { type: 'null' }] };
  if (written['const'] !== undefined || written['$ref'] !== undefined || type === undefined || Array.isArray(anyOf)) {
    return { anyOf: [written, { type: 'null' }] };
  }
  const values = Array.isArray(written['enum']) ? { enum: [...(written['enum'] as unknown[]), null] } : {};
  return { ...written, type: [...typesOf(written), 'null'], ...values };
}

/** Strict mode needs the type of fixed values too. */
function withType(written: Node): Node {
  if (written['type'] !== undefined) return written;
  const values = Array.isArray(written['enum']) ? (written['enum'] as unknown[]) : 'const' in written ? [written['const']] : [];
  if (values.length === 0) return written;
  const types = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  const isKnown = types.every((type) => ['string', 'number', 'boolean', 'null'].includes(type));
  return isKnown ? { type: types.length === 1 ? types[0] : types, ...written } : written;
}

function inlineRoot(schema: Node): Node {
  const target = schema['$ref'] === undefined || schema['$ref'] === '#' ? undefined : resolveReference(schema, schema['$ref']);
  if (target === undefined || target === schema) return schema;
  const { $ref: _reference, ...rest } = schema;
  return { ...target, ...rest };
}

function isPlainObject(node: Node): boolean {
  return (
    isObjectNode(node) && typesOf(node).every((type) => type === 'object') && node['anyOf'] === undefined && node['oneOf'] === undefined
  );
}

function hasLookaround(pattern: unknown): boolean {
  return typeof pattern === 'string' && /\(\?(?:=|!|<=|<!)/.test(pattern);
}
