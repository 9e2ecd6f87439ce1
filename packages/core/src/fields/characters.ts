/**
 * Returns whether every database and surface can store and return a string unchanged: no NUL, which PostgreSQL cannot store, and no lone
 * surrogate, which UTF-8 cannot encode.
 */
export function isStorableText(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0');
}

export const UNSTORABLE_TEXT = 'must not contain NUL or an unpaired surrogate';
