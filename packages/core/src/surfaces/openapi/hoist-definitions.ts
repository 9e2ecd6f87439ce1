import type { JsonSchema } from '@colophon/contract';

type Json = Readonly<Record<string, unknown>>;

const LOCAL = '#/$defs/';

/**
 * Moves the definitions inside schemas, which a recursive one has, to where a document keeps its schemas: in a document `#/$defs/…` is
 * read from its top, and not from the schema that the reference stands in. The same definitions are moved once.
 */
export class DefinitionHoist {
  readonly #schemas: Record<string, JsonSchema>;
  readonly #prefixes = new Map<string, string>();

  /** @param schemas those of the document, which are added to */
  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas;
  }

  /**
   * The same part of the document, its references leading to what was moved.
   *
   * @param name begins the names of what is moved out of it
   */
  hoist<Part extends Json>(part: Part, name: string): Part {
    return this.#visit(part, name) as Part;
  }

  #visit(value: unknown, name: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#visit(item, name));
    if (!isObject(value)) return value;
    const { $defs: definitions, ...rest } = value;
    if (!isObject(definitions)) return mapMembers(value, (inner) => this.#visit(inner, name));
    return renamed(rest, this.#move(definitions, name));
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

  /** The name itself, or with the first number under which none of these would take the place of another schema. */
  #freePrefix(name: string, keys: readonly string[]): string {
    let prefix = name;
    for (let number = 2; keys.some((key) => prefix + key in this.#schemas); number += 1) prefix = `${name}${number}_`;
    return prefix;
  }
}

function renamed(value: unknown, prefix: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, prefix));
  if (!isObject(value)) return value;
  return mapMembers(value, (inner, name) => {
    const isLocal = name === '$ref' && typeof inner === 'string' && inner.startsWith(LOCAL);
    return isLocal ? `#/components/schemas/${prefix}${inner.slice(LOCAL.length)}` : renamed(inner, prefix);
  });
}

function mapMembers(value: Json, change: (inner: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
