import { normalizeAlias } from '../aliases/fold.ts';
import type { JsonLdNode } from './json-ld.ts';
import { textsOf } from './literals.ts';
import { ALIASES, ALT_LABEL, PREF_LABEL } from './names.ts';
import { isObject, refuse } from './refuse.ts';

/** An alias of a concept that is still to be written. */
export interface AliasData {
  readonly alias: string;
  readonly language: string | null;
  readonly context: string | null;
}

/** Returns the other names of a concept: alternative labels, preferred labels by language, and our own aliases with a context. */
export function readAliases(node: JsonLdNode): AliasData[] {
  const labels = [...textsOf(node, ALT_LABEL), ...textsOf(node, PREF_LABEL).filter((label) => label['@language'] !== undefined)];
  const pointer = (node.properties.get(ALT_LABEL) ?? node.properties.get(PREF_LABEL))?.pointer ?? node.pointer;
  const aliases = labels.map((label) => aliasOf({ alias: label['@value'], language: label['@language'] ?? null, context: null }, pointer));
  return [...aliases, ...readOwn(node)];
}

function readOwn(node: JsonLdNode): AliasData[] {
  const property = node.properties.get(ALIASES);
  if (!property) return [];
  return property.values
    .flatMap((value) => ('@value' in value && Array.isArray(value['@value']) ? (value['@value'] as unknown[]) : [value]))
    .map((value) => {
      const { alias, language = null, context = null } = isObject(value) ? value : {};
      if (typeof alias !== 'string' || !isTextOrNull(language) || !isTextOrNull(context) || context === '')
        throw refuse(property.pointer, 'invalid_type', 'must be JSON such as [{"alias": "x", "language": "en", "context": "press"}]');
      return aliasOf({ alias, language, context }, property.pointer);
    });
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function aliasOf(data: AliasData, pointer: string): AliasData {
  const alias = normalizeAlias(data.alias);
  const language = data.language?.toLowerCase() ?? null;
  if (alias === '') throw refuse(pointer, 'required', 'a label must not be blank');
  if (alias.length > 500) throw refuse(pointer, 'too_big', 'a label must be at most 500 characters long');
  if (language !== null && !/^[a-z]{2}$/.test(language)) {
    const detail = `${language.slice(0, 50)} is not a two-letter ISO 639-1 code; other languages cannot be stored`;
    throw refuse(pointer, 'not_a_language', detail);
  }
  return { alias, language, context: data.context };
}
