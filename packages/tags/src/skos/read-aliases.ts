import { isPlainObject } from '@colophon/base';
import { normalizeAlias } from '../aliases/fold.ts';
import { isAliasLanguage } from '../aliases/language.ts';
import type { JsonLdNode } from './json-ld.ts';
import { textsOf } from './literals.ts';
import { ALIASES, ALT_LABEL, PREF_LABEL } from './names.ts';
import { refuse } from './refuse.ts';

/** An alias of a concept that is still to be written. */
export interface AliasData {
  readonly alias: string;
  readonly language: string | null;
  readonly context: string | null;
}

/** A label that became no alias, because an alias cannot have its language. */
export interface LeftOutLabel {
  readonly pointer: string;
  readonly label: string;
  readonly language: string;
}

export interface ReadAliases {
  readonly aliases: readonly AliasData[];
  readonly leftOut: readonly LeftOutLabel[];
}

/** Returns the other names of a concept: alternative labels, preferred labels by language, and our own aliases with a context. */
export function readAliases(node: JsonLdNode): ReadAliases {
  const labels = [...textsOf(node, ALT_LABEL), ...textsOf(node, PREF_LABEL).filter((label) => label['@language'] !== undefined)];
  const pointer = (node.properties.get(ALT_LABEL) ?? node.properties.get(PREF_LABEL))?.pointer ?? node.pointer;
  const read = labels.map((label) => aliasOf({ alias: label['@value'], language: label['@language'] ?? null, context: null }, pointer));
  const all = [...read, ...readOwn(node)];
  return { aliases: all.filter((each) => 'alias' in each), leftOut: all.filter((each) => 'label' in each) };
}

function readOwn(node: JsonLdNode): (AliasData | LeftOutLabel)[] {
  const property = node.properties.get(ALIASES);
  if (!property) return [];
  return property.values
    .flatMap((value) => ('@value' in value && Array.isArray(value['@value']) ? (value['@value'] as unknown[]) : [value]))
    .map((value) => {
      const { alias, language = null, context = null } = isPlainObject(value) ? value : {};
      if (typeof alias !== 'string' || !isTextOrNull(language) || !isTextOrNull(context) || context === '')
        throw refuse(property.pointer, 'invalid_type', 'must be JSON such as [{"alias": "x", "language": "en", "context": "press"}]');
      return aliasOf({ alias, language, context }, property.pointer);
    });
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function aliasOf(data: AliasData, pointer: string): AliasData | LeftOutLabel {
  const alias = normalizeAlias(data.alias);
  const language = data.language?.toLowerCase() ?? null;
  if (alias === '') throw refuse(pointer, 'required', 'a label must not be blank');
  if (alias.length > 500) throw refuse(pointer, 'too_big', 'a label must be at most 500 characters long');
  if (language !== null && !isAliasLanguage(language)) return { pointer, label: alias, language: data.language?.slice(0, 50) ?? '' };
  return { alias, language, context: data.context };
}
