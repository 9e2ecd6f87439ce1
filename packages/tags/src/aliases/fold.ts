import { foldText } from '@colophon/core';

/** An alias as it is kept: without spaces around it, composed, so that what looks the same is the same. */
export function normalizeAlias(alias: string): string {
  return alias.normalize('NFC').trim();
}

/** An alias as it is looked up: without regard to case and accents, in every script, as the full-text search compares words. */
export function foldAlias(alias: string): string {
  return foldText(normalizeAlias(alias));
}

/**
 * The forms that a stored alias may have been folded to: today's, and the one of versions that kept accents, whose rows were not
 * rewritten. Most texts have one form.
 */
export function foldsOf(alias: string): readonly string[] {
  const folded = foldAlias(alias);
  const before = normalizeAlias(alias).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return before === folded ? [folded] : [folded, before];
}
