/** An alias as it is kept: without spaces around it, composed, so that what looks the same is the same. */
export function normalizeAlias(alias: string): string {
  return alias.normalize('NFC').trim();
}

/**
 * An alias as it is looked up: without regard to case, in every script. Going by way of upper case makes `ß` meet `SS`
 * and both Greek sigmas meet, which lower case alone does not.
 */
export function foldAlias(alias: string): string {
  return normalizeAlias(alias).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
