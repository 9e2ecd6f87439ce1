import type { JsonSchema } from '../interface/messages.ts';
import type { FittedSchema } from './fitted-schema.ts';
import { below, isNode, isObjectNode, MAX_SCHEMA_DEPTH, namedSchemas, resolveReference, safeName, type Node } from './json-node.ts';

/** What the Messages wire enforces, as its page "Structured outputs" and its own package have it (2026-11). */
const KEPT = ['$ref', 'title', 'description', 'const', 'enum', 'type', 'format'] as const;
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'];
/** Keywords that the wire rejects; the model receives them as text, and the answer is validated against them here. */
const TOLD = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'multipleOf',
  'uniqueItems',
  'default',
] as const;
const SILENT = ['$schema', '$id', '$comment', 'examples', 'readOnly', 'writeOnly', 'deprecated'];
const WRITTEN = ['properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', 'allOf', '$defs', 'definitions'];
const KNOWN: ReadonlySet<string> = new Set([...KEPT, ...TOLD, ...SILENT, ...WRITTEN]);

/**
 * Writes a schema in the form that the Messages wire enforces. A shape that it cannot express (a map, a tuple, any value, a schema that
 * contains itself) is not enforced, and `lost` names why: the model then receives the schema as an instruction.
 */
export function toMessagesSchema(schema: JsonSchema): FittedSchema {
  const writer = new MessagesWriter(schema as Node);
  const written = writer.write(schema, '#');
  if (writer.blockers.length > 0) return { schema, isEnforced: false, isWrapped: false, lost: writer.blockers };
  return { schema: written, isEnforced: true, isWrapped: false, lost: writer.lost };
}

class MessagesWriter {
  readonly lost: string[] = [];
  readonly blockers: string[] = [];

  constructor(root: Node) {
    if (isRecursive(root)) this.blockers.push('a schema that contains itself');
  }

  write(schema: unknown, path: string): Node {
    if (!isNode(schema)) return this.#block(path, 'any value');
    if (path.split('/').length > MAX_SCHEMA_DEPTH * 2) return this.#block(path.slice(0, 200), 'its depth');
    const written: Node = Object.fromEntries(KEPT.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));
    for (const name of Object.keys(schema)) {
      if (!KNOWN.has(name)) this.lost.push(`${safeName(name)} at ${path}`);
    }
    if (typeof written['format'] === 'string' && !FORMATS.includes(written['format'])) {
      this.lost.push(`format at ${path}`);
      delete written['format'];
    }
    const branches = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(branches)) written['anyOf'] = branches.map((entry, index) => this.write(entry, below(path, 'anyOf', `${index}`)));
    const all = schema['allOf'];
    if (Array.isArray(all)) written['allOf'] = all.map((entry, index) => this.write(entry, below(path, 'allOf', `${index}`)));
    for (const name of ['$defs', 'definitions'])
      if (schema[name] !== undefined) written[name] = this.#named(schema[name], below(path, name));
    if (isObjectNode(schema)) Object.assign(written, this.#object(schema, path));
    if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) written['items'] = this.#items(schema, path);
    this.#tell(schema, written);
    const isTyped = ['type', 'anyOf', 'allOf', '$ref', 'const', 'enum'].some((name) => written[name] !== undefined);
    return isTyped ? written : this.#block(path, 'any value');
  }

  #object(node: Node, path: string): Node {
    const { properties, additionalProperties: more, required } = node;
    if (node['patternProperties'] !== undefined) return this.#block(path, 'patternProperties');
    if (isNode(more) && Object.keys(more).length > 0) return this.#block(path, 'additionalProperties');
    if (!isNode(properties) && more !== false && node['allOf'] === undefined) return this.#block(path, 'an object with any members');
    if (more === true || isNode(more)) this.lost.push(`additionalProperties at ${path}`);
    return {
      ...(isNode(properties) ? { properties: this.#named(properties, below(path, 'properties')) } : {}),
      ...(required === undefined ? {} : { required }),
      additionalProperties: false,
    };
  }

  #items(node: Node, path: string): Node {
    if (Array.isArray(node['items']) || node['prefixItems'] !== undefined) return this.#block(path, 'a list with a type for each position');
    return this.write(node['items'], below(path, 'items'));
  }

  #named(value: unknown, path: string): Node {
    return Object.fromEntries(namedSchemas(value).map(([name, entry]) => [name, this.write(entry, below(path, name))]));
  }

  #tell(node: Node, written: Node): void {
    const told = TOLD.flatMap((name) => (node[name] === undefined ? [] : [`${name}: ${JSON.stringify(node[name])}`])).join('; ');
    if (told !== '') written['description'] = [node['description'], `${told}.`].filter(Boolean).join('\n');
  }

  #block(path: string, what: string): Node {
    this.blockers.push(`${what} at ${path}`);
    return {};
  }
}

/** Whether a reference of a schema leads back to a node that contains it. */
function isRecursive(root: Node): boolean {
  const done = new Set<unknown>();
  const visit = (value: unknown, open: readonly unknown[]): boolean => {
    if (typeof value !== 'object' || value === null || done.has(value)) return open.includes(value);
    if (open.includes(value)) return true;
    if (open.length > MAX_SCHEMA_DEPTH * 4) return true;
    const inside = [...open, value];
    const target = isNode(value) && value['$ref'] !== undefined ? resolveReference(root, value['$ref']) : undefined;
    if (target !== undefined && visit(target, inside)) return true;
    if (Object.values(value).some((entry) => visit(entry, inside))) return true;
    done.add(value);
    return false;
  };
  return visit(root, []);
}
