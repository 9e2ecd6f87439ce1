import { foldText, normalizeText } from '@colophon/core';

/** Normalizes an alias for storage: trimmed and composed, so that texts that look the same are equal. */
export function normalizeAlias(alias: string): string {
  return normalizeText(alias, 'NFC').trim();
}

/** Folds an alias for look-ups: without case and accents, in every script, as the full-text search compares words. */
export function foldAlias(alias: string): string {
  return foldText(normalizeAlias(alias));
}

/**
 * Returns the possible folded forms of a stored alias: the current one, and that of earlier versions, which kept accents and whose rows
 * were not rewritten. For most texts both are the same.
 */
export function foldsOf(alias: string): readonly string[] {
  const folded = foldAlias(alias);
  const before = normalizeAlias(alias).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return before === folded ? [folded] : [folded, before];
}
