/**
 * Whether a string can be stored and returned unchanged by every database and surface: no NUL, which PostgreSQL
 * cannot hold, and no lone surrogate, which UTF-8 cannot encode.
 */
export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

export const UNSTORABLE_TEXT = 'must not contain NUL or an unpaired surrogate';
