import { isPlainObject } from '@colophon/base';
import { SKOS } from './names.ts';
import { below, refuse } from './refuse.ts';

/** The definition of a term in a context. */
export interface Term {
  /** An absolute IRI, or a keyword such as `@id`. */
  readonly iri: string;
  /** Plain texts are references to other nodes. */
  readonly isReference: boolean;
  /** The value is an object of texts by language. */
  readonly byLanguage: boolean;
}

const KEYWORDS = new Set(['@id', '@type', '@value', '@language', '@graph', '@context', '@set']);
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;
const REFERENCES = new Set([
  'broader',
  'narrower',
  'inScheme',
  'topConceptOf',
  'hasTopConcept',
  'related',
  'exactMatch',
  'closeMatch',
  'broadMatch',
  'narrowMatch',
  'relatedMatch',
]);

/**
 * The terms of an inline JSON-LD context (https://www.w3.org/TR/json-ld11/#the-context). Contexts are never fetched, and context features
 * other than defining terms are rejected rather than ignored.
 */
export class JsonLdContext {
  readonly #terms = new Map<string, Term>();
  readonly #prefixes = new Map<string, string>([['skos', SKOS]]);
  #vocabulary: string | undefined;
  /** The language of texts without one. */
  language: string | undefined;

  constructor(context: unknown) {
    for (const [index, part] of (Array.isArray(context) ? context : [context]).entries()) {
      this.#read(part, Array.isArray(context) ? `/@context/${index}` : '/@context');
    }
  }

  /** Resolves a property name. @throws ValidationError for an unknown one */
  term(name: string, pointer: string): Term {
    const known = this.#terms.get(name);
    if (known) return known;
    if (name.startsWith('@')) {
      if (KEYWORDS.has(name)) return { iri: name, isReference: false, byLanguage: false };
      throw refuse(pointer, 'unsupported', `${name} is not supported here; send the document flattened`);
    }
    const iri = this.#expand(name) ?? (this.#vocabulary === undefined ? undefined : this.#vocabulary + name);
    if (iri !== undefined) return { iri, isReference: iri.startsWith(SKOS) && REFERENCES.has(iri.slice(SKOS.length)), byLanguage: false };
    if (/^[a-z][A-Za-z]+$/.test(name)) return { iri: SKOS + name, isReference: REFERENCES.has(name), byLanguage: false };
    throw refuse(pointer, 'unknown_term', `${name} has no meaning without a @context that defines it`);
  }

  /** Expands an identifier. */
  identifier(text: string): string {
    return this.#expand(text) ?? text;
  }

  /** Expands the name of a class: type names are terms, too. */
  type(text: string): string {
    const known = this.#terms.get(text);
    return known?.iri ?? this.#expand(text) ?? (this.#vocabulary ?? SKOS) + text;
  }

  #read(context: unknown, pointer: string): void {
    if (context === undefined || context === null) return;
    if (!isPlainObject(context))
      throw refuse(pointer, 'remote_context', 'remote contexts are not fetched: put the context into the document');
    // Prefixes first: a term may use one that is declared later.
    for (const [name, value] of Object.entries(context)) {
      if (!name.startsWith('@') && typeof value === 'string' && ABSOLUTE.test(value) && !this.#isCompact(value, context))
        this.#prefixes.set(name, value);
    }
    if (this.#prefixes.get('skos') !== SKOS) throw refuse(below(pointer, 'skos'), 'not_skos', `the prefix skos must be defined as ${SKOS}`);
    for (const [name, value] of Object.entries(context)) this.#define(name, value, below(pointer, name));
  }

  #isCompact(text: string, context: Readonly<Record<string, unknown>>): boolean {
    const prefix = text.slice(0, text.indexOf(':'));
    return Object.hasOwn(context, prefix) || this.#prefixes.has(prefix);
  }

  #define(name: string, value: unknown, pointer: string): void {
    if (name.startsWith('@')) return this.#setting(name, value, pointer);
    if (value === null) throw refuse(pointer, 'unsupported', 'removing a term would lose its properties');
    const definition = typeof value === 'string' ? { '@id': value } : value;
    if (!isPlainObject(definition)) throw refuse(pointer, 'unsupported', 'must be an IRI or an object with @id');
    for (const keyword of Object.keys(definition)) {
      if (!['@id', '@type', '@container', '@prefix'].includes(keyword))
        throw refuse(below(pointer, keyword), 'unsupported', `${keyword} is not supported in a context`);
    }
    const { '@id': id = name, '@type': type, '@container': container } = definition;
    if (container !== undefined && container !== '@set' && container !== '@language')
      throw refuse(below(pointer, '@container'), 'unsupported', 'must be @set or @language');
    if (typeof id !== 'string') throw refuse(below(pointer, '@id'), 'unsupported', 'must be an IRI');
    if (id.startsWith('@') && !['@id', '@type', '@value', '@language', '@graph'].includes(id))
      throw refuse(pointer, 'unsupported', `${id} is not supported here`);
    const iri = id.startsWith('@') ? id : this.#expand(id);
    if (iri === undefined) throw refuse(pointer, 'unknown_term', `${id.slice(0, 200)} is not an IRI, and its prefix is not declared`);
    this.#terms.set(name, { iri, isReference: type === '@id' || type === '@vocab', byLanguage: container === '@language' });
  }

  #setting(name: string, value: unknown, pointer: string): void {
    if (name === '@version' || (name === '@base' && typeof value === 'string')) return;
    if (name === '@vocab' && typeof value === 'string' && ABSOLUTE.test(value)) this.#vocabulary = value;
    else if (name === '@language' && typeof value === 'string') this.language = value;
    else throw refuse(pointer, 'unsupported', `${name} is not supported in this form`);
  }

  /** Expands a compact or absolute IRI; undefined for a bare word. */
  #expand(text: string): string | undefined {
    const colon = text.indexOf(':');
    if (colon < 0) return undefined;
    const prefix = this.#prefixes.get(text.slice(0, colon));
    if (prefix !== undefined && !text.startsWith('//', colon + 1)) return prefix + text.slice(colon + 1);
    return ABSOLUTE.test(text) ? text : undefined;
  }
}
