import { isPlainObject } from '@colophon/base';
import { eachInTurns, type JsonObject } from '@colophon/core';
import { slugFault, tagSlug } from '../stored/slug.ts';
import { DEFAULT_CONTEXT } from '../stored/stored-tag.ts';
import { type JsonLdNode, type JsonLdValue, readNodes } from './json-ld.ts';
import { chooseText, isPlainText, textsOf } from './literals.ts';
import * as names from './names.ts';
import { isAliasLanguage } from '../aliases/language.ts';
import { type ReadAliases, readAliases } from './read-aliases.ts';
import { below, refuse } from './refuse.ts';

/** A concept as a tag: properties without a field of the tag are in `kept`, by IRI. */
export interface Concept extends ReadAliases {
  readonly pointer: string;
  readonly slug: string;
  readonly name: string;
  readonly parentSlug: string | null;
  readonly description: string | null;
  /** Undefined if the document does not specify it. */
  readonly metadata: JsonObject | undefined;
  readonly kept: Readonly<Record<string, unknown>>;
}

export interface ConceptScheme {
  readonly context: string;
  readonly concepts: readonly Concept[];
  /** Properties of the scheme itself: a context has no record to store them in. */
  readonly notKept: readonly string[];
}

/** Parses a SKOS document as the tags of one context. @throws ValidationError naming the unsupported part */
export async function readConceptScheme(document: Readonly<Record<string, unknown>>): Promise<ConceptScheme> {
  const nodes = await readNodes(document);
  const schemes = nodes.filter((node) => node.types.includes(names.CONCEPT_SCHEME));
  const concepts = nodes.filter((node) => node.types.includes(names.CONCEPT));
  for (const node of nodes) {
    if (!node.types.includes(names.CONCEPT_SCHEME) && !node.types.includes(names.CONCEPT)) {
      throw refuse(below(node.pointer, '@type'), 'unsupported', 'must be skos:Concept or skos:ConceptScheme');
    }
  }
  const [scheme, second] = schemes;
  if (second) throw refuse(second.pointer, 'duplicate', 'a document must have only one concept scheme');
  const slugs = new Map<string, string>();
  for (const node of concepts) slugs.set(node.id, slugOf(node));
  const parents = parentsOf(concepts, slugs);
  const read: Concept[] = [];
  await eachInTurns(concepts, (node) => {
    read.push(readConcept(node, slugs.get(node.id) ?? '', parents.get(node.id) ?? null));
  });
  return {
    context: contextOf(scheme, concepts),
    concepts: read,
    notKept: scheme ? notKeptOf(scheme) : [],
  };
}

function readConcept(node: JsonLdNode, slug: string, parentSlug: string | null): Concept {
  const kept: Record<string, unknown> = keptId(node);
  for (const [iri, { values }] of node.properties) {
    if (names.OWN.has(iri)) continue;
    const rest = iri === names.NOTATION ? withoutNotation(values, slug) : values;
    const [only] = rest;
    const isTaken = (iri === names.PREF_LABEL || iri === names.DEFINITION) && rest.length === 1 && only !== undefined && isPlainText(only);
    if (rest.length > 0 && !isTaken) kept[iri] = rest;
  }
  const otherLabels = textsOf(node, names.ALT_LABEL).filter(
    ({ '@language': language }) => language !== undefined && !isAliasLanguage(language.toLowerCase()),
  );
  if (otherLabels.length > 0) kept[names.ALT_LABEL] = otherLabels;
  const definitions = textsOf(node, names.DEFINITION);
  return {
    pointer: node.pointer,
    slug,
    name: nameOf(node),
    parentSlug,
    description: definitions.length > 0 ? chooseText(definitions) : null,
    metadata: jsonOf(node, names.METADATA),
    kept: { ...kept, ...jsonOf(node, names.KEPT) },
    ...readAliases(node),
  };
}

/** A blank node's identifier means nothing outside its document (https://www.w3.org/TR/json-ld11/#identifying-blank-nodes). */
function keptId({ id, pointer }: JsonLdNode): { '@id'?: string } {
  if (names.slugOfId(id) !== undefined || id.startsWith('_:')) return {};
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(id)) return { '@id': id };
  throw refuse(below(pointer, '@id'), 'relative', 'must be an absolute IRI, because the base is not stored');
}

function nameOf(node: JsonLdNode): string {
  const labels = textsOf(node, names.PREF_LABEL);
  if (labels.length === 0)
    throw refuse(below(node.pointer, names.compact(names.PREF_LABEL)), 'required', 'a concept needs a skos:prefLabel, which names the tag');
  return chooseText(labels);
}

/** Returns our own identifier's slug, else a notation that is a valid slug, else a slug generated from the name. */
function slugOf(node: JsonLdNode): string {
  const own = names.slugOfId(node.id);
  const notation = node.properties
    .get(names.NOTATION)
    ?.values.find((value) => isPlainText(value) && slugFault(value['@value']) === undefined);
  const slug = own ?? (notation && isPlainText(notation) ? notation['@value'] : tagSlug(nameOf(node)));
  const fault = slugFault(slug);
  if (fault) throw refuse(below(node.pointer, '@id'), fault.code, `names the tag ${slug.slice(0, 200)}, which ${fault.detail}`);
  return slug;
}

function withoutNotation(values: readonly JsonLdValue[], slug: string): JsonLdValue[] {
  return values.filter((value) => !(isPlainText(value) && value['@value'] === slug));
}

/** Returns the parent of each concept, from both directions of the relation. */
function parentsOf(concepts: readonly JsonLdNode[], slugs: ReadonlyMap<string, string>): Map<string, string> {
  const parents = new Map<string, string>();
  const set = (id: string, parent: string, pointer: string): void => {
    const slug = slugs.get(parent) ?? names.slugOfId(parent);
    if (slug === undefined) throw refuse(pointer, 'not_found', `${parent.slice(0, 200)} is not in the document`);
    const known = parents.get(id);
    if (known !== undefined && known !== slug)
      throw refuse(pointer, 'second_parent', `a tag has one parent, and this one is already under ${known}`);
    parents.set(id, slug);
  };
  for (const node of concepts) {
    for (const [parent, pointer] of referencesOf(node, names.BROADER)) set(node.id, parent, pointer);
    for (const [child, pointer] of referencesOf(node, names.NARROWER)) {
      if (!slugs.has(child)) throw refuse(pointer, 'not_found', `${child.slice(0, 200)} is not in the document`);
      set(child, node.id, pointer);
    }
  }
  return parents;
}

function referencesOf(node: JsonLdNode, iri: string): [string, string][] {
  const property = node.properties.get(iri);
  return (property?.values ?? []).map((value) => {
    if ('@id' in value) return [value['@id'], property?.pointer ?? node.pointer];
    throw refuse(property?.pointer ?? node.pointer, 'invalid_type', 'must be a reference such as {"@id": "urn:…"}');
  });
}

/** Returns our own identifier's context, else a slug generated from the scheme's name; `global` without a scheme. */
function contextOf(scheme: JsonLdNode | undefined, concepts: readonly JsonLdNode[]): string {
  const named = new Map(concepts.flatMap((node) => [names.IN_SCHEME, names.TOP_CONCEPT_OF].flatMap((iri) => referencesOf(node, iri))));
  const id = scheme?.id ?? [...named.keys()][0];
  for (const [other, pointer] of named) {
    if (other !== id) throw refuse(pointer, 'other_scheme', `a document must have only one concept scheme, ${String(id).slice(0, 200)}`);
  }
  if (id === undefined) return DEFAULT_CONTEXT;
  const own = names.contextOfId(id);
  if (own !== undefined && own !== '') return own;
  const labels = scheme ? [...textsOf(scheme, names.PREF_LABEL), ...textsOf(scheme, 'http://purl.org/dc/terms/title')] : [];
  return tagSlug(labels.length > 0 ? chooseText(labels) : (/[^/#:]+(?=[/#:]*$)/.exec(id)?.[0] ?? id));
}

function notKeptOf(scheme: JsonLdNode): string[] {
  return [...scheme.properties].filter(([iri]) => iri !== names.HAS_TOP_CONCEPT).map(([, { pointer }]) => pointer);
}

function jsonOf(node: JsonLdNode, iri: string): JsonObject | undefined {
  const property = node.properties.get(iri);
  if (!property) return undefined;
  const [value, second] = property.values;
  if (value && !second && '@value' in value && isPlainObject(value['@value'])) return value['@value'] as JsonObject;
  throw refuse(property.pointer, 'invalid_type', 'must be one JSON object: {"@type": "@json", "@value": {…}}');
}
