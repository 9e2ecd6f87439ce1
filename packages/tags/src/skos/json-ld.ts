import { isPlainObject } from '@colophon/base';
import { eachInTurns } from '@colophon/core';
import { JsonLdContext } from './json-ld-context.ts';
import { below, refuse } from './refuse.ts';

/** A value in expanded form: a literal, or a reference to another node. */
export type JsonLdValue =
  | { readonly '@id': string }
  | { readonly '@value': unknown; readonly '@language'?: string; readonly '@type'?: string };

interface JsonLdProperty {
  readonly pointer: string;
  readonly values: readonly JsonLdValue[];
}

/** One node with its properties by IRI. */
export interface JsonLdNode {
  readonly id: string;
  readonly types: readonly string[];
  readonly pointer: string;
  readonly properties: ReadonlyMap<string, JsonLdProperty>;
}

/** More than a body of the maximum size has, if its concepts are named and described: what is exported must be accepted again. */
const MAXIMUM_NODES = 100_000;

/**
 * Parses the nodes of a flat JSON-LD document, in compact or expanded form. Unsupported parts are rejected by JSON pointer; nothing is
 * fetched.
 */
export async function readNodes(document: Readonly<Record<string, unknown>>): Promise<JsonLdNode[]> {
  const context = new JsonLdContext(document['@context']);
  const graphName = Object.keys(document).find(
    (name) => name !== '@context' && (name === '@graph' || context.term(name, below('', name)).iri === '@graph'),
  );
  const nodes = graphName === undefined ? [document] : document[graphName];
  if (!Array.isArray(nodes)) throw refuse(below('', graphName ?? '@graph'), 'not_an_array', 'must be an array of nodes');
  if (nodes.length > MAXIMUM_NODES) throw refuse('/@graph', 'too_big', `must have at most ${MAXIMUM_NODES} nodes`);
  if (graphName !== undefined) {
    const other = Object.keys(document).find((name) => name !== graphName && name !== '@context');
    if (other !== undefined) throw refuse(below('', other), 'unsupported', 'only @context is allowed besides the graph');
  }
  const pointerOf = (index: number): string => (graphName === undefined ? '' : below(below('', graphName), index));
  const read: JsonLdNode[] = [];
  await eachInTurns(nodes, (node, index) => {
    read.push(readNode(node, pointerOf(index), context));
  });
  const seen = new Set<string>();
  for (const { id, pointer } of read) {
    if (seen.has(id)) throw refuse(below(pointer, '@id'), 'duplicate', `${id.slice(0, 200)} occurs twice; send the document flattened`);
    seen.add(id);
  }
  return read;
}

function readNode(node: unknown, pointer: string, context: JsonLdContext): JsonLdNode {
  if (!isPlainObject(node)) throw refuse(pointer, 'not_an_object', 'must be a node object');
  let id: string | undefined;
  const types: string[] = [];
  const properties = new Map<string, JsonLdProperty>();
  for (const [name, value] of Object.entries(node)) {
    const at = below(pointer, name);
    if (pointer === '' && name === '@context') continue;
    const term = context.term(name, at);
    if (term.iri === '@id') {
      if (typeof value !== 'string' || value === '') throw refuse(at, 'invalid_type', 'must be an identifier');
      id = context.identifier(value);
    } else if (term.iri === '@type') {
      for (const type of [value].flat()) {
        if (typeof type !== 'string') throw refuse(at, 'invalid_type', 'must be a class or several');
        types.push(context.type(type));
      }
    } else if (term.iri.startsWith('@')) throw refuse(at, 'unsupported', `${term.iri} does not belong on a node`);
    else {
      const known = properties.get(term.iri);
      const values = term.byLanguage
        ? readLanguages(value, at, context)
        : readValues(value, at, { context, isReference: term.isReference });
      properties.set(term.iri, { pointer: known?.pointer ?? at, values: [...(known?.values ?? []), ...values] });
    }
  }
  if (id === undefined) throw refuse(below(pointer, '@id'), 'required', 'a node needs an @id');
  return { id, types, pointer, properties };
}

interface Reading {
  readonly context: JsonLdContext;
  readonly isReference: boolean;
}

function readValues(value: unknown, pointer: string, reading: Reading): JsonLdValue[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => readValues(each, below(pointer, index), reading));
  if (isPlainObject(value) && Object.hasOwn(value, '@set') && Object.keys(value).length === 1)
    return readValues(value['@set'], below(pointer, '@set'), reading);
  if (value === null || value === undefined) return [];
  return [isPlainObject(value) ? readObject(value, pointer, reading) : readScalar(value, reading)];
}

function readScalar(value: unknown, { context, isReference }: Reading): JsonLdValue {
  if (typeof value !== 'string') return { '@value': value };
  if (isReference) return { '@id': context.identifier(value) };
  return context.language === undefined ? { '@value': value } : { '@value': value, '@language': context.language };
}

function readObject(value: Readonly<Record<string, unknown>>, pointer: string, { context }: Reading): JsonLdValue {
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const { iri } = context.term(name, below(pointer, name));
    if (!['@id', '@value', '@language', '@type'].includes(iri)) {
      throw refuse(below(pointer, name), 'unsupported', 'nested nodes are not supported; send the document flattened');
    }
    members.set(iri, member);
  }
  const id = members.get('@id');
  if (typeof id === 'string' && members.size === 1) return { '@id': context.identifier(id) };
  if (!members.has('@value') || members.has('@id')) throw refuse(pointer, 'unsupported', 'must be a text, {"@id": …} or {"@value": …}');
  const language = members.get('@language');
  const type = members.get('@type');
  if (language !== undefined && typeof language !== 'string')
    throw refuse(below(pointer, '@language'), 'invalid_type', 'must be a language tag');
  if (type !== undefined && typeof type !== 'string') throw refuse(below(pointer, '@type'), 'invalid_type', 'must be a datatype');
  const literal = members.get('@value');
  if (typeof literal === 'object' && literal !== null && type !== '@json')
    throw refuse(below(pointer, '@value'), 'invalid_type', 'must be a text, number or boolean');
  return {
    '@value': literal,
    ...(language === undefined ? {} : { '@language': language }),
    ...(type === undefined ? {} : { '@type': type === '@json' ? type : context.identifier(type) }),
  };
}

function readLanguages(value: unknown, pointer: string, context: JsonLdContext): JsonLdValue[] {
  if (!isPlainObject(value)) return readValues(value, pointer, { context, isReference: false });
  return Object.entries(value).flatMap(([language, texts]) =>
    [texts].flat().map((text) => {
      if (typeof text !== 'string') throw refuse(below(pointer, language), 'invalid_type', 'must be a text or several');
      return language === '@none' ? { '@value': text } : { '@value': text, '@language': language };
    }),
  );
}
