import { ValidationError } from '@colophon/core';

/** Control characters, line ends, and what shows nothing but the joiners that some scripts need. */
const UNPRINTABLE = /\p{Cc}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cs}|(?![\u200c\u200d])\p{Cf}/u;
/** In every width: readers would be told an address, and write to it. */
const AT_SIGN = /[@\uff20\ufe6b]/;

/** Why a name cannot be printed under a text; undefined for one that can. */
export function faultOfPrintedName(name: string): string | undefined {
  if (AT_SIGN.test(name)) return 'must be a name without an at sign: it is printed, and an address is not';
  if (UNPRINTABLE.test(name))
    return 'must be a name of one line, without control characters and characters that turn the direction of writing';
  return undefined;
}

/** @throws ValidationError naming `pointer` for a name that cannot be printed */
export function requirePrintedName(name: string, pointer: string): void {
  const detail = faultOfPrintedName(name);
  if (detail !== undefined) throw ValidationError.of([{ pointer, code: 'not_a_name', detail }]);
}
