/**
 * The letters of a user code: no vowels, so that no word appears, and nothing that looks like a digit (RFC 8628 §6.1).
 */
export const USER_CODE_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** Number of letters in a user code: 20^8 codes, about 34.5 bits. */
export const USER_CODE_LENGTH = 8;

/** An invalid user code. */
export class UserCodeError extends Error {
  readonly code = 'invalid_user_code';

  constructor(message: string) {
    super(message);
    this.name = 'UserCodeError';
  }
}

/**
 * Normalizes a user code typed by a person to the eight upper-case letters that are stored.
 *
 * Case, spaces and hyphens are ignored. Any other character is rejected instead of being dropped, which would turn a typo into a shorter
 * code.
 *
 * @throws UserCodeError naming the invalid character or the wrong length.
 *
 * @example
 * normalizeUserCode('bcdf ghjk') // 'BCDFGHJK'
 */
export function normalizeUserCode(typed: string): string {
  // Dashes inserted by phones and word processors are separators too: U+2010 to U+2015 and U+2212.
  const letters = typed.replaceAll(/[\s\-\u2010-\u2015\u2212]/gu, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  for (const character of letters) {
    if (!USER_CODE_ALPHABET.includes(character)) {
      throw new UserCodeError(
        `The code has the character ${JSON.stringify(character)}, which no code contains; its letters are ${USER_CODE_ALPHABET}`,
      );
    }
  }
  if (letters.length !== USER_CODE_LENGTH) {
    throw new UserCodeError(`The code has ${letters.length} letters; it needs ${USER_CODE_LENGTH}, as in BCDF-GHJK`);
  }
  return letters;
}

/**
 * Formats a user code for people to compare, `XXXX-XXXX`.
 *
 * @throws UserCodeError if it is not a user code.
 */
export function formatUserCode(code: string): string {
  const letters = normalizeUserCode(code);
  const half = USER_CODE_LENGTH / 2;
  return `${letters.slice(0, half)}-${letters.slice(half)}`;
}
