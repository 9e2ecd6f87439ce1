import { isPlainObject } from '@colophon/base';
import type { JsonSchema } from '@colophon/contract';

type Json = Readonly<Record<string, unknown>>;

const LOCAL = '#/$defs/';

/**
 * Moves the definitions inside schemas, such as recursive ones, to the schemas of a document: in a document `#/$defs/…` is resolved from
 * its root, and not from the schema that contains the reference. Identical definitions are moved once. One that means "any JSON" becomes
 * the empty schema: converted to TypeScript, a type that refers to itself does not compile.
 */
export class DefinitionHoist {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #prefixes = new Map<string, string>();

  /** @param schemas the schemas of the document, which are extended */
  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas;
  }

  /**
   * Returns the same part of the document, with its references pointing to the moved definitions.
   *
   * @param name prefix of the names of its definitions
   */
  hoist<Part extends Json>(part: Part, name: string): Part {
    return this.#visit(part, name) as Part;
  }

  #visit(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#visit(item, name));
    if (!isPlainObject(value)) return value;
    const { $defs: definitions, ...rest } = value;
    if (!isPlainObject(definitions)) return mapMembers(value, (inner) => this.#visit(inner, name));
    const anything = Object.keys(definitions).filter((key) => isAnyJson(key, definitions[key]));
    const others = Object.fromEntries(Object.entries(definitions).filter(([key]) => !anything.includes(key)));
    return renamed(withAnything(rest, anything), this.#move(withAnything(others, anything) as Json, name));
  }

  #move(definitions: Json, name: string): string {
    const text = JSON.stringify(definitions);
    const known = this.#prefixes.get(text);
    if (known !== undefined) return known;
    const prefix = this.#freePrefix(name.replaceAll(/\W/g, '_'), Object.keys(definitions));
    this.#prefixes.set(text, prefix);
    for (const [key, definition] of Object.entries(definitions)) this.#schemas[prefix + key] = renamed(definition, prefix) as JsonSchema;
    return prefix;
  }

  /** Returns the name itself, or with the first number for which no other schema is replaced. */
  #freePrefix(name: string, keys: readonly string[]): string {
    let prefix = name;
    for (let number = 2; keys.some((key) => prefix + key in this.#schemas); number += 1) prefix = `${name}${number}_`;
    return prefix;
  }
}

/** Text, numbers, booleans, null, and arrays and objects of the same: the schema of `z.json()`. */
function isAnyJson(key: string, definition: unknown): boolean {
  const options = isPlainObject(definition) && Array.isArray(definition['anyOf']) ? (definition['anyOf'] as readonly Json[]) : [];
  const types = options.map((each) => String(each['type'])).sort((one, other) => one.localeCompare(other));
  const itself = JSON.stringify({ $ref: LOCAL + key });
  return (
    types.join() === 'array,boolean,null,number,object,string' &&
    options.some((each) => each['type'] === 'array' && JSON.stringify(each['items']) === itself) &&
    options.some((each) => each['type'] === 'object' && JSON.stringify(each['additionalProperties']) === itself)
  );
}

/** Returns a copy with references to these replaced by the empty schema. */
function withAnything(value: unknown, keys: readonly string[]): unknown {
  if (keys.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withAnything(item, keys));
  if (!isPlainObject(value)) return value;
  const { $ref: to, ...rest } = value;
  if (typeof to === 'string' && to.startsWith(LOCAL) && keys.includes(to.slice(LOCAL.length))) return rest;
  return mapMembers(value, (inner) => withAnything(inner, keys));
}

function renamed(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, prefix));
  if (!isPlainObject(value)) return value;
  return mapMembers(value, (inner, name) => {
    const isLocal = name === '$ref' && typeof inner === 'string' && inner.startsWith(LOCAL);
    return isLocal ? `#/components/schemas/${prefix}${inner.slice(LOCAL.length)}` : renamed(inner, prefix);
  });
}

function mapMembers(value: Json, change: (inner: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
}
