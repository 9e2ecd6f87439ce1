import type { JsonLdNode, JsonLdValue } from './json-ld.ts';
import { refuse } from './refuse.ts';

/** A text with its language, if it has one. */
export interface Literal {
  readonly '@value': string;
  readonly '@language'?: string;
}

/** A text without language or datatype. */
export function isPlainText(value: JsonLdValue): value is { '@value': string } {
  return '@value' in value && typeof value['@value'] === 'string' && Object.keys(value).length === 1;
}

/** A text, with or without a language. */
export function isText(value: JsonLdValue): value is Literal {
  return '@value' in value && typeof value['@value'] === 'string' && value['@type'] === undefined;
}

/** Returns the values of a text property. */
export function textsOf(node: JsonLdNode, iri: string): Literal[] {
  const property = node.properties.get(iri);
  return (property?.values ?? []).map((value) => {
    if (isText(value)) return value;
    throw refuse(property?.pointer ?? node.pointer, 'invalid_type', 'must be a text, or a text with a language');
  });
}

/** Returns the text for a single field: without a language, else English, else the first. */
export function chooseText(texts: readonly Literal[]): string {
  const chosen = texts.find((text) => text['@language'] === undefined) ?? texts.find((text) => text['@language'] === 'en') ?? texts[0];
  return chosen?.['@value'] ?? '';
}
